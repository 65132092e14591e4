/* Objects that two interpreters, or two module objects, both reach. */

#include <string.h>

#include "probe/protocol.h"
#include "prove/proof.h"

enum shared_field { BETWEEN, PATH, TYPE, KIND, NAME, OFFSET };

static const char *
words_for(const char *between)
{
    if (strcmp(between, "modules") == 0) {
        return "both module objects of one interpreter";
    }
    if (strcmp(between, "own-gil") == 0) {
        return "two interpreters with their own GIL";
    }
    return "two interpreters that share the GIL";
}

static void
add_evidence(struct proof *proof, struct finding *finding,
             const struct probe_record *record)
{
    finding_add_evidence(proof->findings, finding, "%s is one object in %s",
                         record->fields[PATH], words_for(record->fields[BETWEEN]));
}

static struct finding *
find_static(struct proof *proof, enum scenario scenario,
            const struct probe_record *record)
{
    bool is_type = strcmp(record->fields[KIND], "static-type") == 0;
    const char *key = arena_format(proof->arena, "static:%s", record->fields[OFFSET]);
    struct finding *finding = proof_known(proof, key);
    if (finding != NULL) {
        return finding;
    }
    finding = proof_find(
        proof, is_type ? "type-static" : "state-static-object", key, scenario,
        is_type
            ? "'%s' is a static type, shared by all interpreters; create a heap type"
            : "a static object of type '%s' is shared by all interpreters; move it "
              "into the module state",
        is_type ? record->fields[NAME] : record->fields[TYPE]);
    proof_set_place(proof, finding, proof->path, record_hex(record, OFFSET));
    proof_alias(proof, finding, key);
    return finding;
}

/* An object on the heap: most often one that a static variable holds, which the
 * comparison of words has named already. */
static struct finding *
find_object(struct proof *proof, enum scenario scenario,
            const struct probe_record *record)
{
    bool is_type = strcmp(record->fields[KIND], "heap-type") == 0;
    const char *key = arena_format(proof->arena, "object:%s:%s",
                                   is_type ? "heap-type" : record->fields[TYPE],
                                   record->fields[NAME]);
    struct finding *finding = is_type ? proof_known(proof, key) : NULL;
    if (finding != NULL) {
        return finding;
    }
    if (is_type) {
        return proof_find(
            proof, "state-shared-object", key, scenario,
            "the class '%s' is shared: it is not created for each module object",
            record->fields[NAME]);
    }
    return proof_find(
        proof, "state-shared-object", "objects", scenario,
        "objects that belong to one module object are shared with another");
}

void
read_sharing(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (!record_is(record, RECORD_SHARED)) {
            continue;
        }
        bool is_static = strcmp(record->fields[OFFSET], "-") != 0;
        struct finding *finding = is_static ? find_static(proof, scenario, record)
                                            : find_object(proof, scenario, record);
        finding->level = LEVEL_ERROR;
        add_evidence(proof, finding, record);
        proof_fail(proof, scenario, finding);
    }
}
