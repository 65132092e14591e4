/* What use in forked copies of the process showed: crashes by phase, and what the
 * copies told. */

#include <signal.h>
#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/proof.h"
#include "prove/skipped_calls.h"

enum check_field { KIND, SUBJECT, TEXT };
enum { EVIDENCE_LIMIT = 8 };

static const struct {
    const char *phase, *rule, *message;
    enum level level;
} checks[] = {
    {FORKED_REPLACING, "access-dict-unchecked",
     "the module crashes when entries of its __dict__ are replaced: check the type of "
     "a value from the __dict__, or store it in the module state",
     LEVEL_ERROR},
    {FORKED_DELETING, "access-dict-unchecked",
     "the module crashes when entries of its __dict__ are deleted: check a value from "
     "the __dict__ for NULL, or store it in the module state",
     LEVEL_ERROR},
    {FORKED_SUBCLASS, "access-subclass-type",
     "a method crashes on an instance of a subclass from another module: get the "
     "module state from the defining class, not from Py_TYPE(self)",
     LEVEL_ERROR},
    {FORKED_OPERANDS, "access-operand",
     "an operator crashes when one operand is of another type: check the types of both "
     "operands and return NotImplemented",
     LEVEL_ERROR},
    {FORKED_DEALLOCATION, "global-crash", "the module crashes when an instance is deallocated",
     LEVEL_ERROR},
    {FORKED_WEAK_REFERENCES, "lifetime-weakrefs-left",
     "deallocating an instance that has weak references crashes: the dealloc function "
     "must call PyObject_ClearWeakRefs before it releases members",
     LEVEL_ERROR},
    {FORKED_MEMBERS, "global-crash",
     "the module crashes when an instance gets an object of an unexpected type",
     LEVEL_NOTE},
    {FORKED_REFERENCES, "global-crash",
     "the module crashes when a call gets an object of an unexpected type",
     LEVEL_NOTE},
    {FORKED_GROWTH, "global-crash",
     "the module crashes when a call that came back is made again and again",
     LEVEL_WARNING},
    {FORKED_REFUSALS, "global-crash",
     "the module crashes when a call gets an argument that raises or makes new values: a "
     "result that may be NULL is not checked, or a reference is released too early",
     LEVEL_WARNING},
    {FORKED_CYCLES, "global-crash",
     "the module crashes when an instance gets an object of an unexpected type",
     LEVEL_NOTE},
    {FORKED_DELETION, "global-crash",
     "the module crashes when an attribute of an instance is deleted: a setter gets NULL "
     "then, and a deleted member is NULL",
     LEVEL_WARNING},
    {FORKED_INSTANCES, "change-instantiable",
     "an uninitialised instance crashes when it is used: initialise instances in "
     "tp_new, or set Py_TPFLAGS_DISALLOW_INSTANTIATION",
     LEVEL_ERROR},
    {FORKED_WITHOUT_INIT, "change-instantiable",
     "an instance whose __init__ was not called crashes when it is used: initialise "
     "members in tp_new, or check them before use",
     LEVEL_WARNING},
};

/* The first frame of the module behind the record of a crash. */
static const struct probe_record *
find_frame(const struct probe_log *log, size_t crash)
{
    for (size_t i = crash + 1; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (!record_is(record, RECORD_FRAME)) {
            return NULL;
        }
        if (strcmp(record->fields[2], "target") == 0) {
            return record;
        }
    }
    return NULL;
}

static bool
touches_freed(const struct probe_log *log, size_t crash)
{
    const struct probe_record *guarded = probe_log_find(log, RECORD_GUARD_PAGES);
    uint64_t address = record_hex(&log->records[crash], 1);
    return guarded != NULL && address >= record_hex(guarded, 0)
           && address < record_hex(guarded, 1);
}

/* Is it a traverse function that the scenario called? */
static bool
is_traverse(struct proof *proof, const struct probe_log *log, const char *symbol)
{
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        const char *traverse =
            record_is(record, RECORD_TYPE) && record_number(record, 1) >= 0
                ? proof_symbol(proof, record->fields[4], record_hex(record, 5))
                : NULL;
        if (traverse != NULL && strcmp(traverse, symbol) == 0) {
            return true;
        }
    }
    return false;
}

/* Did the collector call a function of the module when it crashed?  Then it knew an
 * instance that was dying. */
static bool
is_collected(struct proof *proof, const struct probe_log *log, size_t crash)
{
    for (size_t i = crash + 1;
         i < log->n_records && record_is(&log->records[i], RECORD_FRAME); i++)
    {
        const struct probe_record *frame = &log->records[i];
        const char *symbol = strcmp(frame->fields[2], "target") == 0
                                 ? proof_symbol(proof, frame->fields[0],
                                                record_hex(frame, 1))
                                 : NULL;
        if (symbol != NULL && is_traverse(proof, log, symbol)) {
            return true;
        }
    }
    return false;
}

