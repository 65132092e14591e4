/* Capsules whose memory was freed with their module. */

#include <string.h>

#include "probe/protocol.h"
#include "prove/proof.h"

void
read_capsules(struct proof *proof)
{
    enum { WHAT, NAME };
    const struct probe_log *log = &proof->logs[SCENARIO_AFTER_FREE];
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (!record_is(record, RECORD_CAPSULE)) {
            continue;
        }
        const char *name = record->fields[NAME];
        bool is_freed = strcmp(record->fields[WHAT], CAPSULE_FREED) == 0;
        struct finding *finding = proof_find(
            proof, "lifetime-use-after-free",
            arena_format(proof->arena, "capsule %s", name), SCENARIO_AFTER_FREE,
            "the capsule '%s' points to memory that is freed with the module: give it "
            "memory of its own, freed by its destructor, or a reference to the module",
            name);
        finding->level = LEVEL_WARNING; /* nothing has used it yet */
        if (finding->n_evidence == 0) {
            finding_add_evidence(
                proof->findings, finding,
                "after the module was freed, the capsule was alive, and %s",
                is_freed ? "its pointer led to freed memory"
                         : "the memory behind it contained a pointer to freed memory");
        }
    }
}
