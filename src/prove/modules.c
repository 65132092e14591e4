/* Module objects after the first one that have less, or answer otherwise. */

#include "probe/protocol.h"
#include "prove/proof.h"

enum { EVIDENCE_LIMIT = 8 };

static void
read_lacking(struct proof *proof, const struct probe_record *record)
{
    struct finding *finding =
        proof_find(proof, "init-exec-once", "names", SCENARIO_TWO_MODULES,
                   "the exec function initialises only the first module object: others "
                   "lack what it created there");
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding,
                             "'%s' is missing in the second module object",
                             record->fields[0]);
    }
    proof_fail(proof, SCENARIO_TWO_MODULES, finding);
}

static void
read_difference(struct proof *proof, const struct probe_record *record)
{
    enum { CALL, FIRST, OTHERS };
    struct finding *finding =
        proof_find(proof, "init-failed", "answers", SCENARIO_TWO_MODULES,
                   "functions give other answers with a second module object than with "
                   "the first");
    finding->level = LEVEL_WARNING; /* the package may prefer its own module object */
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding,
                             "%s %s with the imported module object, %s with others",
                             record->fields[CALL], record->fields[FIRST],
                             record->fields[OTHERS]);
    }
}

void
read_modules(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_TWO_MODULES];
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_LACKS)) {
            read_lacking(proof, record);
        }
        else if (record_is(record, RECORD_DIFFERS)) {
            read_difference(proof, record);
        }
    }
}
