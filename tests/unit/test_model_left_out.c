#include "cmocka_all.h"

#include "model/left_out.h"

static void
left_out_print__names_the_folder_of_many_files_once(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct left_out items[] = {
        {"a.c", false, 1, LEFT_OUT_EXCLUDED},       {"sky/a.c", false, 1, LEFT_OUT_EXCLUDED},
        {"sky/b.c", false, 1, LEFT_OUT_EXCLUDED},   {"sky/c.c", false, 1, LEFT_OUT_EXCLUDED},
        {"sky/d.c", false, 1, LEFT_OUT_EXCLUDED},   {"sky/e/f.c", false, 1, LEFT_OUT_EXCLUDED},
        {"vendor", true, 3, LEFT_OUT_NAME},
    };
    const struct left_out_list list = {.items = items, .n_items = sizeof items / sizeof *items};
    left_out_print(&list, "", &out);
    assert_string_equal(out.text, "a.c (1 file, excluded), 4 files in sky/ (excluded), "
                                  "sky/e/f.c (1 file, excluded), vendor/ (3 files)");
}

static void
left_out_print__names_each_of_few_files(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct left_out items[] = {{"sky/a.c", false, 1, LEFT_OUT_EXCLUDED},
                               {"sky/b.c", false, 1, LEFT_OUT_EXCLUDED}};
    const struct left_out_list list = {.items = items, .n_items = 2};
    left_out_print(&list, "`", &out);
    assert_string_equal(out.text,
                        "`sky/a.c` (1 file, excluded), `sky/b.c` (1 file, excluded)");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(left_out_print__names_the_folder_of_many_files_once),
        cmocka_unit_test(left_out_print__names_each_of_few_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
