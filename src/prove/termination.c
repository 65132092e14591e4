/* How a scenario's process ended, and what the module did to the whole process. */

#include <string.h>

#include "base/file.h"
#include "base/macros.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "probe/signal_name.h"
#include "prove/proof.h"

enum { FRAMES_SHOWN = 6 };

enum termination
termination_of(const struct probe_log *log)
{
    if (log->stop_signal != 0) {
        return TERMINATION_TIMEOUT; /* nobody would let it go on */
    }
    if (log->done) {
        /* The process may still die in the exit handlers of libraries. */
        return log->timed_out            ? TERMINATION_TIMEOUT
               : log->signal_number != 0 ? TERMINATION_CRASH
               : log->exit_code != 0     ? TERMINATION_EXIT
                                         : TERMINATION_NORMAL;
    }
    if (log->timed_out) {
        return TERMINATION_TIMEOUT;
    }
    if (probe_log_find(log, RECORD_CRASH) != NULL || log->signal_number != 0) {
        return TERMINATION_CRASH;
    }
    if (probe_log_find(log, RECORD_STUCK) != NULL) {
        return TERMINATION_TIMEOUT;
    }
    return probe_log_find(log, RECORD_TROUBLE) != NULL ? TERMINATION_TROUBLE
                                                       : TERMINATION_EXIT;
}

bool
termination_is_in_module(const struct probe_log *log)
{
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_FRAME) && strcmp(record->fields[2], "system") != 0)
        {
            return strcmp(record->fields[2], "target") == 0;
        }
    }
    return false;
}

static const char *
signal_text(const struct probe_log *log)
{
    const struct probe_record *crash = probe_log_find(log, RECORD_CRASH);
    if (log->exceeded) {
        return "SIGKILL, sent by insulate for the number of its processes,";
    }
    int number = crash != NULL ? (int)record_number(crash, 0) : log->signal_number;
    const char *name = signal_name(number);
    return name != NULL ? name : "a signal";
}

static const char *
when_text(struct arena *arena, const struct probe_log *log)
{
    if (log->done) {
        return "at process exit";
    }
    if (log->step[0] != '\0') {
        return arena_format(arena, "in %s", log->step);
    }
    return arena_format(arena, "in the phase '%s'",
                        log->phase[0] != '\0' ? log->phase : "start");
}

const char *
termination_text(struct arena *arena, const struct probe_log *log)
{
    const char *when = when_text(arena, log);
    switch (termination_of(log)) {
    case TERMINATION_CRASH:
        return arena_format(arena, "crashes with %s %s", signal_text(log), when);
    case TERMINATION_EXIT:
        return arena_format(arena, "ends the process with exit status %d %s",
                            log->exit_code, when);
    case TERMINATION_TIMEOUT:
        if (log->stop_signal != 0) {
            const char *name = signal_name(log->stop_signal);
            return arena_format(arena, "is stopped by %s %s",
                                name != NULL ? name : "a signal", when);
        }
        return log->starved
                   ? arena_format(arena,
                                  "got almost no CPU time in %.0f s and was killed %s",
                                  log->seconds, when)
                   : arena_format(arena, "hangs %s", when);
    case TERMINATION_TROUBLE:
        return probe_log_find(log, RECORD_TROUBLE)->fields[0];
    case TERMINATION_NORMAL:
        break;
    }
    return "ran to completion";
}

const struct probe_record *
termination_own_frame(const struct proof *proof, const struct probe_log *log,
                      const struct probe_record **out_core)
{
    const struct probe_record *record = probe_log_find(log, RECORD_CRASH);
    const struct probe_record *end = log->records + log->n_records;
    *out_core = NULL;
    if (record == NULL) {
        return NULL;
    }
    for (record++; record < end && record_is(record, RECORD_FRAME); record++) {
        if (string_equal(record->fields[0], proof->path)) {
            return record;
        }
        if (strcmp(record->fields[2], "core") == 0) {
            *out_core = record;
        }
        else if (strcmp(record->fields[2], "other") == 0
                 && !string_starts(path_base(record->fields[0]), "lib"))
        {
            return NULL; /* another extension's doing; a library has a name of its kind */
        }
    }
    return NULL;
}

