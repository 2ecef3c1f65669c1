#include "csha256.h"

#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#include <sys/auxv.h>
#endif

// FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t K[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

// Compresses `blocks` blocks of 64 bytes (FIPS 180-4, 6.2.2).
static void compress_portable(uint32_t state[8], const uint8_t *data, size_t blocks) {
    uint32_t w[64];
    for (; blocks > 0; blocks--, data += 64) {
        for (int t = 0; t < 16; t++) {
            w[t] = (uint32_t)data[4 * t] << 24 | (uint32_t)data[4 * t + 1] << 16 | (uint32_t)data[4 * t + 2] << 8
                | (uint32_t)data[4 * t + 3];
        }
        for (int t = 16; t < 64; t++) {
            uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ (w[t - 15] >> 3);
            uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ (w[t - 2] >> 10);
            w[t] = w[t - 16] + s0 + w[t - 7] + s1;
        }
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (int t = 0; t < 64; t++) {
            uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
            uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t];
            uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
            uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + t1;
            d = c, c = b, b = a, a = t1 + t2;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
}

#if defined(__x86_64__) || defined(__i386__)

// The instruction wants the state as the two vectors ABEF and CDGH; message words go in as four vectors of four,
// and from the fifth group of rounds on each group makes the words that it uses.
__attribute__((target("sha,sse4.1,ssse3")))
static void compress_x86(uint32_t state[8], const uint8_t *data, size_t blocks) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    __m128i dcba = _mm_loadu_si128((const __m128i *)&state[0]);
    __m128i hgfe = _mm_loadu_si128((const __m128i *)&state[4]);
    __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1);
    __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);

    for (; blocks > 0; blocks--, data += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i m[4];
#pragma clang loop unroll(full)
        for (int group = 0; group < 16; group++) {
            __m128i words;
            if (group < 4) {
                words = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(data + 16 * group)), big_endian);
            } else {
                // m holds the words t-16, t-12, t-8, t-4, oldest at group % 4.
                __m128i w16 = m[group & 3], w12 = m[(group + 1) & 3], w8 = m[(group + 2) & 3], w4 = m[(group + 3) & 3];
                words = _mm_sha256msg1_epu32(w16, w12);
                words = _mm_add_epi32(words, _mm_alignr_epi8(w4, w8, 4));
                words = _mm_sha256msg2_epu32(words, w4);
            }
            m[group & 3] = words;
            __m128i sum = _mm_add_epi32(words, _mm_load_si128((const __m128i *)&K[4 * group]));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }

    __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)&state[0], _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)&state[4], _mm_alignr_epi8(dchg, feba, 8));
}

static int has_instructions(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    int ssse3 = c >> 9 & 1, sse41 = c >> 19 & 1;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
    int sha = b >> 29 & 1;
    return ssse3 && sse41 && sha;
}

#define compress_fast compress_x86
#define FAST CSHA256_X86

#elif defined(__aarch64__)

__attribute__((target("sha2")))
static void compress_arm(uint32_t state[8], const uint8_t *data, size_t blocks) {
    uint32x4_t abcd = vld1q_u32(&state[0]), efgh = vld1q_u32(&state[4]);
    for (; blocks > 0; blocks--, data += 64) {
        const uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t m[4];
        for (int group = 0; group < 16; group++) {
            uint32x4_t words;
            if (group < 4) {
                words = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(data + 16 * group)));
            } else {
                words = vsha256su0q_u32(m[group & 3], m[(group + 1) & 3]);
                words = vsha256su1q_u32(words, m[(group + 2) & 3], m[(group + 3) & 3]);
            }
            m[group & 3] = words;
            uint32x4_t sum = vaddq_u32(words, vld1q_u32(&K[4 * group]));
            uint32x4_t abcd_now = abcd;
            abcd = vsha256hq_u32(abcd, efgh, sum);
            efgh = vsha256h2q_u32(efgh, abcd_now, sum);
        }
        abcd = vaddq_u32(abcd, abcd_before);
        efgh = vaddq_u32(efgh, efgh_before);
    }
    vst1q_u32(&state[0], abcd);
    vst1q_u32(&state[4], efgh);
}

static int has_instructions(void) {
    return (getauxval(AT_HWCAP) >> 6) & 1;  // HWCAP_SHA2
}

#define compress_fast compress_arm
#define FAST CSHA256_ARM

#else

static int has_instructions(void) { return 0; }

#define compress_fast compress_portable
#define FAST CSHA256_PORTABLE

#endif

csha256_code_t csha256_best(void) {
    // Asked once; two threads that ask at the same time write the same answer.
    static int answer = -1;
    int known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
    if (known < 0) {
        known = has_instructions() ? FAST : CSHA256_PORTABLE;
        __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
    }
    return (csha256_code_t)known;
}

static void compress(csha256_t *sha, const uint8_t *data, size_t blocks, csha256_code_t code) {
    if (code != CSHA256_PORTABLE && code == csha256_best()) {
        compress_fast(sha->state, data, blocks);
    } else {
        compress_portable(sha->state, data, blocks);
    }
}

void csha256_init(csha256_t *sha) {
    // FIPS 180-4, 5.3.3
    static const uint32_t start[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    memcpy(sha->state, start, sizeof start);
    sha->length = 0;
    memset(sha->block, 0, sizeof sha->block);
}

void csha256_update_with(csha256_t *sha, const void *bytes, size_t count, csha256_code_t code) {
    const uint8_t *data = bytes;
    size_t held = sha->length % 64;
    sha->length += count;
    if (held > 0) {
        size_t taken = 64 - held < count ? 64 - held : count;
        memcpy(sha->block + held, data, taken);
        data += taken;
        count -= taken;
        if (held + taken < 64) return;
        compress(sha, sha->block, 1, code);
    }
    if (count >= 64) {
        compress(sha, data, count / 64, code);
        data += count / 64 * 64;
        count %= 64;
    }
    if (count > 0) memcpy(sha->block, data, count);
}

void csha256_update(csha256_t *sha, const void *bytes, size_t count) {
    csha256_update_with(sha, bytes, count, csha256_best());
}

void csha256_final(csha256_t *sha, uint8_t digest[32]) {
    uint64_t bits = sha->length * 8;
    uint8_t padding[72] = {0x80};
    size_t held = sha->length % 64;
    size_t zeros = (held < 56 ? 56 : 120) - held;  // the mark and its zeros
    for (int i = 0; i < 8; i++) padding[zeros + i] = (uint8_t)(bits >> (56 - 8 * i));
    csha256_update(sha, padding, zeros + 8);
    for (int i = 0; i < 8; i++) {
        digest[4 * i] = (uint8_t)(sha->state[i] >> 24);
        digest[4 * i + 1] = (uint8_t)(sha->state[i] >> 16);
        digest[4 * i + 2] = (uint8_t)(sha->state[i] >> 8);
        digest[4 * i + 3] = (uint8_t)sha->state[i];
    }
}
