/* Words of the module's writable segments that changed, and who wrote them. */

#include <string.h>

#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/limits.h"
#include "prove/proof.h"

enum word_field { OFFSET, MEANING, TYPE, NAME, STAGES, CHANGE, CONTAINER, BYTES };
enum { EVIDENCE_LIMIT = 16, WRITERS_SHOWN = 5 };
enum write_field { WRITTEN, TIMES, WHO, FILE_NAME, PLACE, API };

static bool
is(const struct probe_record *record, size_t field, const char *word)
{
    return strcmp(record->fields[field], word) == 0;
}

/* The interpreter's own bookkeeping in structures that the extension lends it, and
 * pointers to what all interpreters share by design. */
static bool
is_allowed(const struct probe_record *record)
{
    return is(record, CONTAINER, "parser") || is(record, CONTAINER, "definition")
           || (is(record, CONTAINER, "-") && is(record, MEANING, "core"));
}

static bool
is_settled(const struct probe_record *record)
{
    return is(record, CHANGE, "same");
}

/* The unnamed word before. */
struct neighbour {
    const char *name, *kind;
    uint64_t end;
};

const char *
globals_to_watch(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_GLOBALS];
    struct strbuf list = STRBUF_INIT;
    size_t n = 0;
    for (size_t i = 0; i < log->n_records && n < LIMIT_WATCHED_WORDS; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_WORD) && !is_allowed(record)
            && is(record, CONTAINER, "-"))
        {
            strbuf_format(&list, "%s%s", n++ > 0 ? "," : "", record->fields[OFFSET]);
        }
    }
    const char *copy = n > 0 ? arena_string(proof->arena, list.text) : NULL;
    strbuf_done(&list);
    return copy;
}

/* "variable" or, without a symbol, "section+0x10": then a word right behind another
 * unnamed one counts as part of the same variable. */
static const char *
name_of(struct proof *proof, const struct probe_record *record, unsigned byte,
        struct neighbour *neighbour)
{
    struct binary_place place;
    uint64_t offset = record_hex(record, OFFSET) + byte;
    proof->symbolizer->place(proof->symbolizer->data, proof->path, offset, &place);
    bool has_symbol = place.symbol != NULL && !place.is_function;
    bool is_behind = !is(record, MEANING, "object") && neighbour->name != NULL
                     && offset >= neighbour->end
                     && offset < neighbour->end + sizeof(uint64_t)
                     && strcmp(neighbour->kind, record->fields[MEANING]) == 0;
    if (has_symbol || !is_behind) {
        neighbour->name = has_symbol ? NULL : place.text;
    }
    neighbour->end = record_hex(record, OFFSET) + sizeof(uint64_t);
    neighbour->kind = record->fields[MEANING];
    const char *name = place.readable != NULL ? place.readable : place.symbol;
    return has_symbol ? name : neighbour->name;
}

static struct finding *
find_structure(struct proof *proof, const struct probe_record *record,
               const char *variable)
{
    const char *key = arena_format(proof->arena, "static:%s", record->fields[OFFSET]);
    struct finding *finding;
    if (is(record, CONTAINER, "copy")) {
        finding = proof_find(
            proof, "init-single-phase", variable, SCENARIO_GLOBALS,
            "CPython copies the module's __dict__ into every interpreter that imports "
            "it (m_size is -1); use multi-phase initialisation");
        finding_add_evidence(
            proof->findings, finding,
            "CPython stored a copy of the __dict__ in the module definition");
        return finding;
    }
    if (is(record, CONTAINER, "type")) {
        finding = proof_find(
            proof, "type-static", variable, SCENARIO_GLOBALS,
            "'%s' is a static type, shared by all interpreters; create a heap type",
            record->fields[NAME]);
    }
    else {
        finding = proof_find(proof, "state-static-object", variable, SCENARIO_GLOBALS,
                             "'%s' is a static object of type '%s', shared by all "
                             "interpreters; move it into the module state",
                             variable, record->fields[TYPE]);
    }
    proof_alias(proof, finding, key);
    return finding;
}

static struct finding *
find_object(struct proof *proof, const struct probe_record *record,
            const char *variable, bool has_symbol)
{
    struct finding *finding =
        has_symbol
            ? proof_find(proof, "state-static-object", variable, SCENARIO_GLOBALS,
                         "'%s' stores a Python object shared by all interpreters and "
                         "module objects; move it into the module state",
                         variable)
            : proof_find(
                  proof, "state-static-object", "unnamed", SCENARIO_GLOBALS,
                  "variables without a symbol store Python objects shared by all "
                  "interpreters and module objects; move them into the module state");
    bool is_type = is(record, TYPE, "heap-type") || is(record, TYPE, "static-type");
    proof_alias(proof, finding,
                arena_format(proof->arena, "object:%s:%s", record->fields[TYPE],
                             record->fields[NAME]));
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        const char *name = record->fields[NAME];
        finding_add_evidence(proof->findings, finding, "%s%sholds %s%s%s",
                             has_symbol ? "" : variable, has_symbol ? "it " : " ",
                             is_type ? "the type " : record->fields[TYPE],
                             name[0] != '\0' && !is_type ? " " : "", name);
    }
    return finding;
}

