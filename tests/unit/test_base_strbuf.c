#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

static void
strbuf__is_a_string_at_all_times(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf buf = STRBUF_INIT;
    assert_string_equal(buf.text, "");
    strbuf_add(&buf, "", 0);
    assert_string_equal(buf.text, "");
    strbuf_add_string(&buf, "ab");
    strbuf_add_char(&buf, 'c');
    strbuf_format(&buf, "%04d", 7);
    assert_string_equal(buf.text, "abc0007");
    assert_int_equal(buf.size, 7);
    strbuf_done(&buf);
    assert_string_equal(buf.text, "");
}

static void
strbuf_detach__gives_the_text_away(void **state)
{
    (void)state;
    struct strbuf buf = STRBUF_INIT;
    char *nothing = strbuf_detach(&buf);
    assert_string_equal(nothing, "");
    free(nothing);
    for (int i = 0; i < 1000; i++) {
        strbuf_add_string(&buf, "0123456789");
    }
    char *text = strbuf_detach(&buf);
    assert_int_equal(strlen(text), 10000);
    assert_int_equal(buf.size, 0);
    free(text);
}

static void
string_questions__answer(void **state)
{
    (void)state;
    assert_true(string_equal(NULL, NULL));
    assert_false(string_equal(NULL, ""));
    assert_true(string_equal("a", "a"));
    assert_true(string_starts("abc", "ab"));
    assert_false(string_starts("a", "ab"));
    assert_true(string_ends("module.so", ".so"));
    assert_false(string_ends("so", ".so"));
}

static void
string_has_word__takes_whole_words(void **state)
{
    (void)state;
    assert_true(string_has_word("x = state->n", "state"));
    assert_true(string_has_word("states, state", "state"));
    assert_false(string_has_word("my_state; state2", "state"));
    assert_false(string_has_word("", "state"));
}

static void
string_has_one_of__takes_whole_words(void **state)
{
    (void)state;
    const char *const words[] = {"mutex", "sem_t"};
    assert_true(string_has_one_of("std::mutex *", words, 2));
    assert_true(string_has_one_of("struct a, sem_t", words, 2));
    assert_false(string_has_one_of("my_mutex", words, 2));
    assert_false(string_has_one_of("mute mutexes sem", words, 2));
    assert_false(string_has_one_of("", words, 2));
    assert_false(string_has_one_of("mutex", words, 0));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strbuf__is_a_string_at_all_times),
        cmocka_unit_test(strbuf_detach__gives_the_text_away),
        cmocka_unit_test(string_questions__answer),
        cmocka_unit_test(string_has_word__takes_whole_words),
        cmocka_unit_test(string_has_one_of__takes_whole_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
