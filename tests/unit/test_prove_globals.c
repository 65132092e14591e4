#include "cmocka_all.h"

#include <string.h>

#include "prove/proof.h"

static struct probe_log
read_answer(struct arena *arena, const char *answer)
{
    struct child_result result = {0};
    struct probe_log log;
    strbuf_init(&result.output);
    strbuf_init(&result.errors);
    strbuf_init(&result.answer);
    strbuf_add_string(&result.answer, answer);
    probe_log_read(arena, &result, &log);
    child_result_done(&result);
    return log;
}

static void
place(void *data, const char *path, uint64_t offset, struct binary_place *out_place)
{
    (void)data;
    (void)path;
    *out_place = (struct binary_place){
        .symbol = offset == 0x10 ? "counter" : "PyInit_spam",
        .is_function = offset != 0x10,
        .text = offset == 0x10 ? "counter" : "PyInit_spam",
    };
}

/* The evidence of the one finding about the variable `counter`, joined. */
static const char *
evidence_with(struct arena *arena, const char *watched)
{
    struct findings findings;
    struct module_report report = {0};
    static const struct symbolizer symbolizer = {place, NULL};
    findings_init(&findings, arena);
    struct proof *proof = ARENA_NEW(arena, struct proof);
    proof->arena = arena;
    proof->symbolizer = &symbolizer;
    proof->findings = &findings;
    proof->report = &report;
    proof->module = "spam";
    proof->path = "/spam.so";
    proof->logs[SCENARIO_GLOBALS] =
        read_answer(arena, "word\t10\tvalue\tlong\t\t3\tmoved\t-\tff\ndone\n");
    struct probe_log writes = read_answer(arena, watched);
    read_globals(proof, &writes);
    assert_int_equal(findings.n_items, 1);
    const char *text = "";
    for (size_t i = 0; i < findings.items[0].n_evidence; i++) {
        text = arena_format(arena, "%s%s; ", text, findings.items[0].evidence[i]);
    }
    return text;
}

static void
read_globals__names_the_writer(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *text =
        evidence_with(arena, "write\t10\t3\town\t/spam.so\t100\t-\ndone\n");
    assert_non_null(strstr(text, "written 3 times by PyInit_spam"));
    assert_null(strstr(text, "not known"));
}

static void
read_globals__says_that_the_writer_is_not_known(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *text = evidence_with(arena, "skip\tonly elsewhere\ndone\n");
    assert_non_null(strstr(text, "the code that writes it is unknown: only elsewhere"));
    assert_null(strstr(text, "written"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_globals__names_the_writer),
        cmocka_unit_test(read_globals__says_that_the_writer_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
