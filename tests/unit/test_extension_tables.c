#include "cmocka_all.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/references.h"
#include "extension/slots.h"
#include "model/api.h"

#define REFERENCE(name, result, stolen) #name,
static const char *const reference_names[] = {
#include "extension/references.inc"
};
#undef REFERENCE

#define CRASHES(name, arguments) #name,
static const char *const crashing_names[] = {
#include "extension/null_arguments.inc"
};
#undef CRASHES

#define SLOT(name, old, new, since, parameters, result, receiver) #name,
static const char *const slot_names[] = {
#include "extension/slots.inc"
};
#undef SLOT

/* What the headers of 3.9 to 3.15 say, by tools/api_versions.py. */
static void
slots__are_there_since_their_headers_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(slot_names); i++) {
        const struct slot_kind *kind = slot_kind_find(slot_names[i]);
        const struct api *api = api_find(slot_names[i]);
        assert_non_null(kind);
        if (api == NULL || api->added != kind->since) {
            print_error("%s: since 3.%d, the headers say 3.%d\n", kind->name, kind->since,
                        api != NULL ? api->added : -1);
            fail();
        }
        assert_int_equal(kind->old_number == -1, kind->since == 15);
    }
}

static void
slots__have_one_meaning_each(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(slot_names); i++) {
        for (size_t k = 0; k < i; k++) {
            const struct slot_kind *a = slot_kind_find(slot_names[i]);
            const struct slot_kind *b = slot_kind_find(slot_names[k]);
            bool is_same_table = string_starts(a->name, "Py_mod_")
                                 == string_starts(b->name, "Py_mod_");
            assert_int_not_equal(a->new_number, b->new_number);
            assert_true(a->old_number == -1 || a->old_number != b->old_number
                        || !is_same_table);
        }
    }
}

static void
slots__are_found_by_the_field_of_a_static_type(void **state)
{
    (void)state;
    assert_string_equal(slot_kind_of_field("bf_getbuffer")->name, "Py_bf_getbuffer");
    assert_int_equal(slot_kind_of_field("bf_getbuffer")->new_number, 88);
    assert_int_equal(slot_kind_of_field("nb_power")->receiver, RECEIVER_OPERANDS);
    assert_int_equal(slot_kind_of_field("nb_inplace_add")->receiver, RECEIVER_SELF);
    assert_int_equal(slot_kind_of_field("tp_vectorcall")->receiver, RECEIVER_CLASS);
    assert_int_equal(slot_kind_of_field("tp_is_gc")->receiver, RECEIVER_TEARDOWN);
    assert_null(slot_kind_of_field("mod_exec"));
    assert_null(slot_kind_of_field("spam"));
}

static void
references__are_sorted_names_of_the_api(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(reference_names); i++) {
        /* Private functions are in CPython's headers, and in no release's API. */
        assert_true(api_find(reference_names[i]) != NULL
                    || strncmp(reference_names[i], "_Py", 3) == 0);
        assert_true(i == 0 || strcmp(reference_names[i - 1], reference_names[i]) < 0);
    }
}

static void
arguments_that_must_be_there__are_sorted_names_of_the_api(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(crashing_names); i++) {
        assert_true(api_find(crashing_names[i]) != NULL);
        assert_true(i == 0 || strcmp(crashing_names[i - 1], crashing_names[i]) < 0);
    }
    assert_true(argument_must_be_there("PyTuple_Pack", 2));
    assert_false(argument_must_be_there("PyTuple_Pack", 0));
    assert_false(argument_must_be_there("PySlice_New", 0));
}

static void
references__know_what_either_side_knew(void **state)
{
    (void)state;
    assert_int_equal(reference_given_by("PyStructSequence_GetItem"), REFERENCE_BORROWED);
    assert_int_equal(reference_given_by("PyCell_GET"), REFERENCE_BORROWED);
    assert_int_equal(reference_given_by("PyCell_Get"), REFERENCE_NEW);
    assert_int_equal(reference_given_by("PyCapsule_GetPointer"), REFERENCE_POINTER);
    assert_int_equal(reference_given_by("PyList_New"), REFERENCE_NEW);
    assert_int_equal(reference_stolen_by("PyModule_AddObject"), 2);
    assert_int_equal(reference_stolen_by("PyModule_AddObjectRef"), -1);
    assert_int_equal(reference_stolen_by("PyTuple_SET_ITEM"), 2);
    assert_int_equal(reference_stolen_by("PyDict_SetItem"), -1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots__are_there_since_their_headers_say),
        cmocka_unit_test(slots__have_one_meaning_each),
        cmocka_unit_test(slots__are_found_by_the_field_of_a_static_type),
        cmocka_unit_test(references__are_sorted_names_of_the_api),
        cmocka_unit_test(arguments_that_must_be_there__are_sorted_names_of_the_api),
        cmocka_unit_test(references__know_what_either_side_knew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
