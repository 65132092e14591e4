/* Imports and calls that fail half-way: what the forked copies of the scenario reported. */

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/proof.h"

enum { EVIDENCE_LIMIT = 8 };

/* What failed when memory ran out. */
struct failure {
    const char *phase;
    const char *step;                      /* the call, or "" */
    const struct probe_record *allocation; /* the last one that failed, or NULL */
};

/* The function of the C API whose call was made to fail, or "": an allocation was. */
static const char *
failed_function(const struct probe_record *allocation)
{
    return allocation->fields[2];
}

/* What was asked for when memory ran out, or which call failed, as evidence. */
static void
add_failed_allocation(struct proof *proof, struct finding *finding,
                      const struct probe_record *allocation)
{
    const char *function = failed_function(allocation);
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(
            proof->findings, finding, "failed %s%s%s: %s",
            function[0] == '\0' ? "allocation" : "call", function[0] == '\0' ? "" : " of ",
            function,
            proof_place_text(proof, allocation->fields[0], record_hex(allocation, 1)));
    }
}

/* A crash while memory runs out, or a call fails, is a missing check for NULL: no state is shared, but
 * only an exception is an answer.  A crash when the half-made module goes, or at the next
 * import, is a module that does not clean up after itself. */
static void
read_crash(struct proof *proof, const struct probe_log *log, size_t index,
           const char *phase)
{
    bool is_call = strcmp(phase, FORKED_FAILING_CALLS) == 0;
    bool is_out_of_memory = is_call || string_starts(phase, "import while");
    const struct probe_record *frame = NULL;
    const struct probe_record *allocation = NULL;
    for (size_t i = index; i < log->n_records && frame == NULL; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_FAILED_ALLOCATION)) {
            allocation = record;
        }
        if (record_is(record, RECORD_FRAME) && strcmp(record->fields[2], "target") == 0)
        {
            frame = record;
        }
    }
    if (frame == NULL || (is_call && allocation == NULL)) {
        return; /* what crashes without a failure is seen elsewhere */
    }
    const char *where = proof_place_text(proof, frame->fields[0], record_hex(frame, 1));
    size_t n = proof->findings->n_items;
    struct finding *finding =
        is_out_of_memory
            ? proof_find(proof, "global-crash", where, SCENARIO_FAILING_EXEC,
                         "%s crashes when %s is not checked for NULL",
                         is_call ? "a call" : "the import",
                         allocation != NULL && failed_function(allocation)[0] != '\0'
                             ? "a function that it calls fails: the result"
                             : "memory runs out: an allocation result")
            : proof_find(
                  proof, "global-crash", where, SCENARIO_FAILING_EXEC,
                  "a module whose import failed part-way crashes in the phase '%s'",
                  phase);
    if (proof->findings->n_items > n) {
        finding_add_evidence(proof->findings, finding, "at %s", where);
        proof_set_place(proof, finding, frame->fields[0], record_hex(frame, 1));
        if (is_out_of_memory) {
            finding->level = LEVEL_WARNING;
        }
    }
    if (allocation != NULL) {
        add_failed_allocation(proof, finding, allocation);
    }
    if (finding->level == LEVEL_ERROR) {
        proof_fail(proof, SCENARIO_FAILING_EXEC, finding);
    }
}

/* What is freed twice crashes now, or later, or spoils somebody else's memory. */
static void
read_twice(struct proof *proof, const struct probe_record *record, bool is_call)
{
    enum { FIRST = 0, SECOND = 2, ALLOCATION = 4 };
    const char *where =
        proof_place_text(proof, record->fields[SECOND], record_hex(record, SECOND + 1));
    size_t n = proof->findings->n_items;
    struct finding *finding =
        proof_find(proof, "global-crash", arena_format(proof->arena, "twice %s", where),
                   SCENARIO_FAILING_EXEC, "%s frees the same memory twice",
                   is_call ? "a call that runs out of memory"
                           : "an import that fails part-way");
    if (proof->findings->n_items > n) {
        proof_set_place(proof, finding, record->fields[SECOND],
                        record_hex(record, SECOND + 1));
        finding_add_evidence(proof->findings, finding, "freed in %s and again in %s",
                             proof_place_text(proof, record->fields[FIRST],
                                              record_hex(record, FIRST + 1)),
                             where);
        finding_add_evidence(proof->findings, finding, "failed allocation: %s",
                             proof_place_text(proof, record->fields[ALLOCATION],
                                              record_hex(record, ALLOCATION + 1)));
    }
    proof_fail(proof, SCENARIO_FAILING_EXEC, finding);
}

