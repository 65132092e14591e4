#include "prove/initial_import.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/skipped_calls.h"
#include "prove/limits.h"

enum { HINTS_SHOWN = 6 };

/* "ModuleNotFoundError: No module named 'a.b'" where a.b is the module or a parent. */
static bool
is_about_module(const char *message, const char *module)
{
    const char *quote = strchr(message, '\'');
    size_t size = quote != NULL ? strcspn(quote + 1, "'") : 0;
    return size > 0 && strncmp(quote + 1, module, size) == 0
           && (module[size] == '\0' || module[size] == '.');
}

static int
say_missing(const struct proof *proof, const struct probe_record *missing,
            struct error *err)
{
    return error_set(err, ERROR_IO,
                     "no module '%s' in %s: %s; install it there, or name its directory "
                     "with --path",
                     proof->module, proof->launcher->python.executable, missing->fields[2]);
}

/* The module is there, but is no extension: name those that it brings. */
static int
say_no_extension(struct proof *proof, const struct probe_log *log, const char *kind,
                 struct error *err)
{
    CLEANUP(strbuf_done) struct strbuf hint = STRBUF_INIT;
    const char *package = arena_format(proof->arena, "%s.", proof->module);
    size_t n = 0;
    for (size_t i = 0; i < log->n_records && n < HINTS_SHOWN; i++) {
        const struct probe_record *record = &log->records[i];
        if (!record_is(record, RECORD_EXTENSION)) {
            continue;
        }
        const char *name = record->fields[0];
        const char *top = arena_format(proof->arena, "_%s", proof->module);
        if (string_starts(name, package) || string_starts(name, top)) {
            strbuf_format(&hint, "%s%s", n++ > 0 ? ", " : "", name);
        }
    }
    const char *what = strcmp(kind, "builtin") == 0 ? "a built-in module"
                       : strcmp(kind, "namespace") == 0
                           ? "a package without an extension module"
                           : "a Python module, not an extension module";
    if (hint.size == 0) {
        return error_set(err, ERROR_USAGE,
                         "'%s' is %s; it imports no extension module of its own",
                         proof->module, what);
    }
    return error_set(
        err, ERROR_USAGE,
        "'%s' is %s; it imports these extension modules, which can be proved: %s",
        proof->module, what, hint.text);
}

static enum init_kind
init_of(const char *word)
{
    return strcmp(word, "single") == 0  ? INIT_SINGLE
           : strcmp(word, "multi") == 0 ? INIT_MULTI
                                        : INIT_EXPORT;
}

static enum support
support_of(const char *word)
{
    for (enum support support = SUPPORT_NOTHING; support <= SUPPORT_OWN_GIL; support++)
    {
        if (strcmp(word, support_name(support)) == 0) {
            return support;
        }
    }
    return SUPPORT_UNKNOWN;
}

/* The standard modules that the import brought, for the control runs. */
static const char *
list_imports(struct proof *proof, const struct probe_log *log)
{
    CLEANUP(strbuf_done) struct strbuf list = STRBUF_INIT;
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_IMPORTED)
            && strcmp(record->fields[0], "__main__") != 0
            && strcmp(record->fields[0], proof->module) != 0)
        {
            strbuf_format(&list, "%s%s", list.size > 0 ? "," : "", record->fields[0]);
        }
    }
    return arena_string(proof->arena, list.text);
}

static bool
is_imported_from_standard(const struct probe_log *log, const char *name)
{
    for (size_t i = 0; i < log->n_records; i++) {
        if (record_is(&log->records[i], RECORD_IMPORTED)
            && strcmp(log->records[i].fields[0], name) == 0)
        {
            return true;
        }
    }
    return false;
}

/* Is the extension NAME another package's, and not the module by another name? */
static bool
is_foreign(const struct proof *proof, const char *name)
{
    size_t top = strcspn(proof->module, ".");
    bool same_top = strncmp(name, proof->module, top) == 0
                    && (name[top] == '\0' || name[top] == '.');
    const char *home = proof->home != NULL ? path_base(proof->home) : "";
    bool is_home = string_starts(home, name) && home[strlen(name)] == '.';
    return !same_top && !is_home;
}