/* No function of the module was on the stack: one finding for all forked checks. */
static void
read_crash_of_python(struct proof *proof, enum scenario scenario, size_t check,
                     const char *step)
{
    struct finding *finding =
        proof_find(proof, "global-crash", "forked-checks", scenario,
                   "Python crashes after the module was used with subclasses, foreign "
                   "operands or missing attributes");
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "in the phase '%s'%s%s",
                             checks[check].phase, step[0] != '\0' ? ": " : "", step);
    }
    proof_fail(proof, scenario, finding);
}

/* Is it a refused call that was given a number, which may mean an address, or one that the
 * interpreter ended itself?  Why it did the records say that come behind; of the dictionary a
 * call says nothing that a debug build ends where no function of the module runs: the
 * interpreter asserts there that a NULL came with an exception. */
static bool
may_crash(const struct proof *proof, const struct probe_log *log, size_t crash,
          size_t check, const char *step)
{
    const char *rest = strstr(step, " given to ");
    bool is_ended = record_number(&log->records[crash], 0) == SIGABRT;
    if (strcmp(checks[check].rule, "access-dict-unchecked") == 0) {
        return is_ended && find_frame(log, crash) == NULL;
    }
    return strcmp(checks[check].phase, FORKED_REFUSALS) == 0
           && (is_ended
               || find_frame(log, crash) == NULL
               || (rest != NULL
                   && skipped_calls_may_mean_address(arena_copy(
                       proof->arena, step, (size_t)(rest - step)))));
}

static void
read_crash(struct proof *proof, enum scenario scenario, size_t crash, size_t check,
           const char *step)
{
    const struct probe_log *log = &proof->logs[scenario];
    const struct probe_record *frame = find_frame(log, crash);
    if (may_crash(proof, log, crash, check, step)) {
        return;
    }
    enum level level = checks[check].level;
    if (frame == NULL && level == LEVEL_ERROR) {
        read_crash_of_python(proof, scenario, check, step);
        return;
    }
    const char *where =
        frame != NULL
            ? proof_place_text(proof, frame->fields[0], record_hex(frame, 1))
            : "Python";
    const char *rule = checks[check].rule, *message = checks[check].message;
    if (strcmp(checks[check].phase, FORKED_DEALLOCATION) == 0
        && is_collected(proof, log, crash))
    {
        rule = "gc-not-untracked";
        message = "the garbage collector reaches an instance while it is deallocated: the "
                  "dealloc function must call PyObject_GC_UnTrack first";
    }
    size_t n = proof->findings->n_items;
    const char *key = arena_format(proof->arena, "%s/%s", level_name(level), where);
    struct finding *finding = proof_find(proof, rule, key, scenario, "%s", message);
    if (proof->findings->n_items > n) {
        finding->level = level;
        finding_add_evidence(proof->findings, finding, "at %s%s", where,
                             touches_freed(log, crash) ? ", a use after free" : "");
        if (frame != NULL) {
            proof_set_place(proof, finding, frame->fields[0], record_hex(frame, 1));
        }
    }
    if (finding->n_evidence < EVIDENCE_LIMIT && step[0] != '\0') {
        finding_add_evidence(proof->findings, finding, "in %s", step);
    }
    if (level == LEVEL_ERROR) {
        finding->level = level;
        proof_fail(proof, scenario, finding);
    }
}

static void
read_wrong_type(struct proof *proof, enum scenario scenario,
                const struct probe_record *record)
{
    bool is_operand = strcmp(record->fields[KIND], CHECKED_OPERAND) == 0;
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        is_operand
            ? proof_find(proof, "access-operand", name, scenario,
                         "operators of '%s' raise an exception when one operand is of "
                         "another type: return NotImplemented",
                         name)
            : proof_find(proof, "access-subclass-type", name, scenario,
                         "methods of '%s' fail on instances of a subclass from another "
                         "module: get the module state from the defining class",
                         name);
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "%s", record->fields[TEXT]);
    }
    proof_fail(proof, scenario, finding);
}

/* Where the dealloc or traverse function of a type is, another record about the type
 * says. */
static void
set_place_of_type(struct proof *proof, enum scenario scenario, struct finding *finding,
                  const char *name, bool is_traverse)
{
    const struct probe_log *log = &proof->logs[scenario];
    for (size_t i = 0; i < log->n_records && finding->symbol == NULL; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_TYPE)
            && (record_number(record, 1) >= 0) == is_traverse
            && string_ends(record->fields[0], name))
        {
            proof_set_place(proof, finding, record->fields[4], record_hex(record, 5));
        }
    }
}