static const char *
stages_text(struct proof *proof, long stages)
{
    static const char *const names[] = {
        "in the main interpreter", "in the first sub-interpreter",
        "in the second sub-interpreter", "when a sub-interpreter ended"};
    const char *text = "";
    for (int i = 0; i < 4; i++) {
        if ((stages & (1L << i)) != 0) {
            text = arena_format(proof->arena, "%s%s%s", text,
                                text[0] != '\0' ? ", " : "", names[i]);
        }
    }
    return text;
}

/* All words that settled are one note: what they are is a matter of policy. */
static struct finding *
find_settled(struct proof *proof, const struct probe_record *record,
             const char *variable)
{
    size_t n = proof->findings->n_items;
    struct finding *finding = proof_find(
        proof, "state-static-data", "settled", SCENARIO_GLOBALS,
        "variables are set once per process; every interpreter found the same values");
    if (proof->findings->n_items > n) {
        finding->level = LEVEL_NOTE;
    }
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "`%s`%s", variable,
                             is(record, MEANING, "memory")
                                 ? " points to memory shared by all interpreters"
                                 : "");
    }
    return finding;
}

/* Does another interpreter give the word other values in between? */
static bool
has_departed(const struct probe_log *writes, const struct probe_record *word)
{
    for (size_t i = 0; writes != NULL && i < writes->n_records; i++) {
        const struct probe_record *record = &writes->records[i];
        if (record_is(record, RECORD_DEPARTURE)
            && is(record, WRITTEN, word->fields[OFFSET]))
        {
            return true;
        }
    }
    return false;
}

/* The same values in the end, and others in between: with a GIL for each interpreter one
 * reads what another one writes.  With one GIL for all there may be no such moment. */
static struct finding *
find_rewritten(struct proof *proof, const char *variable)
{
    struct finding *finding =
        proof_find(proof, "state-static-data", variable, SCENARIO_GLOBALS,
                   "calls in one interpreter change '%s' while another one with its own "
                   "GIL may use it, and nothing orders that; use a local variable, or the "
                   "module state",
                   variable);
    finding->level = LEVEL_ERROR;
    return finding;
}

static bool
is_rewritten(const struct proof *proof, const struct probe_log *writes,
             const struct probe_record *word)
{
    return proof->report->declares == SUPPORT_OWN_GIL && is(word, MEANING, "value")
           && has_departed(writes, word);
}

static struct finding *
find_data(struct proof *proof, const struct probe_record *record, const char *variable)
{
    struct finding *finding = proof_find(
        proof, "state-static-data", variable, SCENARIO_GLOBALS,
        is(record, CHANGE, "pointee") ? "every interpreter changes the memory that "
                                        "'%s' points to; move it into the module state"
                                      : "every interpreter that uses the module "
                                        "changes '%s'; move it into the module state",
        variable);
    finding->level = LEVEL_ERROR;
    if (finding->n_evidence == 0) {
        finding_add_evidence(proof->findings, finding, "changed %s",
                             stages_text(proof, record_number(record, STAGES)));
    }
    return finding;
}

static void
add_writers(struct proof *proof, struct finding *finding,
            const struct probe_log *writes, const char *offset)
{
    size_t n = 0;
    for (size_t i = 0; writes != NULL && i < writes->n_records; i++) {
        const struct probe_record *write = &writes->records[i];
        if (!record_is(write, RECORD_WRITE) || !is(write, WRITTEN, offset)
            || n++ >= WRITERS_SHOWN)
        {
            continue;
        }
        const char *where =
            proof_place_text(proof, write->fields[FILE_NAME], record_hex(write, PLACE));
        bool is_through_api = !is(write, WHO, "own") && !is(write, API, "-");
        finding_add_evidence(proof->findings, finding, "written %ld time%s by %s%s%s",
                             record_number(write, TIMES),
                             record_number(write, TIMES) == 1 ? "" : "s", where,
                             is_through_api ? " through " : "",
                             is_through_api ? write->fields[API] : "");
    }
}

