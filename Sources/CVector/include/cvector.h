// Bytes, sixteen at a time. The instructions are those that every x86-64 and arm64 processor has; elsewhere words do.
#ifndef CVECTOR_H
#define CVECTOR_H

#include <stddef.h>
#include <stdint.h>

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

#else

/// The same from the byte at `skip` on, 0 to 15 of the 16.
static inline long cvector_plain16_after(const uint8_t *bytes, long skip) {
    long here = skip;
    while (here < 16 && bytes[here] >= 0x20 && bytes[here] < 0x80 && bytes[here] != '"' && bytes[here] != '\\') here++;
    return here - skip;
}

/// How many of the 16 bytes are plain before the first that is not.
static inline long cvector_plain16(const uint8_t *bytes) { return cvector_plain16_after(bytes, 0); }

#endif

/// Decodes the beginning of a Base64 text (RFC 4648, 4), as far as whole groups of 32 or 64 characters hold nothing but
/// characters of the alphabet.
///
/// `output` has to have room for three bytes for each four characters of the text, and four more, which may be written
/// over. The result is how many characters were decoded; 0 on processors without the instructions for it.
size_t cvector_base64_decode(const uint8_t *text, size_t count, uint8_t *output);

#endif
