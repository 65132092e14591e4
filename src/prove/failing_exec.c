/* Imports that fail half-way: what the forked copies of the scenario reported. */

#include <string.h>

#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/proof.h"

/* A crash while memory runs out is a missing check for NULL: worth a note.  A crash when
 * the half-made module goes, or at the next import, is a module that does not
 * clean up after itself. */
static void
read_crash(struct proof *proof, const struct testimony *testimony, size_t index,
           const char *phase)
{
    bool is_shortage = string_starts(phase, "import while");
    const struct testimony_record *frame = NULL;
    for (size_t i = index; i < testimony->n_records && frame == NULL; i++) {
        const struct testimony_record *record = &testimony->records[i];
        if (record_is(record, RECORD_FRAME) && strcmp(record->fields[2], "target") == 0)
        {
            frame = record;
        }
    }
    if (frame == NULL) {
        return;
    }
    const char *where = proof_place_text(proof, frame->fields[0], record_hex(frame, 1));
    size_t n = proof->findings->n_items;
    struct finding *finding =
        is_shortage
            ? proof_find(proof, "global-crash", where, SCENARIO_FAILING_EXEC,
                         "the import crashes when memory runs out: a result is used "
                         "unchecked")
            : proof_find(proof, "global-crash", where, SCENARIO_FAILING_EXEC,
                         "a module whose import failed half-way crashes in the phase "
                         "`%s`",
                         phase);
    if (proof->findings->n_items == n) {
        return;
    }
    finding_add_evidence(proof->findings, finding, "at %s", where);
    proof_set_place(proof, finding, frame->fields[0], record_hex(frame, 1));
    if (is_shortage) {
        finding->level = LEVEL_NOTE;
    }
    else {
        proof_fail(proof, SCENARIO_FAILING_EXEC, finding);
    }
}

static void
read_retry(struct proof *proof, const struct testimony_record *record)
{
    struct finding *finding =
        proof_find(proof, "init-failed", "retry", SCENARIO_FAILING_EXEC,
                   "after an import that failed half-way the module cannot be imported "
                   "again: %s: %s",
                   record->fields[1], record->fields[2]);
    if (finding->n_evidence == 0) {
        finding_add_evidence(proof->findings, finding,
                             "an allocation of the first import failed; the second had "
                             "all the memory it wanted");
    }
    proof_fail(proof, SCENARIO_FAILING_EXEC, finding);
}

void
read_failing_exec(struct proof *proof)
{
    const struct testimony *testimony = &proof->testimonies[SCENARIO_FAILING_EXEC];
    const char *phase = "";
    const struct testimony_record *refused = testimony_find(testimony, RECORD_REFUSED);
    if (refused != NULL && testimony_find(testimony, RECORD_COUNT) == NULL) {
        proof_set_outcome(proof, SCENARIO_FAILING_EXEC, OUTCOME_REFUSED, "%s: %s",
                          refused->fields[1], refused->fields[2]);
        return;
    }
    for (size_t i = 0; i < testimony->n_records; i++) {
        const struct testimony_record *record = &testimony->records[i];
        if (record_is(record, RECORD_PHASE)) {
            phase = record->fields[0];
        }
        else if (record_is(record, RECORD_CRASH)) {
            read_crash(proof, testimony, i, phase);
        }
        else if (record_is(record, RECORD_REFUSED) || record_is(record, RECORD_FAILED))
        {
            read_retry(proof, record);
        }
    }
}
