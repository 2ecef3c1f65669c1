#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

/// A SHA-256 computation (FIPS 180-4) that takes its message in pieces.
typedef struct {
    uint32_t state[8];
    uint64_t length;     ///< bytes taken so far
    uint8_t block[64];   ///< the first length % 64 bytes hold the unfinished block
} csha256_t;

/// Which code does the compression.
typedef enum {
    CSHA256_PORTABLE = 0,
    CSHA256_X86 = 1,  ///< the SHA instructions of x86
    CSHA256_ARM = 2,  ///< the SHA-2 instructions of ARMv8
} csha256_code_t;

/// The fastest code that this processor runs.
csha256_code_t csha256_best(void);

/// Begins a message.
void csha256_init(csha256_t *sha);

/// Takes the next `count` bytes of the message.
void csha256_update(csha256_t *sha, const void *bytes, size_t count);

/// The same with a given code, for tests; one that the processor can't run falls back to the portable code.
void csha256_update_with(csha256_t *sha, const void *bytes, size_t count, csha256_code_t code);

/// Ends the message and writes its 32 bytes; `sha` must be begun anew afterwards.
void csha256_final(csha256_t *sha, uint8_t digest[32]);

#endif