/* The module's frames, and the nearest of the interpreter's. */
static void
add_frames(struct proof *proof, struct finding *finding, const struct probe_log *log)
{
    size_t shown = 0;
    for (size_t i = 0; i < log->n_records && shown < FRAMES_SHOWN; i++) {
        const struct probe_record *record = &log->records[i];
        if (!record_is(record, RECORD_FRAME)) {
            continue;
        }
        bool is_module =
            proof->path != NULL && strcmp(record->fields[0], proof->path) == 0;
        if (is_module && finding->symbol == NULL) {
            proof_set_place(proof, finding, proof->path, record_hex(record, 1));
        }
        finding_add_evidence(
            proof->findings, finding, "%s %s", shown == 0 ? "at" : "called from",
            proof_place_text(proof, record->fields[0], record_hex(record, 1)));
        shown++;
    }
}

/* Scenarios that end at the same place end for the same reason. */
static const char *
same_end(struct proof *proof, const struct probe_log *log, enum scenario scenario)
{
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_FRAME) && proof->path != NULL
            && strcmp(record->fields[0], proof->path) == 0)
        {
            return arena_format(proof->arena, "%s/%s", log->phase, record->fields[1]);
        }
    }
    if (termination_of(log) != TERMINATION_CRASH) {
        return when_text(proof->arena, log);
    }
    /* A signal that was sent comes when it likes. */
    return probe_log_find(log, RECORD_CRASH) == NULL ? signal_text(log)
                                                     : scenario_name(scenario);
}

/* Did the crash touch memory of the extension that was freed before? */
static bool
is_use_after_free(const struct probe_log *log)
{
    const struct probe_record *guarded = probe_log_find(log, RECORD_GUARD_PAGES);
    const struct probe_record *crash = probe_log_find(log, RECORD_CRASH);
    if (guarded == NULL || crash == NULL) {
        return false;
    }
    uint64_t address = record_hex(crash, 1);
    return address >= record_hex(guarded, 0) && address < record_hex(guarded, 1);
}

static struct finding *
read_use_after_free(struct proof *proof, const struct probe_log *log)
{
    struct finding *finding =
        proof_find(proof, "lifetime-use-after-free", "state", SCENARIO_AFTER_FREE,
                   "memory of the module is used after it was freed, %s: hold a strong "
                   "reference to the module while a pointer into its state is used",
                   when_text(proof->arena, log));
    add_frames(proof, finding, log);
    return finding;
}

/* The call that ended the process. */
static const struct probe_record *
find_exit(const struct probe_log *log)
{
    static const char *const calls[] = {"exit", "exec", "pthread_exit"};
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        for (size_t k = 0; k < ARRAY_LENGTH(calls); k++) {
            if (record_is(record, RECORD_EFFECT)
                && strcmp(record->fields[0], calls[k]) == 0)
            {
                return record;
            }
        }
    }
    return NULL;
}

bool
termination_has_caller(const struct probe_log *log)
{
    return find_exit(log) != NULL;
}

/* Who ended the process, or why that is not known. */
static void
add_exit(struct proof *proof, struct finding *finding, const struct probe_log *log)
{
    const struct probe_record *call = find_exit(log);
    if (call != NULL) {
        finding_add_evidence(
            proof->findings, finding, "%s was called by %s", call->fields[0],
            proof_place_text(proof, call->fields[1], record_hex(call, 2)));
    }
    if (call != NULL && finding->symbol == NULL
        && string_equal(call->fields[1], proof->path))
    {
        proof_set_place(proof, finding, proof->path, record_hex(call, 2));
    }
    if (call == NULL && !log->done && termination_of(log) == TERMINATION_EXIT) {
        finding_add_evidence(
            proof->findings, finding,
            "no call that ends a process was observed: a system call ended or replaced "
            "the process, or closed the descriptor for its records");
    }
}

