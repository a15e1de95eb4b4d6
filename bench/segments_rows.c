/* segments_rows.c -- the cases of bench_segments, see segments_options.h. */
#include "contenders_cub.h"
#include "segments_options.h"

#include <string.h>

#define BIT(type) (1u << WROW_##type)

static const struct {
    const char *name;
    unsigned types; /* unless asked for others */
} families[FAMILIES] = {
    [FAMILY_SEGMENTS] = {"segments", BIT(F32)},
    [FAMILY_FIXED] = {"fixed", BIT(F32) | BIT(F64) | BIT(I8)},
    [FAMILY_ROWS] = {"rows", BIT(F32) | BIT(F64) | BIT(I8)},
    [FAMILY_COLUMNS] = {"columns", BIT(F32) | BIT(F64) | BIT(I8)},
    [FAMILY_ARG] = {"arg", BIT(F32)},
    [FAMILY_DESCRIBE] = {"describe", BIT(F32)},
    [FAMILY_TRANSFORM] = {"transform", BIT(F32)},
};

static const char *const lengths_names[] = {
    [LENGTHS_EQUAL] = "equal",
    [LENGTHS_UNIFORM] = "uniform",
    [LENGTHS_GIANT] = "giant",
    [LENGTHS_POWER] = "power",
};

/* The list that is being made. */
struct list {
    const segments_options *options;
    segments_case *cases;
    int count;
};

void segments_case_name(const segments_case *of, char *text, size_t text_bytes)
{
    snprintf(text, text_bytes, "%s/%s/%s", of->name, wrow_type_name(of->type), of->what);
}

static int is_asked_for(const char *rows, const segments_case *of)
{
    char name[128], part[128];

    segments_case_name(of, name, sizeof name);
    while (rows) {
        const size_t length = strcspn(rows, ",");
        snprintf(part, sizeof part, "%.*s", (int)length, rows);
        if (strstr(name, part))
            return 1;
        rows = rows[length] ? rows + length + 1 : NULL;
    }
    return 0;
}

static void add(struct list *list, const segments_case *of)
{
    if (list->count < SEGMENTS_CASES_MAX &&
        (!list->options->rows || is_asked_for(list->options->rows, of)))
        list->cases[list->count++] = *of;
}

static int is_float(wrow_type type)
{
    return type >= WROW_F16 && type <= WROW_F64;
}

