#include "cmocka_all.h"

#include "model/source.h"
#include "model/tokens.h"

static const struct record object = {.name = "PyObject", .tag = "_object"};
static const struct type object_type = {.kind = TYPE_RECORD, .record = &object};
static const struct type object_pointer = {.kind = TYPE_POINTER,
                                           .target = &object_type};
static const struct type integer = {.kind = TYPE_INTEGER};

static void
record_is_object__looks_at_the_first_field(void **state)
{
    (void)state;
    const struct field head[] = {{.name = "ob_base", .type = &object_type}, {.name = "x", .type = &integer}};
    const struct record derived = {
        .name = "Spam", .tag = "", .fields = head, .n_fields = 2};
    assert_true(record_is_object(&derived));
    const struct field other[] = {{.name = "x", .type = &integer}, {.name = "ob_base", .type = &object_type}};
    const struct record plain = {
        .name = "Plain", .tag = "", .fields = other, .n_fields = 2};
    assert_false(record_is_object(&plain));
    const struct record overlay = {
        .name = "U", .tag = "", .fields = head, .n_fields = 2, .is_union = true};
    assert_false(record_is_object(&overlay));
}

static void
type_holds_object__looks_into_arrays_and_structs(void **state)
{
    (void)state;
    const struct type array = {.kind = TYPE_ARRAY, .target = &object_pointer};
    assert_true(type_holds_object(&array));
    const struct field fields[] = {{.name = "n", .type = &integer}, {.name = "items", .type = &array}};
    const struct record cache = {
        .name = "cache", .tag = "cache", .fields = fields, .n_fields = 2};
    const struct type cache_type = {.kind = TYPE_RECORD, .record = &cache};
    assert_true(type_holds_object(&cache_type));
    const struct type cache_pointer = {.kind = TYPE_POINTER, .target = &cache_type};
    assert_false(type_holds_object(&cache_pointer));
    assert_false(type_holds_object(&integer));
}

static const char text[] = "a (b[1], {c}) ;\n#define F(x) x\nd\n";
static const struct token tokens[] = {
    {0, 1, TOKEN_IDENTIFIER, 0, 0},   {2, 3, TOKEN_PUNCTUATOR, 0, 0},
    {3, 4, TOKEN_IDENTIFIER, 0, 0},   {4, 5, TOKEN_PUNCTUATOR, 0, 0},
    {5, 6, TOKEN_NUMBER, 0, 0},       {6, 7, TOKEN_PUNCTUATOR, 0, 0},
    {7, 8, TOKEN_PUNCTUATOR, 0, 0},   {9, 10, TOKEN_PUNCTUATOR, 0, 0},
    {10, 11, TOKEN_IDENTIFIER, 0, 0}, {11, 12, TOKEN_PUNCTUATOR, 0, 0},
    {12, 13, TOKEN_PUNCTUATOR, 0, 0}, {14, 15, TOKEN_PUNCTUATOR, 0, 0},
    {16, 17, TOKEN_PUNCTUATOR, 0, 1}, {17, 23, TOKEN_IDENTIFIER, 0, 1},
    {31, 32, TOKEN_IDENTIFIER, 0, 0},
};
static const uint32_t lines[] = {0, 16, 31};
static const struct source_file file = {
    .path = "t.c",
    .text = text,
    .size = sizeof text - 1,
    .tokens = tokens,
    .n_tokens = sizeof tokens / sizeof tokens[0],
    .lines = lines,
    .n_lines = 3,
};

static void
tokens__brackets_match_and_directives_are_stepped_over(void **state)
{
    (void)state;
    assert_int_equal(token_closing(&file, 1), 10);
    assert_int_equal(token_closing(&file, 3), 5);
    assert_int_equal(token_after(&file, 11), 14);
    assert_int_equal(token_before(&file, 14), 11);
    assert_int_equal(token_after(&file, 13), file.n_tokens);
    assert_int_equal(source_token(&file, 5), 4);
    assert_true(token_is(&file, 13, "define"));
    assert_false(token_is(&file, 13, "def"));
}

static void
source_line__and_column_count_from_one(void **state)
{
    (void)state;
    assert_int_equal(source_line(&file, 0), 1);
    assert_int_equal(source_line(&file, 15), 1);
    assert_int_equal(source_line(&file, 16), 2);
    assert_int_equal(source_line(&file, 31), 3);
    assert_int_equal(source_column(&file, 18), 3);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(record_is_object__looks_at_the_first_field),
        cmocka_unit_test(type_holds_object__looks_into_arrays_and_structs),
        cmocka_unit_test(tokens__brackets_match_and_directives_are_stepped_over),
        cmocka_unit_test(source_line__and_column_count_from_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