static void
add_once(struct proof *proof, struct finding *finding, const char *text)
{
    if (finding->n_evidence == 0) {
        finding_add_evidence(proof->findings, finding, "%s", text);
    }
}

static void
read_tracked(struct proof *proof, enum scenario scenario,
             const struct probe_record *record)
{
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        proof_find(proof, "gc-not-untracked", name, scenario,
                   "an instance of '%s' is still tracked while it is deallocated: its "
                   "dealloc function must call PyObject_GC_UnTrack first",
                   name);
    add_once(proof, finding, record->fields[TEXT]);
    set_place_of_type(proof, scenario, finding, name, false);
    proof_fail(proof, scenario, finding);
}

static void
read_untracked(struct proof *proof, enum scenario scenario,
               const struct probe_record *record)
{
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        proof_find(proof, "gc-not-tracked", name, scenario,
                   "an instance of '%s' is not tracked: call PyObject_GC_Track when its "
                   "members are set",
                   name);
    add_once(proof, finding,
             "the collector does not know an instance that the exercise made: "
             "reference cycles through it are never collected");
    set_place_of_type(proof, scenario, finding, name, true);
}

static void
read_weak_reference(struct proof *proof, enum scenario scenario,
                    const struct probe_record *record)
{
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        proof_find(proof, "lifetime-weakrefs-left", name, scenario,
                   "a weak reference to an instance of '%s' points to freed memory: its "
                   "dealloc function must call PyObject_ClearWeakRefs",
                   name);
    add_once(proof, finding,
             arena_format(proof->arena, "the instance from %s was freed, and the "
                          "callback of its weak reference was not called",
                          record->fields[TEXT]));
    set_place_of_type(proof, scenario, finding, name, false);
    proof_fail(proof, scenario, finding);
}

static void
read_member(struct proof *proof, enum scenario scenario,
            const struct probe_record *record)
{
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        proof_find(proof, "gc-member-not-visited", name, scenario,
                   "tp_traverse of '%s' does not visit a member that the instance owns: "
                   "reference cycles through it are never collected",
                   name);
    add_once(proof, finding,
             arena_format(proof->arena, "deallocating an instance released an object of "
                          "type '%s' that it had not visited",
                          record->fields[TEXT]));
    set_place_of_type(proof, scenario, finding, name, true);
}

static void
read_uncleared(struct proof *proof, enum scenario scenario,
               const struct probe_record *record)
{
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        proof_find(proof, "gc-member-not-cleared", name, scenario,
                   "tp_clear of '%s' does not release a member that tp_traverse visits: "
                   "reference cycles through it are never freed",
                   name);
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding,
                             "gc.collect() does not free the cycle that %s makes",
                             record->fields[TEXT]);
    }
    set_place_of_type(proof, scenario, finding, name, true);
}

/* One finding for a function, whatever it was called with. */
static struct finding *
read_references(struct proof *proof, enum scenario scenario,
                const struct probe_record *record, const char *rule,
                const char *message)
{
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        proof_find(proof, rule, name, scenario, "'%s' %s", name, message);
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "%s", record->fields[TEXT]);
    }
    return finding;
}

static void
read_returned(struct proof *proof, enum scenario scenario,
              const struct probe_record *record)
{
    proof_fail(proof, scenario,
               read_references(proof, scenario, record, "lifetime-borrowed-returned",
                               "returns an object without a new reference: the object "
                               "is freed while its owner uses it"));
}

static void
read_dropped(struct proof *proof, enum scenario scenario,
             const struct probe_record *record)
{
    proof_fail(proof, scenario,
               read_references(proof, scenario, record, "lifetime-borrowed-dropped",
                               "releases a reference that it does not own: the object "
                               "is freed while its owner uses it"));
}

static void
read_kept(struct proof *proof, enum scenario scenario,
          const struct probe_record *record)
{
    read_references(proof, scenario, record, "lifetime-reference-leaked",
                    "never releases a reference to an object that it was given");
}

static void
read_grown(struct proof *proof, enum scenario scenario,
           const struct probe_record *record)
{
    read_references(proof, scenario, record, "lifetime-reference-leaked",
                    "leaves an object or memory behind each time it is called");
}

static void
read_counted(struct proof *proof, enum scenario scenario,
             const struct probe_record *record)
{
    read_references(proof, scenario, record, "lifetime-reference-leaked",
                    "takes a reference to an object that outlives the call, and never "
                    "releases it, each time it is called");
}

