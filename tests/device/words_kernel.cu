/* words_kernel.cu -- every word of words.cuh: who am I, lanes, barriers, packed
 * arithmetic, conversion, time. */
#include "words_check.cuh"
#include <string.h>

CASE(who, 96)
{
    words_record *record = argument.record;
    uint32_t x, blocks, thread, lane;
    uint64_t *seen = argument.memory + wrow_block() * 96 + wrow_thread();
    if (argument.launch == 1) {
        *seen += 1;
        return;
    }
    EXPECT(*seen, 1); /* so there is one of each */
    WORDS_REGISTER(x, "ctaid.x", block);
    WORDS_REGISTER(blocks, "nctaid.x", blocks);
    WORDS_REGISTER(thread, "tid.x", thread);
    WORDS_REGISTER(lane, "laneid", thread % 32);
    EXPECT(wrow_block(), x);
    EXPECT(wrow_blocks(), 3);
    EXPECT(blocks, 3);
    EXPECT(wrow_thread(), thread);
    EXPECT(wrow_threads(), 96);
    EXPECT(wrow_lane(), lane);
    EXPECT(wrow_warp(), thread / 32);
}
LAUNCHER(who, 3, 96)

/* ------------------------------------------------------------------------ lanes */
template <typename T> WORDS_DEVICE void shuffle_type(words_record *record)
{
    const uint32_t lane = wrow_lane();
    const T unit = (T)(sizeof(T) == 8 ? 1ull << 33 : 3);
    const T mine = (T)(lane + 1) * unit;
    for (uint32_t d = 0; d < 32; ++d) {
        const uint32_t below = lane + d < 32 ? lane + d : lane;
        EXPECT(wrow_shuffle_down(WROW_ALL_LANES, mine, d), (T)(below + 1) * unit);
        EXPECT(wrow_shuffle_xor(WROW_ALL_LANES, mine, d), (T)((lane ^ d) + 1) * unit);
        EXPECT(wrow_shuffle(WROW_ALL_LANES, mine, d), (T)(d + 1) * unit);
        EXPECT(wrow_shuffle(WROW_ALL_LANES, mine, (lane + d) % 32),
               (T)((lane + d) % 32 + 1) * unit);
    }
}

/* The lanes of a mask alone: halves of the warp, then even and odd lanes, do different
 * things at the same time. */
WORDS_DEVICE void some_lanes(words_record *record, wrow_shared<uint32_t> *shared)
{
    const uint32_t lane = wrow_lane(), half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
    if (lane < 16) {
        EXPECT(wrow_ballot(half, lane % 4 == 1), 0x00002222u);
        EXPECT(wrow_shuffle_xor(half, lane, 5), lane ^ 5);
        const uint32_t below = wrow_shuffle_down(half, lane, 3);
        EXPECT(lane + 3 > 15 || below == lane + 3, true); /* past the mask: anything */
    } else {
        EXPECT(wrow_ballot(half, lane % 4 == 1), 0x22220000u);
        EXPECT(wrow_shuffle(half, lane * 7, 19), 19 * 7);
        EXPECT(wrow_shuffle_down(half, lane, 3), lane + 3 < 32 ? lane + 3 : lane);
    }
    const uint32_t alternate = 0x55555555u << lane % 2;
    if (lane % 2 == 0) {
        EXPECT(wrow_ballot(alternate, true), 0x55555555u);
        shared[lane] = lane + 100;
        wrow_warp_barrier(alternate);
        EXPECT(shared[(lane + 2) % 32], (lane + 2) % 32 + 100);
    } else {
        EXPECT(wrow_ballot(alternate, lane > 15), 0xaaaa0000u);
        EXPECT(wrow_shuffle_xor(alternate, lane, 6), lane ^ 6);
        shared[lane] = lane + 200;
        wrow_warp_barrier(alternate);
        EXPECT(shared[(lane + 2) % 32], (lane + 2) % 32 + 200);
    }
    wrow_warp_barrier(WROW_ALL_LANES);
    EXPECT(shared[lane ^ 1], (lane ^ 1) + (lane % 2 == 1 ? 100 : 200));
}

CASE(lanes, 96)
{
    WROW_SHARED(uint32_t, shared, [3][32]);
    const uint32_t lane = wrow_lane();
    words_record *record = argument.record;
    EXPECT(wrow_ballot(WROW_ALL_LANES, lane % 3 == wrow_warp()),
           0x49249249u << wrow_warp());
    EXPECT(wrow_ballot(WROW_ALL_LANES, false), 0);
    EXPECT(wrow_ballot(WROW_ALL_LANES, true), 0xffffffffu);
    shuffle_type<uint32_t>(record);
    shuffle_type<uint64_t>(record);
    shuffle_type<float>(record);
    shuffle_type<double>(record);
    some_lanes(record, shared[wrow_warp()]);
}
LAUNCHER(lanes, 1, 96)

