#include "cvector.h"

/// The same as `cvector_plain`, 16 bytes at a time.
static long plain_sixteens(const uint8_t *bytes, long count) {
    long here = 0;
    while (count - here >= 16) {
        long plain = cvector_plain16(bytes + here);
        here += plain;
        if (plain < 16) return here;
    }
    if (here == count) return count;
    // What is left is looked at together with what comes before it, or byte by byte.
    if (count >= 16) {
        long plain = cvector_plain16_after(bytes + (count - 16), 16 - (count - here));
        return here + plain < count ? here + plain : count;
    }
    while (here < count && bytes[here] >= 0x20 && bytes[here] < 0x80 && bytes[here] != '"' && bytes[here] != '\\') here++;
    return here;
}

#if defined(__x86_64__)
#include <immintrin.h>

/// The bytes that are not plain have their top bits set.
__attribute__((target("avx2"))) static inline __m256i special_avx2(__m256i text) {
    __m256i special = _mm256_or_si256(
        _mm256_cmpeq_epi8(text, _mm256_set1_epi8('"')), _mm256_cmpeq_epi8(text, _mm256_set1_epi8('\\')));
    // Compared with their signs, bytes from 0x80 on are below 0x20 too.
    return _mm256_or_si256(special, _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), text));
}

__attribute__((target("avx2"))) static long plain_avx2(const uint8_t *bytes, long count) {
    long here = 0;
    while (count - here >= 64) {
        __m256i first = special_avx2(_mm256_loadu_si256((const __m256i *)(bytes + here)));
        __m256i second = special_avx2(_mm256_loadu_si256((const __m256i *)(bytes + here + 32)));
        __m256i any = _mm256_or_si256(first, second);
        if (!_mm256_testz_si256(any, any)) {
            uint64_t low = (uint32_t)_mm256_movemask_epi8(first), high = (uint32_t)_mm256_movemask_epi8(second);
            return here + __builtin_ctzll(low | high << 32);
        }
        here += 64;
    }
    return here + plain_sixteens(bytes + here, count - here);
}

long cvector_plain(const uint8_t *bytes, long count) {
    return count >= 64 && __builtin_cpu_supports("avx2") ? plain_avx2(bytes, count) : plain_sixteens(bytes, count);
}

