// Bytes, sixteen at a time. The instructions are those that every x86-64 and arm64 processor has; elsewhere words do.
#ifndef CVECTOR_H
#define CVECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The functions tell how many of the first bytes a JSON string simply carries on over: those that are no quote, no
// backslash, no control character and no byte of a multi-byte character.

#if defined(__SSE2__)
#include <emmintrin.h>

/// Bit i is set where byte i is not plain.
static inline uint32_t cvector_special(const uint8_t *bytes) {
    __m128i text = _mm_loadu_si128((const __m128i *)bytes);
    // Compared with their signs, bytes from 0x80 on are below 0x20 too.
    __m128i special = _mm_cmplt_epi8(text, _mm_set1_epi8(0x20));
    special = _mm_or_si128(special, _mm_cmpeq_epi8(text, _mm_set1_epi8('"')));
    special = _mm_or_si128(special, _mm_cmpeq_epi8(text, _mm_set1_epi8('\\')));
    return (uint32_t)_mm_movemask_epi8(special);
}

/// How many of the 16 bytes are plain before the first that is not.
static inline long cvector_plain16(const uint8_t *bytes) {
    return __builtin_ctz(cvector_special(bytes) | 0x10000);
}

/// The same from the byte at `skip` on, 0 to 15 of the 16.
static inline long cvector_plain16_after(const uint8_t *bytes, long skip) {
    return __builtin_ctz((cvector_special(bytes) | 0x10000) >> skip);
}

/// How many of the 16 bytes are digits before the first that is none.
static inline long cvector_digits16(const uint8_t *bytes) {
    // Digits come to be the ten lowest bytes, compared with their signs.
    __m128i text = _mm_add_epi8(_mm_loadu_si128((const __m128i *)bytes), _mm_set1_epi8((char)(0x80 - '0')));
    uint32_t others = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(text, _mm_set1_epi8((char)(0x80 + 9))));
    return __builtin_ctz(others | 0x10000);
}

#elif defined(__ARM_NEON)
#include <arm_neon.h>

/// Bits 4i to 4i + 3 are set where byte i is not plain.
static inline uint64_t cvector_special(const uint8_t *bytes) {
    uint8x16_t text = vld1q_u8(bytes);
    uint8x16_t special = vcltq_s8(vreinterpretq_s8_u8(text), vdupq_n_s8(0x20));
    special = vorrq_u8(special, vceqq_u8(text, vdupq_n_u8('"')));
    special = vorrq_u8(special, vceqq_u8(text, vdupq_n_u8('\\')));
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(special), 4)), 0);
}

/// How many of the 16 bytes are plain before the first that is not.
static inline long cvector_plain16(const uint8_t *bytes) {
    uint64_t special = cvector_special(bytes);
    return special == 0 ? 16 : __builtin_ctzll(special) >> 2;
}

/// The same from the byte at `skip` on, 0 to 15 of the 16.
static inline long cvector_plain16_after(const uint8_t *bytes, long skip) {
    uint64_t special = cvector_special(bytes) >> (4 * skip);
    return special == 0 ? 16 - skip : __builtin_ctzll(special) >> 2;
}

/// How many of the 16 bytes are digits before the first that is none.
static inline long cvector_digits16(const uint8_t *bytes) {
    uint8x16_t others = vcgtq_u8(vsubq_u8(vld1q_u8(bytes), vdupq_n_u8('0')), vdupq_n_u8(9));
    uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(others), 4)), 0);
    return mask == 0 ? 16 : __builtin_ctzll(mask) >> 2;
}

#else

/// The same from the byte at `skip` on, 0 to 15 of the 16.
static inline long cvector_plain16_after(const uint8_t *bytes, long skip) {
    long here = skip;
    while (here < 16 && bytes[here] >= 0x20 && bytes[here] < 0x80 && bytes[here] != '"' && bytes[here] != '\\') here++;
    return here - skip;
}

/// How many of the 16 bytes are plain before the first that is not.
static inline long cvector_plain16(const uint8_t *bytes) { return cvector_plain16_after(bytes, 0); }

/// How many of the 16 bytes are digits before the first that is none.
static inline long cvector_digits16(const uint8_t *bytes) {
    long here = 0;
    while (here < 16 && bytes[here] >= '0' && bytes[here] <= '9') here++;
    return here;
}

#endif

/// How many of the bytes are plain before the first that is not.
long cvector_plain(const uint8_t *bytes, long count);

/// The number that up to 16 digits spell, which end before `end`; -1 where not all of them are digits.
///
/// 16 bytes have to be there before the end, and there have to be 0 to 16 digits.
static inline int64_t cvector_number(const uint8_t *end, long digits) {
#if defined(__SSE2__)
    static const uint8_t masks[32] = {0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
                                      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    __m128i text = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(end - 16)), _mm_set1_epi8('0'));
    // What stands before the digits counts as zeros.
    text = _mm_and_si128(text, _mm_loadu_si128((const __m128i *)(masks + digits)));
    __m128i nine = _mm_set1_epi8(9);
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(text, nine), nine)) != 0xFFFF) return -1;
    // Two digits make a number, and two of those.
    __m128i pairs = _mm_add_epi16(
        _mm_mullo_epi16(_mm_and_si128(text, _mm_set1_epi16(0xFF)), _mm_set1_epi16(10)), _mm_srli_epi16(text, 8));
    __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
    uint64_t high = (uint64_t)_mm_cvtsi128_si64(fours), low = (uint64_t)_mm_cvtsi128_si64(_mm_srli_si128(fours, 8));
    high = (high & 0xFFFF) * 10000 + (high >> 32);
    low = (low & 0xFFFF) * 10000 + (low >> 32);
    return (int64_t)(high * 100000000 + low);
#else
    int64_t number = 0;
    for (const uint8_t *digit = end - digits; digit < end; digit++) {
        if (*digit < '0' || *digit > '9') return -1;
        number = number * 10 + (*digit - '0');
    }
    return number;
#endif
}

/// Whether the bytes are those of four words, the first one in the lowest byte of the first.
///
/// 32 bytes have to be there; those that count have their bits set in `mask`, which are the lowest ones, one or more.
static inline bool cvector_holds(
    const uint8_t *bytes, uint64_t first, uint64_t second, uint64_t third, uint64_t fourth, uint32_t mask) {
#if defined(__SSE2__)
    __m128i low = _mm_cmpeq_epi8(
        _mm_loadu_si128((const __m128i *)bytes), _mm_set_epi64x((long long)second, (long long)first));
    __m128i high = _mm_cmpeq_epi8(
        _mm_loadu_si128((const __m128i *)(bytes + 16)), _mm_set_epi64x((long long)fourth, (long long)third));
    uint32_t same = (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
    return (~same & mask) == 0;
#else
    uint64_t words[4] = {first, second, third, fourth};
    return memcmp(bytes, words, 32 - (size_t)__builtin_clz(mask)) == 0;
#endif
}

/// Decodes the beginning of a Base64 text (RFC 4648, 4), as far as it can many characters at a time and they are all of
/// the alphabet, or padding at the text's end.
///
/// `output` has to have room for three bytes for each four characters of the text, and eight more, which may be written
/// over. The result is how many characters were decoded, a multiple of four; 0 for short texts, and on processors without the
/// instructions for it. Each four make three bytes, less one for each character of padding.
size_t cvector_base64_decode(const uint8_t *text, size_t count, uint8_t *output);

#endif
