/* Calls that return a result and leave an exception set, or neither. */

#include <string.h>

#include "probe/protocol.h"
#include "prove/proof.h"

enum { EVIDENCE_LIMIT = 8 };

static void
read_call(struct proof *proof, const struct probe_record *record, const char *step)
{
    enum { WHERE, EXCEPTION, MESSAGE };
    bool is_left = strcmp(record->fields[WHERE], UNCLEAN_LEFT) == 0;
    bool has_result =
        is_left || strstr(record->fields[MESSAGE], UNCLEAN_RESULT) != NULL;
    struct finding *finding =
        has_result ? proof_find(proof, "exception-left", "calls", SCENARIO_IMPORT,
                                "calls return a result with an exception set: CPython "
                                "raises it in unrelated code")
                   : proof_find(proof, "exception-missing", "calls", SCENARIO_IMPORT,
                                "calls return NULL without setting an exception: "
                                "CPython raises SystemError");
    /* Also in the main interpreter: no fault of isolation. */
    finding->level = LEVEL_WARNING;
    if (finding->n_evidence >= EVIDENCE_LIMIT) {
        return;
    }
    finding_add_evidence(proof->findings, finding, "%s: %s%s%s%s", step,
                         is_left ? "leaves " : "", record->fields[EXCEPTION],
                         record->fields[MESSAGE][0] != '\0' ? ": " : "",
                         proof_one_line(proof, record->fields[MESSAGE]));
}

void
read_unclean_calls(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_IMPORT];
    const char *step = "";
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_STEP)) {
            step = record->fields[0];
        }
        else if (record_is(record, RECORD_UNCLEAN)) {
            read_call(proof, record, step);
        }
    }
}