/* Single steps are known of one processor only: what a finding cannot say, it says. */
static void
add_no_writers(struct proof *proof, struct finding *finding,
               const struct probe_log *writes)
{
    const struct probe_record *skip =
        writes != NULL ? probe_log_find(writes, RECORD_SKIP) : NULL;
    const char *last =
        finding->n_evidence > 0 ? finding->evidence[finding->n_evidence - 1] : "";
    if (skip != NULL && !string_starts(last, "the write")) {
        finding_add_evidence(proof->findings, finding,
                             "the code that writes it is unknown: %s", skip->fields[0]);
    }
}

/* Written only while _PyArg_* parsed arguments: the interpreter's own once-flag, which
 * it may have filled before its tuple of names could show what the structure is.  Or a
 * name that its private functions have put into a _Py_Identifier, before 3.10. */
static bool
is_written_for_interpreter(const struct probe_log *writes,
                           const struct probe_record *word)
{
    size_t n = 0;
    const char *offset = word->fields[OFFSET];
    const char *wanted = is(word, TYPE, "str") ? "_Py" : "_PyArg_";
    for (size_t i = 0; writes != NULL && i < writes->n_records; i++) {
        const struct probe_record *write = &writes->records[i];
        if (record_is(write, RECORD_WRITE) && is(write, WRITTEN, offset)) {
            n++;
            if (!is(write, WHO, "core") || !string_starts(write->fields[API], wanted)) {
                return false;
            }
        }
    }
    return n > 0;
}

/* A module that refuses every second module object keeps its state for the process on
 * purpose: one note for all of it. */
static void
note_process_state(struct proof *proof, const struct probe_record *record,
                   const char *variable)
{
    struct finding *finding =
        proof_find(proof, "state-static-object", "process", SCENARIO_GLOBALS,
                   "the module has process-wide state; it is not shared, because the "
                   "module refuses a second module object");
    finding->level = LEVEL_NOTE;
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "`%s`%s%s", variable,
                             record->fields[NAME][0] != '\0' ? ": " : "",
                             record->fields[NAME]);
    }
}

static void
read_variable(struct proof *proof, const struct probe_record *record,
              const struct probe_log *writes, unsigned byte,
              const struct neighbour *neighbour, const char *variable)
{
    struct finding *finding;
    size_t n = proof->findings->n_items;
    bool is_string = is(record, MEANING, "string");
    if (!is(record, CONTAINER, "-")) {
        finding = find_structure(proof, record, variable);
    }
    else if (is(record, MEANING, "object") || is_string) {
        finding = find_object(proof, record, variable, neighbour->name == NULL);
        if (!is_string) {
            finding->level = LEVEL_ERROR;
        }
        else if (proof->findings->n_items > n) {
            finding->level = LEVEL_NOTE; /* immortal, and never changed */
        }
    }
    else {
        finding = !is_settled(record) ? find_data(proof, record, variable)
                  : is_rewritten(proof, writes, record)
                      ? find_rewritten(proof, variable)
                      : find_settled(proof, record, variable);
    }
    if (finding->symbol == NULL && finding->place == NULL) {
        proof_set_place(proof, finding, proof->path, record_hex(record, OFFSET) + byte);
    }
    if (finding->level == LEVEL_ERROR) {
        proof_fail(proof, SCENARIO_GLOBALS, finding);
    }
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        add_writers(proof, finding, writes, record->fields[OFFSET]);
        add_no_writers(proof, finding, writes);
    }
}

/* A word may hold several small variables: those whose bytes changed are named. */
static void
read_word(struct proof *proof, const struct probe_record *record,
          const struct probe_log *writes, struct neighbour *neighbour)
{
    const char *last = NULL;
    bool is_whole = !is(record, CONTAINER, "-") || !is(record, MEANING, "value");
    if (is_allowed(record) || is_written_for_interpreter(writes, record)) {
        return;
    }
    for (unsigned byte = 0; byte < (is_whole ? 1 : sizeof(uint64_t)); byte++) {
        if (!is_whole && (record_hex(record, BYTES) & (1U << byte)) == 0) {
            continue;
        }
        const char *variable = name_of(proof, record, byte, neighbour);
        if (last != NULL && (strcmp(variable, last) == 0 || neighbour->name != NULL)) {
            continue;
        }
        last = variable;
        if (proof->is_single_process) {
            note_process_state(proof, record, variable);
        }
        else {
            read_variable(proof, record, writes, byte, neighbour, variable);
        }
    }
}

void
read_globals(struct proof *proof, const struct probe_log *writes)
{
    const struct probe_log *log = &proof->logs[SCENARIO_GLOBALS];
    struct neighbour neighbour = {0};
    for (size_t i = 0; i < log->n_records; i++) {
        if (record_is(&log->records[i], RECORD_WORD)) {
            read_word(proof, &log->records[i], writes, &neighbour);
        }
    }
}
