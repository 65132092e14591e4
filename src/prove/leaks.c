/* Objects of the module that are alive after the interpreter they were made in, or
 * after the module object they were made for. */

#include <string.h>

#include "probe/protocol.h"
#include "prove/proof.h"

enum leak_field { WHERE, COUNT, TYPE, FILE_NAME, PLACE };

static struct finding *
find_leak(struct proof *proof, const struct testimony_record *record)
{
    if (strcmp(record->fields[WHERE], "interpreter") == 0) {
        return proof_find(proof, "lifetime-leak", "interpreter", SCENARIO_LEAKS,
                          "objects of the module are alive after their interpreter has "
                          "ended: a reference is leaked, or not shown to the garbage "
                          "collector, or not released by m_clear and m_free");
    }
    struct finding *finding =
        proof_find(proof, "lifetime-leak", "reload", SCENARIO_LEAKS,
                   "objects of the module outlive the module object they were made for; "
                   "they are gone when the interpreter ends");
    finding->level = LEVEL_NOTE;
    return finding;
}

void
read_leaks(struct proof *proof)
{
    const struct testimony *testimony = &proof->testimonies[SCENARIO_LEAKS];
    for (size_t i = 0; i < testimony->n_records; i++) {
        const struct testimony_record *record = &testimony->records[i];
        if (!record_is(record, RECORD_LEAK)) {
            continue;
        }
        struct finding *finding = find_leak(proof, record);
        if (finding->symbol == NULL && finding->place == NULL) {
            proof_set_place(proof, finding, record->fields[FILE_NAME],
                            record_hex(record, PLACE));
        }
        finding_add_evidence(proof->findings, finding, "%s %s made in %s",
                             record->fields[COUNT], record->fields[TYPE],
                             proof_place_text(proof, record->fields[FILE_NAME],
                                              record_hex(record, PLACE)));
        if (finding->level == LEVEL_ERROR) {
            proof_fail(proof, SCENARIO_LEAKS, finding);
        }
    }
}