/* Every thread writes and reads another warp's word, over and over. */
CASE(barriers, 1024)
{
    words_record *record = argument.record;
    WROW_SHARED(uint32_t, shared, [1024]);
    const uint32_t thread = wrow_thread(), other = (thread + 33) % 1024;
    for (uint32_t round = 0; round < 50; ++round) {
        shared[thread] = round * 1024 + thread;
        wrow_barrier();
        EXPECT(shared[other], round * 1024 + other);
        wrow_barrier();
    }
}
LAUNCHER(barriers, 1, 1024)

/* ------------------------------------------------------------ packed arithmetic */
WORDS_DEVICE uint32_t edge(uint32_t k)
{
    const uint32_t edges[] = {0,           1,           0x7f,        0x80,
                              0xff,        0x7fff,      0x8000,      0xffff,
                              0x7fffffffu, 0x80000000u, 0xffffffffu, 0x80808080u,
                              0x7f7f7f7fu, 0x80007fffu, 0x00ff00ffu, 0xff00ff00u};
    return k < 16 ? edges[k] : k * 0x9e3779b9u ^ (k * 0x85ebca6bu >> 13);
}

WORDS_DEVICE void packed_pair(words_record *record, uint32_t a, uint32_t b)
{
    uint32_t bytes = b, ubytes = b, halves = b, uhalves = b, low4 = 0, low2 = 0, ones = 0;
    for (uint32_t k = 0; k < 32; k += 8) {
        const uint32_t x = a >> k & 0xff, y = b >> k & 0xff;
        bytes += x - (x > 127 ? 256 : 0);
        ubytes += x;
        low4 |= (x < y ? x : y) << k;
    }
    for (uint32_t k = 0; k < 32; k += 16) {
        const uint32_t x = a >> k & 0xffff, y = b >> k & 0xffff;
        halves += x - (x > 32767 ? 65536 : 0);
        uhalves += x;
        low2 |= (x < y ? x : y) << k;
    }
    for (uint32_t k = 0; k < 32; ++k)
        ones += a >> k & 1;
    EXPECT((uint32_t)wrow_add_bytes((int32_t)b, a), bytes);
    EXPECT(wrow_add_ubytes(b, a), ubytes);
    EXPECT((uint32_t)wrow_add_halves((int32_t)b, a), halves);
    EXPECT(wrow_add_uhalves(b, a), uhalves);
    EXPECT(wrow_min_ubytes(a, b), low4);
    EXPECT(wrow_min_uhalves(a, b), low2);
    EXPECT(wrow_popcount(a), ones);
    for (uint32_t bits = 0; bits < 32; ++bits)
        EXPECT(wrow_funnel(a, b, bits), (uint32_t)(((uint64_t)b << 32 | a) >> bits));
}

CASE(packed, 64)
{
    packed_pair(argument.record, edge(wrow_block()), edge(wrow_thread()));
}
LAUNCHER(packed, 64, 64)

/* ------------------------------------------------------------------- conversion */
WORDS_DEVICE uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* All f16: a subnormal is its 10 bits times 2^-24, which f32 holds exactly. */
CASE(halves, 1024)
{
    words_record *record = argument.record;
    const uint32_t bits = wrow_block() * 1024 + wrow_thread();
    const uint32_t sign = (bits & 0x8000) << 16, power = bits >> 10 & 31,
                   low = bits & 1023;
    const uint32_t actual = bits_of(wrow_f16_to_f32((uint16_t)bits));
    uint32_t expected = sign | (power + 112) << 23 | low << 13;
    if (power == 0)
        expected = sign | bits_of((float)low * 0x1p-24f);
    if (power == 31)
        expected = sign | 0x7f800000u;
    if (power == 31 && low != 0)
        EXPECT((actual & 0x7fffffffu) > 0x7f800000u, true);
    else
        EXPECT(actual, expected);
}
LAUNCHER(halves, 64, 1024)

/* ------------------------------------------------------------------------- time */
/* Both clocks go on while a thread sleeps; neither says how long. */
CASE(times, 32)
{
    words_record *record = argument.record;
    const uint64_t ns = wrow_time_ns(), cycles = wrow_clock();
    uint64_t now = ns;
    for (uint32_t polls = 0; now - ns < 100000 && polls < POLLS; ++polls) {
        wrow_sleep(1000);
        now = wrow_time_ns();
    }
    EXPECT(now > ns && now - ns >= 100000, true);
    EXPECT(wrow_clock() > cycles, true);
}
LAUNCHER(times, 1, 1)

/* The record of this one must say so. */
CASE(wrong, 32)
{
    words_record *record = argument.record;
    EXPECT(wrow_thread(), wrow_thread());
    if (wrow_thread() == 7)
        EXPECT(wrow_popcount(7), 4);
}
LAUNCHER(wrong, 1, 32)
