/* core/status.c -- names and facts read off the public tables. */
#include <windrow/base.h>

#define ARRAY_COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *name_at(const char *const *names, size_t count, int index,
                           const char *unknown)
{
    return index >= 0 && (size_t)index < count && names[index] ? names[index] : unknown;
}

uint32_t wrow_version(void)
{
    return WROW_VERSION;
}

const char *wrow_status_name(wrow_status status)
{
    static const char *const names[] = {
#define X(name, value, text) [value] = "WROW_" #name,
        WROW_STATUS_MAP(X)
#undef X
    };
    return name_at(names, ARRAY_COUNT(names), (int)status, "WROW_UNKNOWN");
}

const char *wrow_status_text(wrow_status status)
{
    static const char *const texts[] = {
#define X(name, value, text) [value] = text,
        WROW_STATUS_MAP(X)
#undef X
    };
    return name_at(texts, ARRAY_COUNT(texts), (int)status, "unknown status");
}

const char *wrow_type_name(wrow_type type)
{
    static const char *const names[] = {
#define X(name, value, bits, class_, text) [value] = text,
        WROW_TYPE_MAP(X)
#undef X
    };
    return name_at(names, ARRAY_COUNT(names), (int)type, "unknown");
}

const char *wrow_operation_name(wrow_operation operation)
{
    static const char *const names[] = {
#define X(name, value, rule, text) [value] = text,
        WROW_OPERATION_MAP(X)
#undef X
    };
    return name_at(names, ARRAY_COUNT(names), (int)operation, "unknown");
}

/* What decides which conversions keep every value. A missing row has 0 bytes. */
struct type_facts {
    size_t bytes;
    char number_class; /* 'S', 'U', 'F' */
};

static struct type_facts facts_of(wrow_type type)
{
    static const struct type_facts facts[] = {
#define X(name, value, bits, class_, text) [value] = {sizeof(bits), #class_[0]},
        WROW_TYPE_MAP(X)
#undef X
    };
    const int index = (int)type;
    const struct type_facts none = {0, 0};
    return index >= 0 && (size_t)index < ARRAY_COUNT(facts) ? facts[index] : none;
}

size_t wrow_type_size(wrow_type type)
{
    return facts_of(type).bytes;
}

static int is_integer(wrow_type type)
{
    const struct type_facts facts = facts_of(type);
    return facts.bytes != 0 && facts.number_class != 'F';
}

/* The rules of WROW_OPERATION_MAP; both types are known to exist. */

static int out_same(wrow_type in, wrow_type out)
{
    return in == out;
}

static int out_bitwise(wrow_type in, wrow_type out)
{
    return in == out && is_integer(in);
}

static int out_truth(wrow_type in, wrow_type out)
{
    (void)in;
    return is_integer(out);
}

static int out_count(wrow_type in, wrow_type out)
{
    (void)in;
    return out == WROW_I64 || out == WROW_U64;
}

static int out_arithmetic(wrow_type in, wrow_type out)
{
    const struct type_facts from = facts_of(in), to = facts_of(out);
    if (in == out)
        return 1;
    if (from.number_class == 'U' && to.number_class == 'S')
        return to.bytes > from.bytes;
    /* f16 and bf16 are of one size: neither holds the other. */
    return from.number_class == to.number_class && to.bytes > from.bytes;
}

static int out_mean(wrow_type in, wrow_type out)
{
    return is_integer(in) ? out == WROW_F64 : out_arithmetic(in, out);
}

#define out_ARITHMETIC out_arithmetic
#define out_SAME       out_same
#define out_BITWISE    out_bitwise
#define out_TRUTH      out_truth
#define out_COUNT      out_count
#define out_MEAN       out_mean

int wrow_supported(wrow_operation operation, wrow_type in, wrow_type out)
{
    static int (*const rules[])(wrow_type, wrow_type) = {
#define X(name, value, rule, text) [value] = out_##rule,
        WROW_OPERATION_MAP(X)
#undef X
    };
    const int index = (int)operation;
    if (index < 0 || (size_t)index >= ARRAY_COUNT(rules) || !rules[index])
        return 0;
    return wrow_type_size(in) && wrow_type_size(out) && rules[index](in, out);
}