/* The import fails, but not with the exception that the failed allocation has set.  A
 * function that says that all is well does not know what it did not check; one that fails
 * without an exception fails all the same. */
static struct finding *
find_unclean(struct proof *proof, const struct probe_record *record)
{
    const char *message = proof_one_line(proof, record->fields[2]);
    if (strstr(message, UNREPORTED) != NULL) {
        struct finding *left =
            proof_find(proof, "exception-left", "import", SCENARIO_FAILING_EXEC,
                       "when memory runs out, the module reports success with an exception "
                       "set: a result in its exec or init function is not checked");
        left->level = LEVEL_WARNING;
        return left;
    }
    struct finding *missing = proof_find(
        proof, "init-failed", "unclean", SCENARIO_FAILING_EXEC,
        "when memory runs out, the import fails without setting an exception: %s: %s",
        record->fields[1], message);
    missing->level = LEVEL_NOTE;
    return missing;
}

static void
read_unclean(struct proof *proof, const struct probe_record *record,
             const struct probe_record *allocation)
{
    struct finding *finding = find_unclean(proof, record);
    if (allocation != NULL) {
        if (finding->symbol == NULL && finding->place == NULL) {
            proof_set_place(proof, finding, allocation->fields[0],
                            record_hex(allocation, 1));
        }
        add_failed_allocation(proof, finding, allocation);
    }
}

/* The part of the interpreter's message that says what the function did; NULL if it is
 * another one.  Its subject may be the Python function that made the call. */
static const char *
find_unclean_words(const char *message, bool *out_is_left)
{
    static const struct {
        const char *words;
        bool is_left;
    } parts[] = {{UNCLEAN_RESULT, true},
                 {UNCLEAN_SLOT_RESULT, true},
                 {UNCLEAN_ASSERTED_RESULT, true},
                 {UNCLEAN_NULL, false},
                 {UNCLEAN_SLOT_NULL, false},
                 {UNCLEAN_ASSERTED_NULL, false}};
    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        const char *found = strstr(message, parts[i].words);
        if (found != NULL) {
            *out_is_left = parts[i].is_left;
            return found;
        }
    }
    return NULL;
}

/* The same of a call.  What only lacks an exception when memory runs out is raised as
 * SystemError; where another call has failed, its exception was lost. */
static void
read_unclean_call(struct proof *proof, const struct probe_record *record,
                  const struct failure *failure)
{
    enum { WHERE, EXCEPTION, MESSAGE };
    bool is_left;
    const char *words = find_unclean_words(record->fields[MESSAGE], &is_left);
    if (words == NULL) {
        return;
    }
    struct finding *finding =
        is_left ? proof_find(proof, "exception-left", "failing calls",
                             SCENARIO_FAILING_EXEC,
                             "calls return a result with an exception set when a function "
                             "that they call fails: its result is not checked, or the "
                             "exception not cleared")
                : proof_find(proof, "exception-missing", "failing calls",
                             SCENARIO_FAILING_EXEC,
                             "calls return NULL without setting an exception when a "
                             "function that they call fails");
    bool is_call = failure->allocation != NULL
                   && failed_function(failure->allocation)[0] != '\0';
    bool is_new = finding->n_evidence == 0;
    if (is_left || is_call) {
        finding->level = LEVEL_WARNING;
    }
    else if (is_new) {
        finding->level = LEVEL_NOTE;
    }
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        bool is_end = strcmp(record->fields[WHERE], UNCLEAN_END) == 0;
        finding_add_evidence(proof->findings, finding, "%s: %s%s", failure->step,
                             is_end ? "this debug build ends the process: " : "it ",
                             proof_one_line(proof, words));
    }
    if (failure->allocation != NULL) {
        if (is_new) {
            proof_set_place(proof, finding, failure->allocation->fields[0],
                            record_hex(failure->allocation, 1));
        }
        add_failed_allocation(proof, finding, failure->allocation);
    }
}

static void
read_retry(struct proof *proof, const struct probe_record *record)
{
    struct finding *finding = proof_find(
        proof, "init-failed", "retry", SCENARIO_FAILING_EXEC,
        "after an import failed part-way, the module cannot be imported again: %s: %s",
        record->fields[1], record->fields[2]);
    if (finding->n_evidence == 0) {
        finding_add_evidence(proof->findings, finding,
                             "an allocation of the first import failed; no allocation "
                             "of the second import failed");
    }
    proof_fail(proof, SCENARIO_FAILING_EXEC, finding);
}

