#include "cmocka_all.h"

#include <string.h>

#include "base/arena.h"
#include "base/macros.h"
#include "binary/readable.h"

static void
assert_reads(const char *symbol, const char *wanted)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *readable = symbol_readable(arena, symbol);
    if (wanted == NULL) {
        assert_null(readable);
        return;
    }
    assert_non_null(readable);
    assert_string_equal(readable, wanted);
}

static void
cxx_names(void **state)
{
    (void)state;
    assert_reads("_Z3addii", "add(int, int)");
    assert_reads("_ZN10kiwisolver10Constraint5ReadyEv",
                 "kiwisolver::Constraint::Ready()");
    assert_reads("_ZZ3getvE5cache", "get()::cache");
}

static void
rust_names_of_the_first_scheme(void **state)
{
    (void)state;
    assert_reads("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE",
                 "core::fmt::Formatter::pad");
    assert_reads(
        "_ZN58_$LT$spam..Egg$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE",
        NULL);
    assert_reads(
        "_ZN46_$LT$spam..Egg$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE",
        "<spam::Egg as core::fmt::Debug>::fmt");
    /* A name that only looks like it. */
    assert_reads("_ZN4spam17h0123456789abcdexE", "spam::h0123456789abcdex");
}

static void
rust_names_of_the_second_scheme(void **state)
{
    (void)state;
    assert_reads("_RNvCskwGfYPst2Cb_3foo16example_function", "foo::example_function");
    assert_reads("_RNvMs_Cs4Cv8Wi1oAIB_1cNtB4_7Wrapper3new", "<c::Wrapper>::new");
    assert_reads("_RINvCs4_1c3maxjE", "c::max<usize>");
    assert_reads("_RNCNvCs4_1c4main0", "c::main::{closure}");
    assert_reads("_RNCNCNvCs4_1c4mains_00B5_", "c::main::{closure}::{closure}");
    assert_reads("_RNvCslPwYHsRfDLU_4itoa5PAIRS", "itoa::PAIRS");
    assert_reads("_RNvCszzzzzzzzzzzz_4itoa5PAIRS", NULL);
    assert_reads("_RNvXCs4_1cNtB2_5ThingNtNtC4core3fmt5Debug3fmt",
                 "<c::Thing as core::fmt::Debug>::fmt");
}

static void
rust_types_of_functions_and_trait_objects(void **state)
{
    (void)state;
    assert_reads("_RINvCs4_1c1fFEuE", "c::f<fn()>");
    assert_reads("_RINvCs4_1c1fFUKCjReEbE",
                 "c::f<unsafe extern \"C\" fn(usize, &str) -> bool>");
    assert_reads("_RINvCs4_1c1fFK8C_unwindExE",
                 "c::f<extern \"C-unwind\" fn() -> i64>");
    assert_reads("_RINvCs4_1c1fFG_RL0_hEuE", "c::f<fn(&u8)>");
    assert_reads("_RINvCs4_1c1fDNtB2_5TraitEL_E", "c::f<dyn c::Trait>");
    assert_reads("_RINvCs4_1c1fDNtB2_5TraitNtB2_4SendEL_E",
                 "c::f<dyn c::Trait + c::Send>");
    assert_reads("_RINvCs4_1c1fDNtB2_4Iterp4ItemhEL_E", "c::f<dyn c::Iter<Item = u8>>");
    assert_reads("_RINvCs4_1c1fDINtB2_2FnTjEEp6OutputuEL_E",
                 "c::f<dyn c::Fn<(usize), Output = ()>>");
    assert_reads("_RINvCs4_1c1fFjE", NULL);
    assert_reads("_RINvCs4_1c1fDNtB2_5TraitEE", NULL);
    assert_reads("_RINvCs4_1c1fD", NULL);
    assert_reads("_RINvCs4_1c1fF", NULL);
    assert_reads("_RINvCs4_1c1fFK", NULL);
}

static void
other_names_and_damaged_ones(void **state)
{
    (void)state;
    assert_reads("PyInit_spam", NULL);
    assert_reads("_Znot", NULL);
    assert_reads("", NULL);
    assert_reads(NULL, NULL);
    assert_reads("_R", NULL);
    assert_reads("_RNv", NULL);
    assert_reads("_RNvC99999999999999999999a", NULL);
    assert_reads("_RNvC3spamB", NULL);
    assert_reads("_RB_", NULL);
    assert_reads("_RNvB0_3abc", NULL);
    char deep[600] = "_R";
    memset(deep + 2, 'N', sizeof deep - 3);
    deep[sizeof deep - 1] = '\0';
    assert_reads(deep, NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cxx_names),
        cmocka_unit_test(rust_names_of_the_first_scheme),
        cmocka_unit_test(rust_names_of_the_second_scheme),
        cmocka_unit_test(rust_types_of_functions_and_trait_objects),
        cmocka_unit_test(other_names_and_damaged_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
