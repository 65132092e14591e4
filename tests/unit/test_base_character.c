#include "cmocka_all.h"

#include <string.h>

#include "base/character.h"

static void
decode__reads_utf_8_and_nothing_else(void **state)
{
    (void)state;
    unsigned code = 0;
    assert_int_equal(character_decode("\xe4\xb8\xad!", 4, &code), 3);
    assert_int_equal(code, 0x4e2d);
    static const char *const wrong[] = {"\x80", "\xc0\xaf", "\xed\xa0\x80", "\xe4\xb8",
                                        "\xf5\x80\x80\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(character_decode(wrong[i], strlen(wrong[i]), &code), 0);
    }
}

static void
text_width__counts_columns(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t width;
    } cases[] = {
        {"", 0},          {"spam", 4},       {"\xc3\xa9", 1},     {"e\xcc\x81", 1},
        {"\xe4\xb8\xad\xe6\x96\x87", 4},     {"\xf0\x9f\x90\x8d", 2},
        {"\xef\xbc\xa1", 2},                 {"\xff\xfe", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(text_width(cases[i].text, strlen(cases[i].text)),
                         cases[i].width);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decode__reads_utf_8_and_nothing_else),
        cmocka_unit_test(text_width__counts_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