/* The extensions of other packages that the import brought. */
static const char *
list_dependencies(struct proof *proof, const struct probe_log *log)
{
    CLEANUP(strbuf_done) struct strbuf list = STRBUF_INIT;
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        const char *name = record->fields[0];
        if (record_is(record, RECORD_EXTENSION) && is_foreign(proof, name)
            && !is_imported_from_standard(log, name))
        {
            strbuf_format(&list, "%s%s", list.size > 0 ? "," : "", name);
        }
    }
    return list.size > 0 ? arena_string(proof->arena, list.text) : NULL;
}

/* A module with single-phase initialisation declares with a call that it needs no GIL:
 * its import does not enable it. */
static void
note_gil(struct proof *proof, const struct probe_log *log)
{
    if (probe_log_number(log, COUNT_GIL, 1) == 0
        && proof->report->init == INIT_SINGLE)
    {
        proof->report->gil = "not-used";
    }
}

static void
note_what_it_is(struct proof *proof, const struct probe_log *log)
{
    const struct probe_record *origin = probe_log_find(log, RECORD_ORIGIN);
    const struct probe_record *init = probe_log_find(log, RECORD_INIT);
    const struct probe_record *home = probe_log_find(log, RECORD_HOME);
    if (home != NULL) {
        proof->home = home->fields[0];
    }
    if (origin != NULL) {
        proof->path = origin->fields[1];
        proof->report->path = proof->path;
    }
    if (init != NULL) {
        proof->report->init = init_of(init->fields[0]);
        proof->report->declares = support_of(init->fields[1]);
        if (init->fields[3][0] != '\0') {
            proof->report->gil = init->fields[3];
        }
    }
    note_gil(proof, log);
    proof->imports = list_imports(proof, log);
    proof->dependencies = list_dependencies(proof, log);
}

/* The module was imported, and then the built-in exercise itself raised: what it called
 * broke something that Python code needs. */
static const struct probe_record *
find_failed_exercise(const struct proof *proof, const struct probe_log *log)
{
    return proof->launcher->exercise == NULL
                   && probe_log_find(log, RECORD_LOADED) != NULL
               ? probe_log_find(log, RECORD_FAILED)
               : NULL;
}

static void
leave_out_exercise(struct proof *proof, const struct probe_record *failed)
{
    skipped_calls_add(proof, "*");
    struct finding *finding =
        proof_find(proof, "init-failed", "exercise", SCENARIO_IMPORT,
                   "the built-in exercise does not complete in the control run, so all "
                   "scenarios skip it; pass --exercise");
    finding->level = LEVEL_NOTE;
    finding_add_evidence(proof->findings, finding, "%s: %s", failed->fields[1],
                         failed->fields[2]);
}

/* Nothing of the module is known to be to blame: it may be an accident of the machine. */
static bool
is_unexplained(const struct probe_log *log)
{
    return (log->timed_out && log->stop_signal == 0)
           || (termination_of(log) == TERMINATION_EXIT && !termination_has_caller(log));
}

static int
run_import(struct prover *prover, struct proof *proof, struct error *err)
{
    struct probe_log *log = &proof->logs[SCENARIO_IMPORT];
    bool is_exercised = true;
    bool is_repeated = false;
    for (int i = 0; i <= LIMIT_SKIPPED_STEPS; i++) {
        struct launch_request request = {
            .scenario = "import",
            .module = proof->module,
            .path = proof->path,
            .skip = proof->skip,
            .keeps_gil = true,
        };
        if (launcher_run(&prover->launcher, &request, 1, log, err) != 0) {
            return -1;
        }
        note_what_it_is(proof, log);
        const struct probe_record *failed = find_failed_exercise(proof, log);
        if (failed != NULL && is_exercised) {
            leave_out_exercise(proof, failed);
            is_exercised = false;
            continue;
        }
        if (is_unexplained(log) && !is_repeated) {
            is_repeated = true;
            continue;
        }
        enum termination termination = termination_of(log);
        if (termination == TERMINATION_NORMAL || termination == TERMINATION_TROUBLE
            || !skipped_calls_may_add(proof, log))
        {
            return 0;
        }
        if (i == LIMIT_SKIPPED_STEPS - 1) {
            skipped_calls_add(proof, "*"); /* no exercise at all */
        }
        skipped_calls_add_last(proof, log, SCENARIO_IMPORT);
    }
    return 0;
}

