/* reduce_fold_key.cuh -- min and max: the smallest unsigned key. */
#ifndef WROW_REDUCE_FOLD_KEY_CUH
#define WROW_REDUCE_FOLD_KEY_CUH

#include "reduce/reduce_fold_integer.cuh"

WROW_DEVICE uint64_t least(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

/* What the folds of keys share: the smallest key wins, all ones is nothing. */
struct fold_least {
    typedef uint64_t word;
    WROW_DEVICE word identity(const reduce_job &job)
    {
        return job.identity_word;
    }
    template <typename L> WROW_DEVICE void settle(L &)
    {
    }
    WROW_DEVICE word combine(word x, word y)
    {
        return least(x, y);
    }
};

/* min and max of integers: keys are bits ^ flip. Bytes are taken as the upper
 * halves of 16-bit keys, even and odd ones apart, since Hopper has a packed
 * minimum for halves and none for bytes. */
struct fold_key8 : fold_least {
    enum { BYTES = 1 };
    struct lanes {
        uint32_t even, odd;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.even = l.odd = ~0u;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL
        for (int k = 0; k < 4; ++k) {
            const uint32_t key = s.w[k] ^ job.flip_word;
            l.even = wrow_min_uhalves(l.even, key & 0x00ff00ffu);
            l.odd = wrow_min_uhalves(l.odd, key & 0xff00ff00u);
        }
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        const uint32_t both =
            wrow_min_uhalves(l.even & 0x00ff00ffu, l.odd >> 8 & 0x00ff00ffu);
        return least(both & 0xffffu, both >> 16);
    }
};
struct fold_key16 : fold_least {
    enum { BYTES = 2 };
    struct lanes {
        uint32_t pair;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.pair = ~0u;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL
        for (int k = 0; k < 4; ++k)
            l.pair = wrow_min_uhalves(l.pair, s.w[k] ^ job.flip_word);
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return least(l.pair & 0xffffu, l.pair >> 16);
    }
};
struct fold_key32 : fold_least {
    enum { BYTES = 4 };
    struct lanes {
        uint32_t key;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.key = ~0u;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL
        for (int k = 0; k < 4; ++k) {
            const uint32_t key = s.w[k] ^ job.flip_word;
            l.key = key < l.key ? key : l.key;
        }
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.key;
    }
};
struct fold_key64 : fold_least {
    enum { BYTES = 8 };
    struct lanes {
        uint64_t key;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.key = ~(uint64_t)0;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        l.key = least(l.key, pair(s.w[0], s.w[1]) ^ job.finish.flip);
        l.key = least(l.key, pair(s.w[2], s.w[3]) ^ job.finish.flip);
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.key;
    }
};

/* min and max of floats: NaNs are found apart, as the largest magnitude, which is
 * cheaper than a test of each key; a NaN's own key is then overruled by key 0. */
struct fold_float_key16 : fold_least {
    enum { BYTES = 2 };
    struct lanes {
        uint32_t pair, magnitude;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.pair = ~0u;
        l.magnitude = ~0u; /* kept complemented: the packed minimum finds the largest */
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL
        for (int k = 0; k < 4; ++k) {
            const uint32_t negative = (s.w[k] >> 15 & 0x00010001u) * 0xffffu;
            const uint32_t key = s.w[k] ^ (negative | 0x80008000u);
            l.pair = wrow_min_uhalves(l.pair, key ^ job.flip_word);
            l.magnitude = wrow_min_uhalves(l.magnitude, ~s.w[k] | 0x80008000u);
        }
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &job)
    {
        const uint64_t low = least(l.magnitude & 0xffffu, l.magnitude >> 16);
        const uint64_t largest = ~low & 0x7fffu;
        return largest > job.infinity ? 0 : least(l.pair & 0xffffu, l.pair >> 16);
    }
};
struct fold_float_key32 : fold_least {
    enum { BYTES = 4 };
    struct lanes {
        uint32_t key, magnitude;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.key = ~0u;
        l.magnitude = 0;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL
        for (int k = 0; k < 4; ++k) {
            const uint32_t negative = (uint32_t)((int32_t)s.w[k] >> 31);
            const uint32_t key = s.w[k] ^ (negative | 0x80000000u) ^ job.flip_word;
            const uint32_t magnitude = s.w[k] & 0x7fffffffu;
            l.key = key < l.key ? key : l.key;
            l.magnitude = magnitude > l.magnitude ? magnitude : l.magnitude;
        }
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &job)
    {
        return l.magnitude > job.infinity ? 0 : l.key;
    }
};
struct fold_float_key64 : fold_least {
    enum { BYTES = 8 };
    struct lanes {
        uint64_t key;
        bool nan;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.key = ~(uint64_t)0;
        l.nan = false;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL
        for (int p = 0; p < 2; ++p) {
            const uint64_t bits = pair(s.w[2 * p], s.w[2 * p + 1]);
            const double value = f64_from_bits(bits);
            const uint64_t negative = (uint64_t)((int64_t)bits >> 63);
            const uint64_t key = bits ^ (negative | (uint64_t)1 << 63) ^ job.finish.flip;
            l.key = least(l.key, key);
            l.nan = l.nan || value != value;
        }
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.nan ? 0 : l.key;
    }
};

#endif
