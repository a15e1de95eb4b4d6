/*
 * tests/support/sanitizer.h -- whether AddressSanitizer is there (CASE_ASAN), and less of
 * the same where WINDROW_TEST_SANITIZER=1 says that a tool makes every kernel cost a
 * hundred times as much (scripts/gpu_test.sh).
 */
#ifndef WINDROW_TESTS_SANITIZER_H
#define WINDROW_TESTS_SANITIZER_H

#include <stddef.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define CASE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CASE_ASAN 1
#endif
#endif

static inline size_t unless_sanitized(size_t usual, size_t sanitized)
{
    const char *text = getenv("WINDROW_TEST_SANITIZER");
    return text && text[0] == '1' ? sanitized : usual;
}

#endif
