/* The life of heap types: their instances must visit and release them. */

#include <string.h>

#include "probe/protocol.h"
#include "prove/proof.h"

enum type_field { NAME, VISITS, DRIFT, INSTANCES, FILE_NAME, PLACE };

static void
place(struct proof *proof, struct finding *finding, const struct probe_record *record)
{
    if (finding->symbol == NULL && finding->place == NULL) {
        proof_set_place(proof, finding, record->fields[FILE_NAME],
                        record_hex(record, PLACE));
    }
    if (proof->is_single_process) {
        finding->level = LEVEL_NOTE; /* the one module object stays with its types */
    }
    if (finding->level == LEVEL_ERROR) {
        proof_fail(proof, SCENARIO_TYPES, finding);
    }
}

static void
read_visits(struct proof *proof, const struct probe_record *record)
{
    const char *name = record->fields[NAME];
    long visits = record_number(record, VISITS);
    if (visits == 1) {
        return;
    }
    struct finding *finding;
    if (visits == 0) {
        finding = proof_find(proof, "gc-type-not-visited", name, SCENARIO_TYPES,
                             "tp_traverse of '%s' does not visit Py_TYPE(self): "
                             "reference cycles through the class are never collected",
                             name);
        finding_add_evidence(proof->findings, finding,
                             "the visit function was not called with Py_TYPE(self)");
    }
    else {
        finding = proof_find(proof, "gc-type-visited-twice", name, SCENARIO_TYPES,
                             "tp_traverse of '%s' visits Py_TYPE(self) %ld times, but "
                             "the instance holds one reference",
                             name, visits);
        finding_add_evidence(proof->findings, finding,
                             "the visit function was called %ld times with "
                             "Py_TYPE(self)",
                             visits);
    }
    place(proof, finding, record);
}

static void
read_drift(struct proof *proof, const struct probe_record *record)
{
    const char *name = record->fields[NAME];
    long drift = record_number(record, DRIFT);
    long instances = record_number(record, INSTANCES);
    struct finding *finding;
    if (drift >= instances) {
        finding = proof_find(proof, "lifetime-type-not-dropped", name, SCENARIO_TYPES,
                             "tp_dealloc of '%s' does not release the reference to the "
                             "type: release it after freeing the object",
                             name);
    }
    else if (drift <= -instances) {
        finding =
            proof_find(proof, "lifetime-type-overdropped", name, SCENARIO_TYPES,
                       "tp_dealloc of '%s' releases a reference to the type that the "
                       "instance does not own: the type is freed while in use",
                       name);
    }
    else {
        return;
    }
    finding_add_evidence(
        proof->findings, finding,
        "%ld instances created and deallocated: %+ld references to the type", instances,
        drift);
    place(proof, finding, record);
}

/* What a traverse function does besides that it visits what it must. */
static void
read_traversal(struct proof *proof, const struct probe_record *record)
{
    enum { KIND, TYPE_NAME, FUNCTION_FILE, FUNCTION_PLACE };
    const char *name = record->fields[TYPE_NAME];
    const char *what = name[0] != '\0'
                           ? arena_format(proof->arena, "tp_traverse of '%s'", name)
                           : "m_traverse";
    struct finding *finding;
    if (strcmp(record->fields[KIND], TRAVERSAL_IGNORES) == 0) {
        finding = proof_find(proof, "gc-traverse-ignored", what, SCENARIO_TYPES,
                             "%s ignores the result of visit: it goes on after a result "
                             "that is not 0, or does not return it",
                             what);
        finding_add_evidence(proof->findings, finding,
                             "it was called with a visit function that returns 42 for "
                             "one object");
    }
    else {
        finding = proof_find(proof, "gc-traverse-effect", what, SCENARIO_TYPES,
                             "%s changes reference counts: each garbage collection "
                             "changes them again",
                             what);
        finding_add_evidence(proof->findings, finding,
                             "each of three calls changes the count of an object that "
                             "it visits");
    }
    proof_set_place(proof, finding, record->fields[FUNCTION_FILE],
                    record_hex(record, FUNCTION_PLACE));
    if (finding->level == LEVEL_ERROR) {
        proof_fail(proof, SCENARIO_TYPES, finding);
    }
}

void
read_types(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_TYPES];
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_TRAVERSAL)) {
            read_traversal(proof, record);
        }
        if (!record_is(record, RECORD_TYPE)) {
            continue;
        }
        if (record_number(record, VISITS) >= 0) {
            read_visits(proof, record);
        }
        else {
            read_drift(proof, record);
        }
    }
}
