#include "cmocka_all.h"

#include <string.h>

#include "confine/seal.h"

static const struct seal_key key = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

/* Expected: of an independent implementation, which gives the paper's result for the bytes
 * 00 to 0e. */
static void
seal_write__is_siphash(void **state)
{
    (void)state;
    static const char text[] = {8, 9, 10, 11, 12, 13, 14};
    char seal[SEAL_SIZE + 1] = "";
    seal_write(&key, 0x03020100, text, sizeof text, seal);
    assert_string_equal(seal, "03020100:ac83a445c808642f\t");
}

static size_t
make_line(char line[100], uint32_t number, const char *text)
{
    size_t size = strlen(text);
    memcpy(line + SEAL_SIZE, text, size);
    seal_write(&key, number, text, size, line);
    return SEAL_SIZE + size;
}

static void
seal_check__takes_its_own_only(void **state)
{
    (void)state;
    char line[100];
    uint32_t number = 0;
    struct seal_key other = key;
    size_t size = make_line(line, 77, "phase\timport");
    assert_true(seal_check(&key, line, size, &number));
    assert_int_equal(number, 77);
    other.bytes[15] ^= 1;
    assert_false(seal_check(&other, line, size, &number));
    assert_false(seal_check(&key, line, size - 1, &number));
    line[7] ^= 1; /* another number */
    assert_false(seal_check(&key, line, size, &number));
    line[7] ^= 1;
    line[size - 1] = 'x';
    assert_false(seal_check(&key, line, size, &number));
    assert_false(seal_check(&key, "done", 4, &number));
    assert_false(seal_check(&key, "zzzzzzzz:0123456789abcdef\tdone", 30, &number));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seal_write__is_siphash),
        cmocka_unit_test(seal_check__takes_its_own_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
