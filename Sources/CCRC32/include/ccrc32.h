#ifndef CCRC32_H
#define CCRC32_H

#include <stddef.h>
#include <stdint.h>

/// Which code computes the checksum.
typedef enum {
    CCRC32_PORTABLE = 0,  ///< libz
    CCRC32_X86 = 1,       ///< carry-less multiplication, PCLMULQDQ
    CCRC32_ARM = 2,       ///< the CRC-32 instructions of ARMv8
} ccrc32_code_t;

/// The fastest code that this processor runs.
ccrc32_code_t ccrc32_best(void);

/// The CRC-32 of gzip (RFC 1952, 8) of a message, given that of what comes before these bytes; 0 at the beginning.
uint32_t ccrc32(uint32_t crc, const void *bytes, size_t count);

/// The same with a given code, for tests; one that the processor can't run falls back to the portable code.
uint32_t ccrc32_with(uint32_t crc, const void *bytes, size_t count, ccrc32_code_t code);

#endif
