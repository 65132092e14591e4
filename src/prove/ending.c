/* How a scenario's process ended, and what the module did to the whole process. */

#include <string.h>

#include "base/file.h"
#include "base/macros.h"
#include "probe/protocol.h"
#include "probe/signal_name.h"
#include "prove/proof.h"

enum { FRAMES_SHOWN = 6 };

enum ending
ending_of(const struct testimony *testimony)
{
    if (testimony->stop_signal != 0) {
        return ENDING_TIMEOUT; /* nobody would let it go on */
    }
    if (testimony->done) {
        /* The process may still die in the exit handlers of libraries. */
        return testimony->timed_out            ? ENDING_TIMEOUT
               : testimony->signal_number != 0 ? ENDING_CRASH
               : testimony->exit_code != 0     ? ENDING_EXIT
                                               : ENDING_FINE;
    }
    if (testimony->timed_out) {
        return ENDING_TIMEOUT;
    }
    if (testimony_find(testimony, RECORD_CRASH) != NULL
        || testimony->signal_number != 0)
    {
        return ENDING_CRASH;
    }
    if (testimony_find(testimony, RECORD_STUCK) != NULL) {
        return ENDING_TIMEOUT;
    }
    return testimony_find(testimony, RECORD_TROUBLE) != NULL ? ENDING_TROUBLE
                                                             : ENDING_EXIT;
}

bool
ending_is_in_module(const struct testimony *testimony)
{
    for (size_t i = 0; i < testimony->n_records; i++) {
        const struct testimony_record *record = &testimony->records[i];
        if (record_is(record, RECORD_FRAME) && strcmp(record->fields[2], "system") != 0)
        {
            return strcmp(record->fields[2], "target") == 0;
        }
    }
    return false;
}

static const char *
signal_text(const struct testimony *testimony)
{
    const struct testimony_record *crash = testimony_find(testimony, RECORD_CRASH);
    int number =
        crash != NULL ? (int)record_number(crash, 0) : testimony->signal_number;
    const char *name = signal_name(number);
    return name != NULL ? name : "a signal";
}

static const char *
when_text(struct arena *arena, const struct testimony *testimony)
{
    if (testimony->done) {
        return "when the process ends";
    }
    if (testimony->step[0] != '\0') {
        return arena_format(arena, "in %s", testimony->step);
    }
    return arena_format(arena, "in the phase `%s`",
                        testimony->phase[0] != '\0' ? testimony->phase : "start");
}

const char *
ending_text(struct arena *arena, const struct testimony *testimony)
{
    const char *when = when_text(arena, testimony);
    switch (ending_of(testimony)) {
    case ENDING_CRASH:
        return arena_format(arena, "crashes with %s %s", signal_text(testimony), when);
    case ENDING_EXIT:
        return arena_format(arena, "ends the process with exit code %d %s",
                            testimony->exit_code, when);
    case ENDING_TIMEOUT:
        if (testimony->stop_signal != 0) {
            const char *name = signal_name(testimony->stop_signal);
            return arena_format(arena, "is stopped by %s %s",
                                name != NULL ? name : "a signal", when);
        }
        return testimony->starved
                   ? arena_format(arena,
                                  "got hardly any processor time in %.0f s, and was "
                                  "ended %s",
                                  testimony->seconds, when)
                   : arena_format(arena, "does not come back %s", when);
    case ENDING_TROUBLE:
        return testimony_find(testimony, RECORD_TROUBLE)->fields[0];
    case ENDING_FINE:
        break;
    }
    return "ran to its end";
}