struct finding *
read_termination(struct proof *proof, enum scenario scenario)
{
    static const char *const rules[] = {
        [TERMINATION_CRASH] = "global-crash",
        [TERMINATION_EXIT] = "global-exit",
        [TERMINATION_TIMEOUT] = "global-hang",
    };
    const struct probe_log *log = &proof->logs[scenario];
    const char *text = termination_text(proof->arena, log);
    if (is_use_after_free(log)) {
        return read_use_after_free(proof, log);
    }
    const char *key = same_end(proof, log, scenario);
    size_t n = proof->findings->n_items;
    struct finding *finding = proof_find(
        proof, rules[termination_of(log)], key, scenario,
        "the module %s, in the scenario '%s'", text, scenario_name(scenario));
    if (proof->findings->n_items == n) {
        finding_add_evidence(proof->findings, finding, "also in the scenario '%s'",
                             scenario_name(scenario));
        return finding;
    }
    add_frames(proof, finding, log);
    if (termination_of(log) == TERMINATION_CRASH
        && probe_log_find(log, RECORD_FRAME) == NULL)
    {
        finding_add_evidence(proof->findings, finding,
                             probe_log_find(log, RECORD_CRASH) == NULL
                                 ? "the signal was sent by a timer, a system call or "
                                   "another process, not caused by an instruction"
                                 : "no function of the module was on the stack: the "
                                   "crash is in Python, after effects of the module");
    }
    if (termination_of(log) == TERMINATION_TIMEOUT) {
        finding_add_evidence(proof->findings, finding,
                             "ended after %.1f s, %.1f s without waiting for a processor",
                             log->seconds, log->own_seconds);
    }
    if (termination_of(log) == TERMINATION_EXIT && log->done) {
        finding_add_evidence(proof->findings, finding,
                             "Python had already exited normally: an exit handler or a "
                             "library destructor changed the status");
    }
    add_exit(proof, finding, log);
    if (log->last_error[0] != '\0') {
        finding_add_evidence(proof->findings, finding, "stderr: %.200s",
                             log->last_error);
    }
    return finding;
}

/* Calls that no module may make: what is said of them, once for each caller. */
static const struct {
    const char *function, *rule, *message;
} forbidden[] = {
    {"fork", "global-fork",
     "the module forks the process, which copies all interpreters in their current "
     "state"},
    {"kill", "global-kill", "the module sends a signal to other processes"},
    {"close of all", "global-process-call",
     "the module closes descriptors that it did not open"},
    {"ptrace", "global-process-call",
     "the module uses ptrace: every signal then stops the traced process"},
    {"seccomp", "global-process-call",
     "the module restricts the system calls of the whole process"},
    {"setitimer", "global-process-call",
     "the module starts a process timer, whose signal interrupts or ends unrelated "
     "code"},
    {"alarm", "global-process-call",
     "the module starts a process timer, whose signal interrupts or ends unrelated "
     "code"},
};

static void
read_call(struct proof *proof, enum scenario scenario,
          const struct probe_record *record)
{
    const char *function = record->fields[0];
    size_t i = 0;
    while (i < ARRAY_LENGTH(forbidden) && strcmp(forbidden[i].function, function) != 0)
    {
        i++;
    }
    if (i == ARRAY_LENGTH(forbidden)) {
        return;
    }
    const char *where = proof_place_text(proof, proof->path, record_hex(record, 2));
    size_t n = proof->findings->n_items;
    struct finding *finding = proof_find(proof, forbidden[i].rule, where, scenario,
                                         "%s", forbidden[i].message);
    if (proof->findings->n_items > n) {
        finding_add_evidence(proof->findings, finding, "%s was called by %s", function,
                             where);
        proof_set_place(proof, finding, proof->path, record_hex(record, 2));
    }
    if (finding->level == LEVEL_ERROR) {
        proof_fail(proof, scenario, finding);
    }
}

static void
read_calls(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_EFFECT) && proof->path != NULL
            && strcmp(record->fields[1], proof->path) == 0)
        {
            read_call(proof, scenario, record);
        }
    }
}

static void
read_output(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    size_t size = strcspn(log->output, "\n");
    if (log->output[0] == '\0' || proof_known(proof, "global-output/output") != NULL) {
        return;
    }
    struct finding *finding =
        proof_find(proof, "global-output", "output", scenario,
                   "the module prints to the stdout of the process");
    finding_add_evidence(proof->findings, finding, "stdout: %.*s",
                         (int)(size < 120 ? size : 120), log->output);
}

void
read_effects(struct proof *proof, enum scenario scenario)
{
    read_calls(proof, scenario);
    read_output(proof, scenario);
    read_system_calls(proof, scenario);
}
