/* What the module changed of the process that it was imported into. */

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "model/process_wide.h"
#include "probe/protocol.h"
#include "prove/proof.h"

enum changed_field { WHAT, BEFORE, AFTER };
enum { CHANGES_SHOWN = 8 };

/* What begins with a word is changed by functions; the word is what a finding is
 * about. */
static const struct {
    const char *what;
    const char *functions[6];
} kinds[] = {
    {"working directory", {"chdir", "fchdir"}},
    {"locale", {"setlocale"}},
    {"environment", {"setenv", "unsetenv", "putenv", "clearenv"}},
    {"handler", {"signal", "sigaction"}},
    {"stdin", {"close", "dup2"}},
    {"stdout", {"close", "dup2"}},
    {"stderr", {"close", "dup2"}},
    {"file mode mask", {"umask"}},
    {"resource limit", {"setrlimit", "prlimit"}},
    {"number of files", {NULL}},
    {"number of CPUs", {"sched_setaffinity"}},
    {"priority", {"nice", "setpriority"}},
    {"mask of blocked", {"sigprocmask", "pthread_sigmask"}},
    {"user", {"setuid", "seteuid", "setreuid", "setresuid"}},
    {"group", {"setgid", "setegid", "setregid", "setresgid"}},
};

static bool
changes(const char *function, const char *what)
{
    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        for (size_t k = 0; string_starts(what, kinds[i].what) && k < 6; k++) {
            if (string_equal(kinds[i].functions[k], function)) {
                return true;
            }
        }
    }
    return false;
}

static const char *
kind_of(const char *what)
{
    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
        if (string_starts(what, kinds[i].what)) {
            return kinds[i].what;
        }
    }
    return what;
}

/* The call that changed it: of those between FIRST and LAST, one by the module before
 * one by a library. */
static const struct probe_record *
find_call(const struct proof *proof, const struct probe_log *log, size_t first,
          size_t last, const char *what)
{
    const struct probe_record *found = NULL;
    for (size_t i = first; i < last; i++) {
        const struct probe_record *record = &log->records[i];
        if (!record_is(record, RECORD_EFFECT) || !changes(record->fields[0], what)) {
            continue;
        }
        if (string_equal(record->fields[1], proof->path)) {
            return record;
        }
        found = found != NULL ? found : record;
    }
    return found;
}

/* Was the function that CALL names one that two threads must not use at a time, in a module that
 * declares that they may?  `check` warns of it, too. */
static bool
is_parallel(const struct proof *proof, const struct probe_record *call)
{
    const struct process_wide *entry = process_wide_find(call->fields[0]);
    return entry != NULL && entry->is_unsafe
           && (proof->report->declares == SUPPORT_OWN_GIL
               || string_equal(proof->report->gil, "not-used"));
}

static void
read_change(struct proof *proof, const struct probe_record *changed,
            const struct probe_record *call, const char *step)
{
    const char *what = changed->fields[WHAT];
    bool is_import = step[0] == '\0';
    bool is_module = call != NULL && string_equal(call->fields[1], proof->path);
    const char *key = arena_format(proof->arena, "%s/%s", kind_of(what),
                                   is_import ? "import" : "use");
    size_t n = proof->findings->n_items;
    struct finding *finding = proof_find(
        proof, "global-process-call", key, SCENARIO_IMPORT,
        "%s changes process-wide state: the %s",
        is_import ? "the import" : arena_format(proof->arena, "the call %s", step),
        what);
    if (proof->findings->n_items > n) {
        finding->level = is_module && (is_import || is_parallel(proof, call))
                             ? LEVEL_WARNING
                             : LEVEL_NOTE;
        if (is_module) {
            proof_set_place(proof, finding, proof->path, record_hex(call, 2));
        }
    }
    if (finding->n_evidence >= CHANGES_SHOWN) {
        return;
    }
    finding_add_evidence(proof->findings, finding, "the %s: %s, was %s", what,
                         changed->fields[AFTER], changed->fields[BEFORE]);
    if (call != NULL) {
        finding_add_evidence(
            proof->findings, finding, "%s was called by %s", call->fields[0],
            proof_place_text(proof, call->fields[1], record_hex(call, 2)));
    }
}

void
read_process_state(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_IMPORT];
    const char *step = "";
    size_t first = 0; /* of the records about what runs now */
    size_t last = 0;  /* where they end */
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        bool is_step = record_is(record, RECORD_STEP);
        if (is_step || record_is(record, RECORD_PHASE)) {
            step = is_step ? record->fields[0] : "";
            first = i;
        }
        else if (record_is(record, RECORD_CHANGED)) {
            last = i;
            read_change(proof, record,
                        find_call(proof, log, first, last, record->fields[WHAT]), step);
        }
    }
}