static void
read_undying(struct proof *proof, enum scenario scenario,
             const struct probe_record *record)
{
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        proof_find(proof, "lifetime-reference-leaked",
                   arena_format(proof->arena, "new %s", name), scenario,
                   "a new instance of '%s' has more references than its caller gets, so "
                   "it is never deallocated: return it from tp_new without Py_INCREF",
                   name);
    add_once(proof, finding,
             arena_format(proof->arena, "%s returns an instance with a reference that no "
                          "known object holds, each time",
                          record->fields[TEXT]));
}

static void
read_hook(struct proof *proof, enum scenario scenario, const struct probe_record *record)
{
    struct finding *finding =
        proof_find(proof, "lifetime-hook-unsafe", record->fields[SUBJECT], scenario,
                   "%s releases a reference again when it is called again, as by m_free: "
                   "the module state keeps the pointer; use Py_CLEAR",
                   record->fields[SUBJECT]);
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "%s", record->fields[TEXT]);
    }
}

static void
read_state(struct proof *proof, enum scenario scenario,
           const struct probe_record *record)
{
    struct finding *finding =
        proof_find(proof, "gc-state-not-visited", "m_traverse", scenario,
                   "m_traverse does not visit an object that m_clear releases: reference "
                   "cycles through it are never collected");
    finding->level = LEVEL_WARNING;
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding,
                             "the module state owns an object of type '%s'",
                             record->fields[TEXT]);
    }
}

/* What types allow that a static one would not: notes, one for all. */
static void
read_permission(struct proof *proof, enum scenario scenario,
                const struct probe_record *record)
{
    bool is_mutable = strcmp(record->fields[KIND], CHECKED_MUTABLE) == 0;
    struct finding *finding =
        is_mutable
            ? proof_find(
                  proof, "change-mutable", "types", scenario,
                  "Python code can set attributes of the heap types: set "
                  "Py_TPFLAGS_IMMUTABLETYPE (since 3.10) if this is not intended")
            : proof_find(proof, "change-instantiable", "types", scenario,
                         "Python code can create uninitialised instances of types that "
                         "have fields");
    finding->level = LEVEL_NOTE;
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "the type '%s'",
                             record->fields[SUBJECT]);
    }
}

static void
read_unnamed(struct proof *proof, enum scenario scenario,
             const struct probe_record *record)
{
    const char *name = record->fields[SUBJECT];
    struct finding *finding =
        proof_find(proof, "change-name", name, scenario,
                   "the heap type '%s' has no __module__: use \"module.%s\" as its name",
                   name, name);
    add_once(proof, finding, "its instances cannot be pickled, and its creation emits a "
                             "DeprecationWarning");
}

static void
read_told(struct proof *proof, enum scenario scenario,
          const struct probe_record *record)
{
    static const struct {
        const char *kind;
        void (*read)(struct proof *, enum scenario, const struct probe_record *);
    } readers[] = {
        {CHECKED_SUBCLASS, read_wrong_type},   {CHECKED_OPERAND, read_wrong_type},
        {CHECKED_MUTABLE, read_permission},    {CHECKED_INSTANTIABLE, read_permission},
        {CHECKED_TRACKED, read_tracked},       {CHECKED_UNTRACKED, read_untracked},
        {CHECKED_WEAK_REFERENCE, read_weak_reference},
        {CHECKED_MEMBER, read_member},         {CHECKED_UNCLEARED, read_uncleared},
        {CHECKED_RETURNED, read_returned},
        {CHECKED_DROPPED, read_dropped},       {CHECKED_KEPT, read_kept},
        {CHECKED_GROWN, read_grown},           {CHECKED_UNNAMED, read_unnamed},
        {CHECKED_COUNTED, read_counted},       {CHECKED_UNDYING, read_undying},
        {CHECKED_HOOK, read_hook},               {CHECKED_STATE, read_state},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(readers); i++) {
        if (strcmp(record->fields[KIND], readers[i].kind) == 0) {
            readers[i].read(proof, scenario, record);
        }
    }
}

static size_t
check_of(const char *phase)
{
    size_t i = 0;
    while (i < ARRAY_LENGTH(checks) && strcmp(checks[i].phase, phase) != 0) {
        i++;
    }
    return i;
}

void
read_forked_checks(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    size_t check = ARRAY_LENGTH(checks); /* none under way */
    const char *step = "";
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_PHASE)) {
            check = check_of(record->fields[0]);
            step = "";
        }
        else if (record_is(record, RECORD_STEP)) {
            step = record->fields[0];
        }
        else if (record_is(record, RECORD_CRASH) && check < ARRAY_LENGTH(checks)) {
            read_crash(proof, scenario, i, check, step);
        }
        else if (record_is(record, RECORD_FORKED_CHECK)) {
            read_told(proof, scenario, record);
        }
    }
}
