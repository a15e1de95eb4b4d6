/* core/alias.h -- bits of elements as integers, whatever the caller stored there: floats
 * too, which the rules of C would let a compiler that sees both sides overlook. */
#ifndef WROW_CORE_ALIAS_H
#define WROW_CORE_ALIAS_H

#include <stdint.h>

typedef uint8_t any_bits8; /* a character: it aliases already */
typedef uint16_t __attribute__((may_alias)) any_bits16;
typedef uint32_t __attribute__((may_alias)) any_bits32;
typedef uint64_t __attribute__((may_alias)) any_bits64;

#endif