/// Decodes 32 characters into 24 bytes, and tells whether all of them are characters of the alphabet.
__attribute__((target("avx2"))) static inline bool block_avx2(__m256i c, uint8_t *output) {
    // Each bit of these tables stands for a set of high halves; a character is of the alphabet where the set of its high
    // half and those that its low half rules out have nothing in common.
    __m256i high = _mm256_and_si256(_mm256_srli_epi32(c, 4), _mm256_set1_epi8(0x0F));
    __m256i sets = _mm256_shuffle_epi8(
        _mm256_setr_epi8(
            0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10,
            0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10),
        high);
    __m256i ruledOut = _mm256_shuffle_epi8(
        _mm256_setr_epi8(
            0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A,
            0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A),
        // Without the high half, as the shuffle makes 0 of bytes from 0x80 on.
        _mm256_and_si256(c, _mm256_set1_epi8(0x0F)));
    if (!_mm256_testz_si256(sets, ruledOut)) return false;
    // What has to be added to each character for its value goes by its high half, and for '/' is one place further.
    __m256i slash = _mm256_cmpeq_epi8(c, _mm256_set1_epi8('/'));
    __m256i shift = _mm256_shuffle_epi8(
        _mm256_setr_epi8(
            0, 63 - '/', 62 - '+', 52 - '0', -'A', -'A', 26 - 'a', 26 - 'a', 0, 0, 0, 0, 0, 0, 0, 0,
            0, 63 - '/', 62 - '+', 52 - '0', -'A', -'A', 26 - 'a', 26 - 'a', 0, 0, 0, 0, 0, 0, 0, 0),
        _mm256_add_epi8(high, slash));
    __m256i value = _mm256_add_epi8(c, shift);
    // Two values make 12 bits, two of those 24, whose bytes are then put in the order of the text.
    __m256i pairs = _mm256_maddubs_epi16(value, _mm256_set1_epi16(0x0140));
    __m256i groups = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));
    __m256i bytes = _mm256_shuffle_epi8(
        groups, _mm256_setr_epi8(
            2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1,
            2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
    _mm_storeu_si128((__m128i *)output, _mm256_castsi256_si128(bytes));
    _mm_storeu_si128((__m128i *)(output + 12), _mm256_extracti128_si256(bytes, 1));
    return true;
}

/// Decodes all whole groups of a text of 32 characters or more.
__attribute__((target("avx2"))) static size_t decode_avx2(const uint8_t *text, size_t count, uint8_t *output) {
    size_t whole = count / 4 * 4, read = 0;
    // The last 32 characters come by themselves: there can be padding among them.
    while (whole - read > 32) {
        if (!block_avx2(_mm256_loadu_si256((const __m256i *)(text + read)), output + read / 4 * 3)) return read;
        read += 32;
    }
    static const uint8_t padding[34] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,    0,    0,
                                        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    // Padding is read as if it were an "A", whose bits come to be behind the text's last byte.
    size_t pads = whole == count && text[whole - 1] == '=' ? (text[whole - 2] == '=' ? 2 : 1) : 0;
    __m256i last = _mm256_blendv_epi8(
        _mm256_loadu_si256((const __m256i *)(text + (whole - 32))), _mm256_set1_epi8('A'),
        _mm256_loadu_si256((const __m256i *)(padding + pads)));
    return block_avx2(last, output + (whole - 32) / 4 * 3) ? whole : read;
}

size_t cvector_base64_decode(const uint8_t *text, size_t count, uint8_t *output) {
    return count >= 32 && __builtin_cpu_supports("avx2") ? decode_avx2(text, count, output) : 0;
}

#else

long cvector_plain(const uint8_t *bytes, long count) { return plain_sixteens(bytes, count); }

#if defined(__ARM_NEON) && defined(__aarch64__)

/// Decodes 64 characters at a time into 48 bytes.
size_t cvector_base64_decode(const uint8_t *text, size_t count, uint8_t *output) {
    size_t read = 0;
    while (count - read >= 64) {
        // Each of the four has every fourth character.
        uint8x16x4_t c = vld4q_u8(text + read);
        uint8x16_t known = vdupq_n_u8(0xFF);
        for (int i = 0; i < 4; i++) {
            uint8x16_t lower = vorrq_u8(c.val[i], vdupq_n_u8(0x20));
            uint8x16_t letter = vandq_u8(vcgeq_u8(lower, vdupq_n_u8('a')), vcleq_u8(lower, vdupq_n_u8('z')));
            uint8x16_t digit = vandq_u8(vcgeq_u8(c.val[i], vdupq_n_u8('0')), vcleq_u8(c.val[i], vdupq_n_u8('9')));
            uint8x16_t plus = vceqq_u8(c.val[i], vdupq_n_u8('+'));
            uint8x16_t slash = vceqq_u8(c.val[i], vdupq_n_u8('/'));
            known = vandq_u8(known, vorrq_u8(vorrq_u8(letter, digit), vorrq_u8(plus, slash)));
            uint8x16_t small = vcgeq_u8(c.val[i], vdupq_n_u8('a'));
            uint8x16_t shift = vandq_u8(letter, vdupq_n_u8((uint8_t)-'A'));
            shift = vaddq_u8(shift, vandq_u8(small, vdupq_n_u8((uint8_t)(26 + 'A' - 'a'))));
            shift = vaddq_u8(shift, vandq_u8(digit, vdupq_n_u8((uint8_t)(52 - '0'))));
            shift = vaddq_u8(shift, vandq_u8(plus, vdupq_n_u8((uint8_t)(62 - '+'))));
            shift = vaddq_u8(shift, vandq_u8(slash, vdupq_n_u8((uint8_t)(63 - '/'))));
            c.val[i] = vaddq_u8(c.val[i], shift);
        }
        if (vminvq_u8(known) != 0xFF) break;
        uint8x16x3_t bytes;
        bytes.val[0] = vorrq_u8(vshlq_n_u8(c.val[0], 2), vshrq_n_u8(c.val[1], 4));
        bytes.val[1] = vorrq_u8(vshlq_n_u8(c.val[1], 4), vshrq_n_u8(c.val[2], 2));
        bytes.val[2] = vorrq_u8(vshlq_n_u8(c.val[2], 6), c.val[3]);
        vst3q_u8(output, bytes);
        read += 64;
        output += 48;
    }
    return read;
}

#else

size_t cvector_base64_decode(const uint8_t *text, size_t count, uint8_t *output) {
    (void)text, (void)count, (void)output;
    return 0;
}

#endif

#endif
