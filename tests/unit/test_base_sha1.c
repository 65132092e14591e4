#include "cmocka_all.h"

#include <string.h>

#include "base/sha1.h"

/* Digests that FIPS 180 and RFC 3174 give, and lengths around the end of a block. */
static void
digests(void **state)
{
    static const struct {
        const char *text, *digits;
    } cases[] = {
        {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
        {"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
        {"0123456701234567012345670123456701234567012345670123456701234567",
         "e0c094e867ef46c350ef54a7f59dd60bed92ae83"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_string_equal(sha1_of(cases[i].text, strlen(cases[i].text)).text,
                            cases[i].digits);
    }
}

static void
ends_of_blocks(void **state)
{
    static const struct {
        size_t size;
        const char *digits;
    } cases[] = {
        {55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"},
        {56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"},
        {63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"},
        {64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"},
        {65, "11655326c708d70319be2610e8a57d9a5b959d3b"},
        {119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"},
        {120, "f34c1488385346a55709ba056ddd08280dd4c6d6"},
        {200, "e61cfffe0d9195a525fc6cf06ca2d77119c24a40"},
    };
    char text[200];
    (void)state;
    memset(text, 'a', sizeof(text));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_string_equal(sha1_of(text, cases[i].size).text, cases[i].digits);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests),
        cmocka_unit_test(ends_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