/* The module's frames, and the nearest of the interpreter's. */
static void
add_frames(struct proof *proof, struct finding *finding,
           const struct testimony *testimony)
{
    size_t shown = 0;
    for (size_t i = 0; i < testimony->n_records && shown < FRAMES_SHOWN; i++) {
        const struct testimony_record *record = &testimony->records[i];
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
same_end(struct proof *proof, const struct testimony *testimony, enum scenario scenario)
{
    for (size_t i = 0; i < testimony->n_records; i++) {
        const struct testimony_record *record = &testimony->records[i];
        if (record_is(record, RECORD_FRAME) && proof->path != NULL
            && strcmp(record->fields[0], proof->path) == 0)
        {
            return arena_format(proof->arena, "%s/%s", testimony->phase,
                                record->fields[1]);
        }
    }
    if (ending_of(testimony) != ENDING_CRASH) {
        return when_text(proof->arena, testimony);
    }
    /* A signal that was sent comes when it likes. */
    return testimony_find(testimony, RECORD_CRASH) == NULL ? signal_text(testimony)
                                                           : scenario_name(scenario);
}

/* Did the crash touch memory of the extension that was freed before? */
static bool
is_use_after_free(const struct testimony *testimony)
{
    const struct testimony_record *fence = testimony_find(testimony, RECORD_FENCE);
    const struct testimony_record *crash = testimony_find(testimony, RECORD_CRASH);
    if (fence == NULL || crash == NULL) {
        return false;
    }
    uint64_t address = record_hex(crash, 1);
    return address >= record_hex(fence, 0) && address < record_hex(fence, 1);
}

static struct finding *
read_use_after_free(struct proof *proof, const struct testimony *testimony)
{
    struct finding *finding = proof_find(
        proof, "lifetime-use-after-free", "state", SCENARIO_AFTER_FREE,
        "memory of the module is used after it was freed, %s: whoever points into the "
        "module state must hold the module",
        when_text(proof->arena, testimony));
    add_frames(proof, finding, testimony);
    return finding;
}

/* The call that ended the process. */
static const struct testimony_record *
find_exit(const struct testimony *testimony)
{
    static const char *const calls[] = {"exit", "exec", "pthread_exit"};
    for (size_t i = 0; i < testimony->n_records; i++) {
        const struct testimony_record *record = &testimony->records[i];
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

/* Who ended the process, or why that is not known. */
static void
add_exit(struct proof *proof, struct finding *finding,
         const struct testimony *testimony)
{
    const struct testimony_record *call = find_exit(testimony);
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
    if (call == NULL && !testimony->done && ending_of(testimony) == ENDING_EXIT) {
        finding_add_evidence(
            proof->findings, finding,
            "no call that ends a process was seen: a system call ended or replaced it, "
            "or closed the descriptor over which its records come");
    }
}

struct finding *
read_ending(struct proof *proof, enum scenario scenario)
{
    static const char *const rules[] = {
        [ENDING_CRASH] = "global-crash",
        [ENDING_EXIT] = "global-exit",
        [ENDING_TIMEOUT] = "global-hang",
    };
    const struct testimony *testimony = &proof->testimonies[scenario];
    const char *text = ending_text(proof->arena, testimony);
    if (is_use_after_free(testimony)) {
        return read_use_after_free(proof, testimony);
    }
    const char *key = same_end(proof, testimony, scenario);
    size_t n = proof->findings->n_items;
    struct finding *finding = proof_find(
        proof, rules[ending_of(testimony)], key, scenario,
        "the module %s, in the scenario `%s`", text, scenario_name(scenario));
    if (proof->findings->n_items == n) {
        finding_add_evidence(proof->findings, finding, "also in the scenario `%s`",
                             scenario_name(scenario));
        return finding;
    }
    add_frames(proof, finding, testimony);
    if (ending_of(testimony) == ENDING_CRASH
        && testimony_find(testimony, RECORD_FRAME) == NULL)
    {
        finding_add_evidence(
            proof->findings, finding,
            testimony_find(testimony, RECORD_CRASH) == NULL
                ? "the signal was sent, by a timer, a system call or another process: "
                  "no instruction failed"
                : "no function of the module was on the stack: Python stumbled "
                  "over what the module had left");
    }
    if (ending_of(testimony) == ENDING_TIMEOUT) {
        finding_add_evidence(proof->findings, finding, "ended after %.1f s",
                             testimony->seconds);
    }
    if (ending_of(testimony) == ENDING_EXIT && testimony->done) {
        finding_add_evidence(proof->findings, finding,
                             "Python had ended well by then: an exit handler or a "
                             "destructor of a library set another status");
    }
    add_exit(proof, finding, testimony);
    if (testimony->last_error[0] != '\0') {
        finding_add_evidence(proof->findings, finding, "it said: %.200s",
                             testimony->last_error);
    }
    return finding;
}

/* Calls that no module may make: what is said of them, once for each caller. */
static const struct {
    const char *function, *rule, *message;
} forbidden[] = {
    {"fork", "global-fork",
     "the module forks the process: all interpreters and threads in it are copied in "
     "the state they are in"},
    {"kill", "global-kill",
     "the module sends a signal to other processes, which may be anybody's"},
    {"close of all", "global-process-call",
     "the module closes descriptors that it did not open"},
    {"ptrace", "global-process-call",
     "the module traces, or has itself traced: every signal stops the process then"},
    {"setitimer", "global-process-call",
     "the module starts a timer of the process, whose signal interrupts or ends whatever "
     "runs then"},
    {"alarm", "global-process-call",
     "the module starts a timer of the process, whose signal interrupts or ends whatever "
     "runs then"},
};

static void
read_call(struct proof *proof, enum scenario scenario,
          const struct testimony_record *record)
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
    const struct testimony *testimony = &proof->testimonies[scenario];
    for (size_t i = 0; i < testimony->n_records; i++) {
        const struct testimony_record *record = &testimony->records[i];
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
    const struct testimony *testimony = &proof->testimonies[scenario];
    size_t size = strcspn(testimony->output, "\n");
    if (testimony->output[0] == '\0'
        || proof_known(proof, "global-output/output") != NULL)
    {
        return;
    }
    struct finding *finding =
        proof_find(proof, "global-output", "output", scenario,
                   "the module prints to the stdout of the process");
    finding_add_evidence(proof->findings, finding, "it printed: %.*s",
                         (int)(size < 120 ? size : 120), testimony->output);
}

void
read_effects(struct proof *proof, enum scenario scenario)
{
    read_calls(proof, scenario);
    read_output(proof, scenario);
}