static enum initial_import
say_broken(struct proof *proof, const char *kind, const struct probe_record *record)
{
    proof_set_outcome(proof, SCENARIO_IMPORT, OUTCOME_FAIL, "%s: %s", record->fields[1],
                      record->fields[2]);
    struct finding *finding =
        proof_find(proof, "init-failed", "import", SCENARIO_IMPORT,
                   "the module does not %s, even in the control run: %s: %s", kind,
                   record->fields[1], record->fields[2]);
    finding->level = LEVEL_ERROR;
    return INITIAL_IMPORT_BROKEN;
}

/* Nothing more can be said of a module that has taken its own file away. */
static enum initial_import
say_gone(struct proof *proof)
{
    proof_set_outcome(proof, SCENARIO_IMPORT, OUTCOME_FAIL,
                      "the module file no longer exists after the import");
    struct finding *finding = proof_find(
        proof, "global-process-call", "gone", SCENARIO_IMPORT,
        "the module file no longer exists after the import: %s", proof->path);
    finding->level = LEVEL_ERROR;
    finding_add_evidence(
        proof->findings, finding,
        "the file existed when the scenario began; insulate does not modify it");
    return INITIAL_IMPORT_BROKEN;
}

static enum initial_import
classify_import(struct proof *proof, struct probe_log *log)
{
    const struct probe_record *refused = probe_log_find(log, RECORD_REFUSED);
    const struct probe_record *failed = probe_log_find(log, RECORD_FAILED);
    const struct probe_record *loaded = probe_log_find(log, RECORD_LOADED);
    if (refused != NULL || failed != NULL) {
        return say_broken(proof, loaded != NULL ? "complete the exercise" : "import",
                          refused != NULL ? refused : failed);
    }
    proof->results[SCENARIO_IMPORT].outcome = OUTCOME_PASS;
    if (proof->path != NULL && !file_exists(proof->path)) {
        return say_gone(proof);
    }
    switch (termination_of(log)) {
    case TERMINATION_NORMAL:
        read_effects(proof, SCENARIO_IMPORT);
        read_unclean_calls(proof, SCENARIO_IMPORT);
        read_process_state(proof);
        return INITIAL_IMPORT_OK;
    case TERMINATION_TROUBLE:
        proof_set_outcome(proof, SCENARIO_IMPORT, OUTCOME_SKIP, "%s",
                          termination_text(proof->arena, log));
        return INITIAL_IMPORT_UNKNOWN;
    case TERMINATION_TIMEOUT:
        if (log->stop_signal != 0) {
            break; /* it waits for ever, on whatever machine */
        }
        read_termination(proof, SCENARIO_IMPORT)->level = LEVEL_NOTE;
        read_effects(proof, SCENARIO_IMPORT);
        proof_set_outcome(proof, SCENARIO_IMPORT, OUTCOME_TIMEOUT, "%s",
                          termination_text(proof->arena, log));
        return INITIAL_IMPORT_UNKNOWN;
    case TERMINATION_CRASH:
    case TERMINATION_EXIT:
        break;
    }
    read_termination(proof, SCENARIO_IMPORT);
    read_effects(proof, SCENARIO_IMPORT);
    proof_set_outcome(proof, SCENARIO_IMPORT,
                      termination_of(log) == TERMINATION_CRASH     ? OUTCOME_CRASH
                      : termination_of(log) == TERMINATION_TIMEOUT ? OUTCOME_TIMEOUT
                                                                   : OUTCOME_FAIL,
                      "%s", termination_text(proof->arena, log));
    return INITIAL_IMPORT_BROKEN;
}

int
initial_import_run(struct prover *prover, struct proof *proof,
                   enum initial_import *out_initial_import, struct error *err)
{
    struct probe_log *log = &proof->logs[SCENARIO_IMPORT];
    if (run_import(prover, proof, err) != 0) {
        return -1;
    }
    proof->results[SCENARIO_IMPORT].seconds = log->seconds;
    const struct probe_record *missing = probe_log_find(log, RECORD_MISSING);
    const struct probe_record *origin = probe_log_find(log, RECORD_ORIGIN);
    if (missing != NULL) {
        if (is_about_module(missing->fields[2], proof->module)) {
            return say_missing(proof, missing, err);
        }
        *out_initial_import = say_broken(proof, "import", missing);
        return 0;
    }
    if (origin != NULL && strcmp(origin->fields[0], "extension") != 0) {
        proof->report->path = NULL;
        return say_no_extension(proof, log, origin->fields[0], err);
    }
    *out_initial_import = classify_import(proof, log);
    return 0;
}
