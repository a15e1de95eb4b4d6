/* words_memory_kernel.cu -- every load, store, read-modify-write and fence of
 * memory.cuh and every word of grid.cuh, on values that tell them apart. */
#include "words_check.cuh"

#define SCOPES(X, ...)                                                                   \
    X(block, __VA_ARGS__)                                                                \
    X(device, __VA_ARGS__)                                                               \
    X(system, __VA_ARGS__)
#define ORDERS(X, ...)                                                                   \
    X(relaxed, __VA_ARGS__)                                                              \
    X(acquire, __VA_ARGS__)                                                              \
    X(release, __VA_ARGS__)                                                              \
    X(acq_rel, __VA_ARGS__)

/* ------------------------------------------- one thread, each word, its values */
#define MODIFY(op, order, scope, before, operand, after)                                 \
    at[0] = (U)(before);                                                                 \
    EXPECT(wrow_##op##_##order##_##scope(at, (U)(operand)), (U)(before));                \
    EXPECT(at[0], (U)(after));
#define SWAP_IF(order, scope, before, expected, after)                                   \
    at[0] = (U)(before);                                                                 \
    EXPECT(wrow_compare_exchange_##order##_##scope(at, (U)(expected), (U)77),            \
           (U)(before));                                                                 \
    EXPECT(at[0], (U)(after));
/* The top bit tells unsigned from signed, a carry out of the word a wider access. */
#define MODIFY_ALL(order, scope, unused)                                                 \
    MODIFY(add, order, scope, ~(U)0, 2, 1)                                               \
    MODIFY(add, order, scope, top + 5, 7, top + 12)                                      \
    MODIFY(min, order, scope, top + 5, 7, 7)                                             \
    MODIFY(min, order, scope, 7, top + 5, 7)                                             \
    MODIFY(max, order, scope, 7, top + 5, top + 5)                                       \
    MODIFY(max, order, scope, top + 5, 7, top + 5)                                       \
    MODIFY(and, order, scope, top | 0x0ff0, top | 0x00ff, top | 0x00f0)                  \
    MODIFY(or, order, scope, 0x0ff0, top | 0x00ff, top | 0x0fff)                         \
    MODIFY(exchange, order, scope, top + 5, 7, 7)                                        \
    SWAP_IF(order, scope, top + 5, top + 5, 77)                                          \
    SWAP_IF(order, scope, top + 5, 5, top + 5)
#define LOAD_STORE(scope, unused)                                                        \
    at[0] = top + 1;                                                                     \
    EXPECT(wrow_load_relaxed_##scope(at), top + 1);                                      \
    at[0] = top + 2;                                                                     \
    EXPECT(wrow_load_acquire_##scope(at), top + 2);                                      \
    wrow_store_relaxed_##scope(at, top + 3);                                             \
    EXPECT(at[0], top + 3);                                                              \
    wrow_store_release_##scope(at, top + 4);                                             \
    EXPECT(at[0], top + 4);                                                              \
    wrow_fence_acq_rel_##scope();                                                        \
    wrow_fence_seq_cst_##scope();
#define MODIFY_SCOPE(scope, unused) ORDERS(MODIFY_ALL, scope, ) LOAD_STORE(scope, )

/* Every word clobbers memory, so each plain access here is one. The neighbours stay. */
template <typename U> WORDS_DEVICE void modify_width(words_record *record, U *words)
{
    const U top = (U)1 << (8 * sizeof(U) - 1), canary = (U)0x5a5a5a5a5a5a5a5au;
    U *at = words + 1;
    words[0] = words[2] = canary;
    SCOPES(MODIFY_SCOPE, )
    EXPECT(words[0], canary);
    EXPECT(words[2], canary);
}

CASE(modify, 32)
{
    modify_width(argument.record, (uint32_t *)argument.memory);
    modify_width(argument.record, argument.memory + 8);
}
LAUNCHER(modify, 1, 1)

/* --------------------------------------- many threads: no update may be lost */
enum { CROWD_BLOCKS = 8, CROWD = 128 };

template <typename U> struct crowd {
    U sum, least, most, all, any, held, given, steps;
};

/* Of `members` threads 0, 1, ..., each calls with its number. */
#define CROWD_WORDS(scope, unused)                                                       \
    template <typename U>                                                                \
    WORDS_DEVICE void crowd_in_##scope(crowd<U> *c, uint32_t number)                     \
    {                                                                                    \
        const U me = (U)number + 1, bit = (U)1 << number % (8 * sizeof(U));              \
        wrow_add_relaxed_##scope(&c->sum, me);                                           \
        wrow_min_relaxed_##scope(&c->least, ~me);                                        \
        wrow_max_relaxed_##scope(&c->most, me);                                          \
        wrow_and_acq_rel_##scope(&c->all, ~bit);                                         \
        wrow_or_release_##scope(&c->any, bit);                                           \
        wrow_add_acquire_##scope(&c->given,                                              \
                                 wrow_exchange_acq_rel_##scope(&c->held, me));           \
        U seen = wrow_load_relaxed_##scope(&c->steps);                                   \
        for (U before = seen + 1; before != seen;) {                                     \
            before = seen;                                                               \
            seen = wrow_compare_exchange_relaxed_##scope(&c->steps, before, before + 1); \
        }                                                                                \
    }
SCOPES(CROWD_WORDS, )

template <typename U> WORDS_DEVICE crowd<U> crowd_start(void)
{
    crowd<U> c = crowd<U>();
    c.least = c.all = ~(U)0;
    return c;
}

template <typename U>
WORDS_DEVICE void crowd_check(words_record *record, const crowd<U> &c, U members)
{
    const U total = members * (members + 1) / 2;
    EXPECT(c.sum, total);
    EXPECT(c.least, ~members);
    EXPECT(c.most, members);
    EXPECT(c.all, 0);
    EXPECT(c.any, ~(U)0);
    EXPECT(c.given + c.held, total);
    EXPECT(c.steps, members);
}

template <typename U>
WORDS_DEVICE void crowd_of_block(words_record *record, wrow_shared<crowd<U>> *c)
{
    if (wrow_thread() == 0)
        c[0] = crowd_start<U>();
    wrow_barrier();
    crowd_in_block(&c[0], wrow_thread());
    wrow_barrier();
    if (wrow_thread() == 0)
        crowd_check<U>(record, c[0], CROWD);
}

CASE(modify_together, CROWD)
{
    WROW_SHARED(crowd<uint32_t>, narrow, [1]);
    WROW_SHARED(crowd<uint64_t>, wide, [1]);
    crowd<uint32_t> *narrow_all = (crowd<uint32_t> *)argument.memory;
    crowd<uint64_t> *wide_all = (crowd<uint64_t> *)argument.memory + 4;
    const uint32_t number = wrow_block() * CROWD + wrow_thread();
    crowd_of_block<uint32_t>(argument.record, narrow);
    crowd_of_block<uint64_t>(argument.record, wide);
    /* Launch 1 prepares, 2 does, 3 checks: the order of kernels is all it needs. */
    if (argument.launch == 1 && number < 2) {
        narrow_all[number] = crowd_start<uint32_t>();
        wide_all[number] = crowd_start<uint64_t>();
    } else if (argument.launch == 2) {
        crowd_in_device(narrow_all, number);
        crowd_in_system(narrow_all + 1, number);
        crowd_in_device(wide_all, number);
        crowd_in_system(wide_all + 1, number);
    } else if (argument.launch == 3 && number < 2) {
        crowd_check<uint32_t>(argument.record, narrow_all[number], CROWD_BLOCKS * CROWD);
        crowd_check<uint64_t>(argument.record, wide_all[number], CROWD_BLOCKS * CROWD);
    }
}
LAUNCHER(modify_together, CROWD_BLOCKS, CROWD)

/* ------------------------------------------------- 16 bytes: whole, never torn */
#define SAME4(actual, x)                                                                 \
    for (uint32_t k = 0; k < 4; ++k)                                                     \
        EXPECT((actual).w[k], (x) + k);
#define WHOLE(scope, base)                                                               \
    wrow_store_relaxed_##scope(at, {{base, base + 1, base + 2, base + 3}});              \
    SAME4(wrow_load16(at), base)                                                         \
    wrow_store16(at, {{base + 4, base + 5, base + 6, base + 7}});                        \
    SAME4(wrow_load_relaxed_##scope(at), base + 4)
#define TORN(scope, at)                                                                  \
    for (uint32_t round = 0; round < 200; ++round) {                                     \
        const uint32_t x = wrow_block() << 16 | wrow_thread() << 8 | round % 251;        \
        wrow_store_relaxed_##scope(at, {{x, ~x, x, ~x}});                                \
        const wrow_words4 v = wrow_load_relaxed_##scope(at);                             \
        EXPECT(v.w[0] == v.w[2] && v.w[1] == ~v.w[0] && v.w[3] == v.w[1], true);         \
    }

/* The read-only loads may see only what an earlier kernel wrote. */
WORDS_DEVICE void constant_bytes(words_record *record, wrow_words4 *from, uint32_t launch)
{
    const uint32_t base = 0x87654321u + wrow_block() * 97 + wrow_thread() * 4;
    if (launch == 1) {
        wrow_store16(from, {{base, base + 1, base + 2, base + 3}});
        return;
    }
    SAME4(wrow_load16_once(from), base)
    SAME4(wrow_load16_constant(from), base)
}

CASE(sixteen_bytes, 32)
{
    words_record *record = argument.record;
    WROW_SHARED(wrow_words4, shared, );
    wrow_words4 *contended = (wrow_words4 *)argument.memory;
    wrow_words4 *at = contended + 2 + wrow_block() * 32 + wrow_thread();
    constant_bytes(record, at + 4096, argument.launch);
    WHOLE(block, 0xfffffff0u)
    WHOLE(device, 0x7ffffff0u)
    WHOLE(system, 0x80000000u)
    wrow_words4 v = {{1, 2, 3, 4}};
    wrow_forget(v);
    SAME4(v, 1)
    TORN(block, &shared)
    TORN(device, contended)
    TORN(system, contended + 1)
}
LAUNCHER(sixteen_bytes, 16, 32)
