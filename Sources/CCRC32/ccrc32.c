#include "ccrc32.h"

#include <zlib.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_acle.h>
#include <string.h>
#include <sys/auxv.h>
#endif

static uint32_t crc_portable(uint32_t crc, const uint8_t *data, size_t count) {
    while (count > 0) {
        // The library counts in 32 bits.
        uInt part = count < (1u << 30) ? (uInt)count : 1u << 30;
        crc = (uint32_t)crc32(crc, data, part);
        data += part;
        count -= part;
    }
    return crc;
}

#if defined(__x86_64__)

// The message is a polynomial over GF(2), its first bit the highest power, and the CRC is its remainder by
//     P = x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 + x^7 + x^5 + x^4 + x^2 + x + 1.
// 128 bits of it, loaded as they lie in memory, hold x^127 in bit 0 and x^0 in bit 127: H * x^64 + L, where H is the low
// half of the vector. They may be taken out and added to what lies D bits further on, as
//     H * (x^(D + 64) mod P) + L * (x^D mod P),
// which leaves the remainder as it is and is at most 96 bits long. The instruction multiplies two halves of 64 bits whose
// bit 0 is x^63; bit 0 of the product then is x^126, not x^127, so each product counts once too often by x, and the
// constants are powers lower by one: x^(D + 63) mod P and x^(D - 1) mod P, with x^31 in bit 32 and x^0 in bit 63.
//
// Four vectors are folded over D = 512 bits while there are 64 more bytes, then into one with D = 128. The 16 bytes that
// are left have the same remainder as all that went into them, so libz finishes with them and with the last bytes.
static const uint64_t FOLD_512[2] __attribute__((aligned(16))) = {0x653d982200000000, 0xcad38e8f00000000};
static const uint64_t FOLD_128[2] __attribute__((aligned(16))) = {0x65673b4600000000, 0x9ba54c6f00000000};

#define FOLD_MINIMUM 128

__attribute__((target("pclmul,sse2")))
static inline __m128i fold(__m128i x, __m128i constants, __m128i next) {
    __m128i high = _mm_clmulepi64_si128(x, constants, 0x00);
    __m128i low = _mm_clmulepi64_si128(x, constants, 0x11);
    return _mm_xor_si128(_mm_xor_si128(high, low), next);
}

__attribute__((target("pclmul,sse2")))
static uint32_t crc_x86(uint32_t crc, const uint8_t *data, size_t count) {
    // The CRC of what came before is added to the first 32 bits; it starts and ends inverted (RFC 1952, 8).
    const __m128i *from = (const __m128i *)data;
    __m128i x0 = _mm_xor_si128(_mm_loadu_si128(from), _mm_cvtsi32_si128((int)~crc));
    __m128i x1 = _mm_loadu_si128(from + 1);
    __m128i x2 = _mm_loadu_si128(from + 2);
    __m128i x3 = _mm_loadu_si128(from + 3);
    const __m128i by_512 = _mm_load_si128((const __m128i *)FOLD_512);
    for (from += 4, count -= 64; count >= 64; from += 4, count -= 64) {
        x0 = fold(x0, by_512, _mm_loadu_si128(from));
        x1 = fold(x1, by_512, _mm_loadu_si128(from + 1));
        x2 = fold(x2, by_512, _mm_loadu_si128(from + 2));
        x3 = fold(x3, by_512, _mm_loadu_si128(from + 3));
    }
    const __m128i by_128 = _mm_load_si128((const __m128i *)FOLD_128);
    x1 = fold(x0, by_128, x1);
    x2 = fold(x1, by_128, x2);
    x3 = fold(x2, by_128, x3);
    for (; count >= 16; from += 1, count -= 16) x3 = fold(x3, by_128, _mm_loadu_si128(from));

    uint8_t rest[16];
    _mm_storeu_si128((__m128i *)rest, x3);
    // libz inverts what it is given, so this begins with 0.
    crc = crc_portable(0xffffffff, rest, sizeof rest);
    return crc_portable(crc, (const uint8_t *)from, count);
}

static int has_instructions(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    return c >> 1 & 1;  // PCLMULQDQ
}

#define crc_fast crc_x86
#define FAST CCRC32_X86

#elif defined(__aarch64__)

#define FOLD_MINIMUM 16

__attribute__((target("crc")))
static uint32_t crc_arm(uint32_t crc, const uint8_t *data, size_t count) {
    crc = ~crc;
    for (; count >= 8; data += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, data, 8);
        crc = __crc32d(crc, word);
    }
    for (; count > 0; data++, count--) crc = __crc32b(crc, *data);
    return ~crc;
}

static int has_instructions(void) {
    return (getauxval(AT_HWCAP) >> 7) & 1;  // HWCAP_CRC32
}

#define crc_fast crc_arm
#define FAST CCRC32_ARM

#else

#define FOLD_MINIMUM 0

static int has_instructions(void) { return 0; }

#define crc_fast crc_portable
#define FAST CCRC32_PORTABLE

#endif

ccrc32_code_t ccrc32_best(void) {
    // Asked once; two threads that ask at the same time write the same answer.
    static int answer = -1;
    int known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
    if (known < 0) {
        known = has_instructions() ? FAST : CCRC32_PORTABLE;
        __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
    }
    return (ccrc32_code_t)known;
}

uint32_t ccrc32_with(uint32_t crc, const void *bytes, size_t count, ccrc32_code_t code) {
    if (count >= FOLD_MINIMUM && code != CCRC32_PORTABLE && code == ccrc32_best()) return crc_fast(crc, bytes, count);
    return crc_portable(crc, bytes, count);
}

uint32_t ccrc32(uint32_t crc, const void *bytes, size_t count) { return ccrc32_with(crc, bytes, count, ccrc32_best()); }
