/* What the kernel says of the system calls that a scenario made: calls of the module's
 * own code, past the C library; and what it wrote in the probe's place. */

#include <string.h>

#include "base/macros.h"
#include "prove/limits.h"
#include "prove/proof.h"

static const struct {
    const char *call, *rule, *message;
} calls[] = {
    {"fork", "global-fork",
     "the module forks the process with a system call of its own, which copies all "
     "interpreters in their current state"},
    {"exit", "global-exit",
     "the module ends the process with a system call of its own, without finalising "
     "Python"},
    {"kill", "global-kill",
     "the module uses a system call of its own on another process"},
};

static size_t
find_call(const char *call)
{
    size_t i = 0;
    while (i < ARRAY_LENGTH(calls) && strcmp(calls[i].call, call) != 0) {
        i++;
    }
    return i;
}

/* Only code of the module makes code that lies in no file. */
static bool
is_of_module(const struct proof *proof, const struct call_event *event)
{
    return event->path[0] == '\0' || string_equal(event->path, proof->path);
}

static void
read_event(struct proof *proof, enum scenario scenario, const struct call_event *event)
{
    size_t i = find_call(event->call);
    if (!is_of_module(proof, event) || i == ARRAY_LENGTH(calls)) {
        return;
    }
    bool has_file = event->path[0] != '\0';
    const char *where = has_file
                            ? proof_place_text(proof, event->path, event->offset - 1)
                            : "code that is in no file";
    size_t n = proof->findings->n_items;
    struct finding *finding = proof_find(
        proof, calls[i].rule, arena_format(proof->arena, "system call/%s", where),
        scenario, "%s", calls[i].message);
    if (proof->findings->n_items > n) {
        finding_add_evidence(proof->findings, finding,
                             "the kernel reports the system call at %s", where);
        if (has_file) {
            proof_set_place(proof, finding, proof->path, event->offset - 1);
        }
    }
    finding->level = LEVEL_ERROR;
    proof_fail(proof, scenario, finding);
}

static void
read_forged(struct proof *proof, enum scenario scenario, size_t n_forged)
{
    size_t n = proof->findings->n_items;
    struct finding *finding =
        proof_find(proof, "global-process-call", "forged", scenario,
                   "the module writes to the descriptor through which insulate receives "
                   "what it observes");
    if (proof->findings->n_items > n) {
        finding_add_evidence(proof->findings, finding,
                             "%zu lines had no valid seal and were left out", n_forged);
    }
    finding->level = LEVEL_ERROR;
    proof_fail(proof, scenario, finding);
}

static void
read_limit(struct proof *proof, enum scenario scenario)
{
    struct finding *finding = proof_find(
        proof, "global-fork", "limit", scenario,
        "the module starts processes without end: the scenario was killed");
    finding_add_evidence(
        proof->findings, finding, "in the scenario '%s', after %d processes in all",
        scenario_name(scenario), LIMIT_FORKS);
    finding->level = LEVEL_ERROR;
    proof_fail(proof, scenario, finding);
}

void
read_system_calls(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    for (size_t i = 0; i < log->n_events; i++) {
        read_event(proof, scenario, &log->events[i]);
    }
    if (log->n_forged > 0) {
        read_forged(proof, scenario, log->n_forged);
    }
    if (log->exceeded) {
        read_limit(proof, scenario);
    }
}