/* The same layout under each operation that was asked for. */
static void add_operations(struct list *list, segments_case of)
{
    static const struct {
        unsigned bit;
        wrow_operation operation;
        segments_output output;
        const char *what;
    } rows[] = {
        {SEGMENTS_SUM, WROW_SUM, OUTPUT_SUM, "sum"},
        {SEGMENTS_MIN, WROW_MIN, OUTPUT_MIN, "min"},
        {SEGMENTS_MAX, WROW_MAX, OUTPUT_MAX, "max"},
        {SEGMENTS_SUM_WIDE, WROW_SUM, OUTPUT_SUM, "sum_wide"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const int wide = rows[i].bit == SEGMENTS_SUM_WIDE;
        if (!(list->options->operations & rows[i].bit) ||
            (wide && cub_wide_type(of.type) == of.type))
            continue;
        of.operation = rows[i].operation;
        of.output = rows[i].output;
        of.out_type = wide ? cub_wide_type(of.type) : of.type;
        snprintf(of.what, sizeof of.what, "%s", rows[i].what);
        add(list, &of);
    }
}

/* Segments by offsets; `of` has all but the name and the operation. */
static void add_offsets(struct list *list, segments_case of)
{
    uint64_t digits = of.segments;
    int tens = 0;
    char number[24];

    for (; digits >= 10 && digits % 10 == 0; digits /= 10)
        ++tens;
    if (digits == 1 && tens >= 3)
        snprintf(number, sizeof number, "1e%d", tens);
    else
        snprintf(number, sizeof number, "%llu", (unsigned long long)of.segments);
    snprintf(of.name, sizeof of.name, "%s/%s/%s", families[of.family].name,
             lengths_names[of.lengths], number);
    of.operation = WROW_MIN;
    of.out_type = of.type;
    if (of.family == FAMILY_SEGMENTS) {
        add_operations(list, of);
    } else if (of.family == FAMILY_ARG) {
        of.output = OUTPUT_ARG_MIN;
        snprintf(of.what, sizeof of.what, "argmin");
        add(list, &of);
    } else {
        of.output = OUTPUT_DESCRIBE;
        snprintf(of.what, sizeof of.what, "describe");
        add(list, &of);
    }
}

static void add_all_offsets(struct list *list, segments_case of)
{
    const segments_options *options = list->options;

    for (int i = 0; i < options->segments_count; ++i)
        for (int lengths = LENGTHS_UNIFORM; lengths <= LENGTHS_POWER; ++lengths) {
            of.lengths = (segments_lengths)lengths;
            of.segments = options->segments[i];
            if (of.segments > 1 || lengths == LENGTHS_UNIFORM)
                add_offsets(list, of);
        }
    if (of.family != FAMILY_SEGMENTS)
        return;
    of.lengths = LENGTHS_EQUAL; /* small ones: what a call costs */
    for (of.segments = 1; of.segments <= 1000; of.segments *= 10) {
        of.count = 100 * of.segments;
        add_offsets(list, of);
    }
}

static void add_shapes(struct list *list, segments_case of)
{
    const uint64_t count = list->options->count;
    uint64_t root = 1;
    while (root * root * 4 <= count)
        root *= 2;
    const uint64_t columns[] = {4, 64, root, count / 64, count / 4};

    for (size_t i = 0; i < sizeof columns / sizeof *columns; ++i) {
        const uint64_t rows = columns[i] ? count / columns[i] : 0;
        const int along_columns = of.family == FAMILY_COLUMNS;
        if (rows == 0)
            continue;
        of.segments = along_columns ? columns[i] : rows;
        of.length = along_columns ? rows : columns[i];
        of.count = rows * columns[i];
        snprintf(of.name, sizeof of.name, "%s/%llux%llu", families[of.family].name,
                 (unsigned long long)rows, (unsigned long long)columns[i]);
        add_operations(list, of);
    }
}

static void add_transforms(struct list *list, segments_case of)
{
    static const struct {
        const char *what;
        segments_output output;
    } rows[] = {
        [CUB_ABSOLUTE] = {"absolute_sum", OUTPUT_SUM},
        [CUB_SQUARE] = {"square_sum", OUTPUT_SUM},
        [CUB_SKIP_NAN] = {"skip_nan_sum", OUTPUT_SUM},
        [CUB_MEAN] = {"mean", OUTPUT_MEAN},
        [CUB_NEGATIVE] = {"count_negative", OUTPUT_COUNT},
        [CUB_DOT] = {"dot", OUTPUT_SUM},
    };
    of.segments = 1;
    of.length = of.count;
    snprintf(of.name, sizeof of.name, "%s", families[of.family].name);
    for (int i = CUB_ABSOLUTE; i <= CUB_DOT; ++i) {
        const wrow_type integers_to = i == CUB_MEAN ? WROW_F64 : cub_wide_type(of.type);
        if (i == CUB_SKIP_NAN && !is_float(of.type))
            continue;
        of.transformed = (cub_transform)i;
        of.operation = i == CUB_MEAN ? WROW_MEAN : WROW_SUM;
        of.output = rows[i].output;
        of.out_type = i == CUB_NEGATIVE   ? WROW_U64
                      : is_float(of.type) ? of.type
                                          : integers_to;
        snprintf(of.what, sizeof of.what, "%s", rows[i].what);
        add(list, &of);
    }
}

int segments_cases(const segments_options *options, segments_case *cases)
{
    static void (*const adders[FAMILIES])(struct list *, segments_case) = {
        [FAMILY_SEGMENTS] = add_all_offsets, [FAMILY_FIXED] = add_shapes,
        [FAMILY_ROWS] = add_shapes,          [FAMILY_COLUMNS] = add_shapes,
        [FAMILY_ARG] = add_all_offsets,      [FAMILY_DESCRIBE] = add_all_offsets,
        [FAMILY_TRANSFORM] = add_transforms,
    };
    struct list list = {options, cases, 0};

    for (int family = 0; family < FAMILIES; ++family) {
        const unsigned types = options->types ? options->types : families[family].types;
        for (int type = WROW_I8; type <= WROW_F64; ++type) {
            segments_case of = {.family = (segments_family)family,
                                .type = (wrow_type)type,
                                .count = options->count};
            if (types >> type & 1)
                adders[family](&list, of);
        }
    }
    return list.count;
}
