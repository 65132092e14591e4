#include "prove/coverage.h"

#include <string.h>

#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/limits.h"

enum use_field { KIND, NAME, STATUS, REASON };
enum { NAMES_SHOWN = 6 };

static bool
field_is(const struct probe_record *record, enum use_field field, const char *word)
{
    return strcmp(record->fields[field], word) == 0;
}

/* Did the tests use what the exercise did not? */
static bool
is_used_by_tests(const struct proof *proof, const struct probe_record *record)
{
    const struct probe_log *log = &proof->tests_in_main;
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *other = &log->records[i];
        if (record_is(other, RECORD_COVERAGE) && field_is(other, STATUS, "used")
            && field_is(other, KIND, record->fields[KIND])
            && field_is(other, NAME, record->fields[NAME]))
        {
            return true;
        }
    }
    return false;
}

static void
add_unused(struct coverage *coverage, struct unused *unused, struct strbuf *missing,
           const struct probe_record *record)
{
    bool is_type = field_is(record, KIND, "type");
    unused[coverage->n_unused++] = (struct unused){
        is_type ? "type" : "function", record->fields[NAME], record->fields[REASON]};
    if (is_type) {
        strbuf_format(missing, "%s%s", missing->size > 0 ? ", " : "",
                      record->fields[NAME]);
    }
}

void
coverage_read(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_IMPORT];
    struct coverage *coverage = &proof->report->coverage;
    size_t n = probe_log_count(log, RECORD_COVERAGE);
    CLEANUP(strbuf_done) struct strbuf missing = STRBUF_INIT;
    struct unused *unused = ARENA_ARRAY(proof->arena, struct unused, n);
    *coverage = (struct coverage){.unused = unused};
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_COUNT) && field_is(record, KIND, COUNT_COVERAGE)) {
            coverage->is_known = true;
        }
        if (!record_is(record, RECORD_COVERAGE)) {
            continue;
        }
        bool is_type = field_is(record, KIND, "type");
        bool is_used = field_is(record, STATUS, "used")
                       || is_used_by_tests(proof, record);
        *(is_type ? &coverage->types : &coverage->functions) += 1;
        *(is_type ? &coverage->instantiated : &coverage->called) += is_used;
        if (!is_used) {
            coverage->cannot_be_made += field_is(record, STATUS, "sealed");
            add_unused(coverage, unused, &missing, record);
        }
    }
    coverage->missing =
        arena_string(proof->arena, missing.size > 0 ? missing.text : "");
}

/* "Parser (TypeError: …), Reader" */
static const char *
list_unused(const struct proof *proof, const char *kind)
{
    const struct coverage *coverage = &proof->report->coverage;
    CLEANUP(strbuf_done) struct strbuf list = STRBUF_INIT;
    size_t n = 0;
    for (size_t i = 0; i < coverage->n_unused; i++) {
        const struct unused *each = &coverage->unused[i];
        if (strcmp(each->kind, kind) == 0 && n++ < NAMES_SHOWN) {
            strbuf_format(&list, "%s%s", list.size > 0 ? ", " : "", each->name);
        }
    }
    if (n > NAMES_SHOWN) {
        strbuf_format(&list, " and %zu more", n - NAMES_SHOWN);
    }
    return arena_string(proof->arena, list.text);
}

const char *
coverage_lacking(const struct proof *proof)
{
    const struct coverage *coverage = &proof->report->coverage;
    unsigned makeable = coverage->types - coverage->cannot_be_made;
    static const char remedy[] = "pass --exercise or --tests";
    if (!coverage->is_known) {
        return arena_format(proof->arena,
                            "the control run could not count what it used of the module: "
                            "%s",
                            remedy);
    }
    if (coverage->instantiated * 100 < makeable * LIMIT_TYPES_PERCENT) {
        return arena_format(proof->arena,
                            "%u of %u types were instantiated, fewer than %d %% (not: "
                            "%s): %s",
                            coverage->instantiated, makeable, LIMIT_TYPES_PERCENT,
                            list_unused(proof, "type"), remedy);
    }
    unsigned all = makeable + coverage->functions;
    unsigned used = coverage->instantiated + coverage->called;
    if (used * 100 < all * LIMIT_USED_PERCENT) {
        return arena_format(proof->arena,
                            "%u of %u types and functions were used, fewer than %d %% "
                            "(not: %s): %s",
                            used, all, LIMIT_USED_PERCENT,
                            list_unused(proof, "function"), remedy);
    }
    return NULL;
}