static bool
is_of_call(const struct failure *failure)
{
    return strcmp(failure->phase, FORKED_FAILING_CALLS) == 0;
}

static struct finding *
find_leak(struct proof *proof, bool is_object, bool is_call)
{
    if (is_object) {
        return proof_find(proof, "lifetime-reference-leaked",
                          is_call ? "call" : "import", SCENARIO_FAILING_EXEC, "%s",
                          is_call ? "a call that runs out of memory leaks references: "
                                    "release what it made before it fails"
                                  : "an import that fails part-way leaks references: "
                                    "release what the exec function made before it "
                                    "fails");
    }
    return proof_find(proof, "lifetime-leak", is_call ? "failed call" : "failed import",
                      SCENARIO_FAILING_EXEC, "%s",
                      is_call ? "a call that runs out of memory leaks memory: free what "
                                "it allocated before it fails"
                              : "an import that fails part-way leaks memory: free what "
                                "the exec function allocated before it fails");
}

/* What a failure leaves behind each time. */
static void
read_leak(struct proof *proof, const struct probe_record *leak,
          const struct failure *failure)
{
    enum { WHERE, COUNT, TYPE, FILE_NAME, PLACE };
    const char *kind = leak->fields[WHERE];
    bool is_object =
        strcmp(kind, LEAK_FAILED_IMPORT) == 0 || strcmp(kind, LEAK_FAILED_CALL) == 0;
    const char *where =
        proof_place_text(proof, leak->fields[FILE_NAME], record_hex(leak, PLACE));
    struct finding *finding = find_leak(proof, is_object, is_of_call(failure));
    finding->level = LEVEL_WARNING; /* no state is shared */
    if (finding->n_evidence == 0) {
        proof_set_place(proof, finding, leak->fields[FILE_NAME],
                        record_hex(leak, PLACE));
    }
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "%s %s%s%s from %s%s%s",
                             leak->fields[COUNT],
                             is_object                        ? ""
                             : record_number(leak, COUNT) == 1 ? "block ("
                                                               : "blocks (",
                             leak->fields[TYPE], is_object ? "" : " bytes)", where,
                             failure->step[0] != '\0' ? ", in " : "", failure->step);
        add_failed_allocation(proof, finding, failure->allocation);
    }
}

void
read_failing_exec(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_FAILING_EXEC];
    struct failure failure = {.phase = "", .step = ""};
    const struct probe_record *refused = probe_log_find(log, RECORD_REFUSED);
    if (refused != NULL && probe_log_find(log, RECORD_COUNT) == NULL) {
        const char *culprit = proof_culprit(proof, refused);
        const char *text = proof_one_line(proof, refused->fields[2]);
        if (culprit != NULL) {
            proof_blame(proof, SCENARIO_FAILING_EXEC,
                        "the dependency %s refuses: %s: %s", culprit,
                        refused->fields[1], text);
        }
        else {
            proof_set_outcome(proof, SCENARIO_FAILING_EXEC, OUTCOME_REFUSED, "%s: %s",
                              refused->fields[1], text);
        }
        return;
    }
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_PHASE)) {
            failure = (struct failure){.phase = record->fields[0], .step = ""};
        }
        else if (record_is(record, RECORD_FAILED_ALLOCATION)) {
            failure.allocation = record;
        }
        else if (record_is(record, RECORD_UNCLEAN)
                 && strcmp(record->fields[0], UNCLEAN_IMPORT) == 0)
        {
            read_unclean(proof, record, failure.allocation);
        }
        else if (record_is(record, RECORD_UNCLEAN) && is_of_call(&failure)) {
            read_unclean_call(proof, record, &failure);
        }
        else if (record_is(record, RECORD_STEP)) {
            failure.step = record->fields[0];
        }
        else if (record_is(record, RECORD_LEAK) && failure.allocation != NULL) {
            read_leak(proof, record, &failure);
        }
        else if (record_is(record, RECORD_TWICE)) {
            read_twice(proof, record, is_of_call(&failure));
        }
        else if (record_is(record, RECORD_CRASH)) {
            read_crash(proof, log, i, failure.phase);
        }
        else if ((record_is(record, RECORD_REFUSED) || record_is(record, RECORD_FAILED))
                 && strcmp(record->fields[0], PROBE_RETRY) == 0)
        {
            read_retry(proof, record);
        }
    }
}
