#include "cmocka_all.h"

#include <jansson.h>
#include <string.h>

#include "model/rule.h"
#include "report/report.h"

static json_t *
print_one(struct arena *arena, const char *path, unsigned line)
{
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding = findings_add(&findings, "type-static", "static type");
    finding->path = path;
    finding->line = line;
    finding->symbol = "Spam_Type";
    struct report report = {
        .command = "check", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_sarif.print(&report, &out);
    json_error_t error;
    json_t *root = json_loads(out.text, 0, &error);
    assert_non_null(root);
    return root;
}

static const char *
fingerprint_of(json_t *root)
{
    const char *hash;
    assert_int_equal(json_unpack(root, "{s:[{s:[{s:{s:s}}]}]}", "runs", "results",
                                 "partialFingerprints", "insulate/v1", &hash),
                     0);
    return hash;
}

static void
sarif__declares_all_rules_and_points_at_them(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    json_t *root = print_one(arena, "./src/a b.c", 3);
    const char *version, *uri, *id;
    int index, line;
    json_t *declared;
    assert_int_equal(json_unpack(root,
                                 "{s:s, s:[{s:{s:{s:o}}, s:[{s:s, s:i, "
                                 "s:[{s:{s:{s:s}, s:{s:i}}}]}]}]}",
                                 "version", &version, "runs", "tool", "driver", "rules",
                                 &declared, "results", "ruleId", &id, "ruleIndex",
                                 &index, "locations", "physicalLocation",
                                 "artifactLocation", "uri", &uri, "region", "startLine",
                                 &line),
                     0);
    assert_string_equal(version, "2.1.0");
    assert_string_equal(uri, "src/a%20b.c");
    assert_int_equal(line, 3);
    assert_int_equal(json_array_size(declared), n_rules);
    json_t *rule = json_array_get(declared, (size_t)index);
    assert_string_equal(json_string_value(json_object_get(rule, "id")), id);
    json_decref(root);
}

static void
sarif__fingerprint_stays_when_lines_move(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    json_t *before = print_one(arena, "a.c", 3);
    json_t *after = print_one(arena, "a.c", 30);
    json_t *elsewhere = print_one(arena, "b.c", 3);
    assert_string_equal(fingerprint_of(before), fingerprint_of(after));
    assert_string_not_equal(fingerprint_of(before), fingerprint_of(elsewhere));
    json_decref(before);
    json_decref(after);
    json_decref(elsewhere);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sarif__declares_all_rules_and_points_at_them),
        cmocka_unit_test(sarif__fingerprint_stays_when_lines_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
