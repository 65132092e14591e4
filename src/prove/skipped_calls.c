#include "prove/skipped_calls.h"

#include <ctype.h>
#include <signal.h>
#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/limits.h"

/* Of one name in the module, before all its calls are left out.  One that hangs takes
 * seconds each time: a method is left out at once. */
enum { CRASHES_OF_ONE_NAME = 6 };

/* Did it end in a call of an exercise? */
static bool
ends_in_call(const struct probe_log *log)
{
    return log->step[0] != '\0' && strcmp(log->phase, "exercise") == 0;
}

bool
skipped_calls_may_add(const struct proof *proof, const struct probe_log *log)
{
    return ends_in_call(log) && proof->launcher->exercise == NULL;
}

void
skipped_calls_add(struct proof *proof, const char *what)
{
    proof->skip = proof->skip != NULL
                      ? arena_format(proof->arena, "%s\n%s", proof->skip, what)
                      : what;
}

static size_t
count_evidence(struct proof *proof, const char *key)
{
    const struct finding *known = proof_known(proof, key);
    return known != NULL ? known->n_evidence : 0;
}

/* The label of the step shows numbers, None, and objects that are anything. */
bool
skipped_calls_may_mean_address(const char *label)
{
    char quote = '\0';
    for (const char *at = label; *at != '\0'; at++) {
        if (quote != '\0') {
            at += *at == '\\' && at[1] != '\0';
            quote = *at == quote ? '\0' : quote;
        }
        else if (*at == '\'' || *at == '"') {
            quote = *at;
        }
        else if (at == label || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')) {
            if (isdigit((unsigned char)*at) || string_starts(at, "None")
                || string_starts(at, "anything"))
            {
                return true;
            }
        }
    }
    return false;
}

/* The place in the module of a crash, or NULL. */
static const struct probe_record *
find_place(const struct proof *proof, const struct probe_log *log)
{
    const struct probe_record *core;
    const struct probe_record *frame = termination_own_frame(proof, log, &core);
    const struct probe_record *crash = probe_log_find(log, RECORD_CRASH);
    return frame != NULL && record_number(crash, 0) != SIGABRT ? frame : NULL;
}

/* What the crashes of calls of ROOT are about: all of them, or those of one kind. */
enum kind { CRASH_BY_ADDRESS, CRASH_BY_FAULT, CRASH_BY_RULE, N_KINDS };

static const char *
key_of(struct proof *proof, enum kind kind, const char *root)
{
    static const char *const prefixes[N_KINDS] = {
        [CRASH_BY_ADDRESS] = "",
        [CRASH_BY_FAULT] = "a fault/",
        [CRASH_BY_RULE] = "a rule/",
    };
    return arena_format(proof->arena, "%s%s", prefixes[kind], root);
}

/* How many calls of ROOT ended the process in this way. */
static size_t
count_calls(struct proof *proof, const char *rule, const char *root)
{
    size_t n = 0;
    for (enum kind kind = 0; kind < N_KINDS; kind++) {
        n += count_evidence(proof, arena_format(proof->arena, "%s/%s", rule,
                                                key_of(proof, kind, root)));
    }
    return n;
}

/* What the last step was about: a name in the module, or a method "Type.method", if it
 * hangs: other methods do not. */
static const char *
root_of(struct proof *proof, const struct probe_log *log, enum termination termination)
{
    if (log->root[0] == '\0') {
        return log->step;
    }
    size_t size = strcspn(log->root, ".");
    return termination == TERMINATION_CRASH
               ? arena_format(proof->arena, "%.*s", (int)size, log->root)
               : log->root;
}

static size_t
limit_of(enum termination termination, const char *root)
{
    if (termination == TERMINATION_CRASH) {
        return CRASHES_OF_ONE_NAME;
    }
    return termination == TERMINATION_TIMEOUT && strchr(root, '.') != NULL ? 0 : 1;
}

void
skipped_calls_add_last(struct proof *proof, const struct probe_log *log,
                       enum scenario scenario)
{
    static const char *const rules[] = {
        [TERMINATION_CRASH] = "global-crash",
        [TERMINATION_EXIT] = "global-exit",
        [TERMINATION_TIMEOUT] = "global-hang",
    };
    enum termination termination = termination_of(log);
    const char *rule = rules[termination];
    const char *root = root_of(proof, log, termination);
    bool is_last = count_calls(proof, rule, root) >= limit_of(termination, root);
    skipped_calls_add(proof, is_last ? root : log->step);
    if (read_unclean_end(proof, log)
        || read_broken_rule(proof, log, key_of(proof, CRASH_BY_RULE, root)))
    {
        return;
    }
    const struct probe_record *place = find_place(proof, log);
    enum kind kind = place != NULL && !skipped_calls_may_mean_address(log->step) ? CRASH_BY_FAULT
                                                                   : CRASH_BY_ADDRESS;
    struct finding *finding =
        proof_find(proof, rule, key_of(proof, kind, root), SCENARIO_IMPORT,
                   "a call %s in the control run; all scenarios skip it",
                   termination_text(proof->arena, log));
    finding->level = kind == CRASH_BY_FAULT ? LEVEL_WARNING : LEVEL_NOTE;
    if (place != NULL && finding->symbol == NULL && finding->place == NULL) {
        proof_set_place(proof, finding, place->fields[0], record_hex(place, 1));
        finding_add_evidence(proof->findings, finding, "at %s",
                             proof_place_text(proof, place->fields[0],
                                              record_hex(place, 1)));
    }
    finding_add_evidence(proof->findings, finding, "skipped: %s",
                         is_last ? arena_format(proof->arena, "all uses of %s", root)
                                 : log->step);
    if (scenario != SCENARIO_IMPORT) {
        finding_add_evidence(proof->findings, finding,
                             "first seen in the scenario '%s', then again as the only "
                             "call of a new process",
                             scenario_name(scenario));
    }
}

/* --- calls that crashed in another scenario --- */

/* One call under suspicion. */
struct suspect {
    const char *step;
    bool is_faulty;
};

struct suspects {
    struct suspect items[LIMIT_SKIPPED_STEPS];
    size_t n_items;
};

static struct suspect *
find_suspect(struct suspects *suspects, const char *step)
{
    for (size_t i = 0; i < suspects->n_items; i++) {
        if (strcmp(suspects->items[i].step, step) == 0) {
            return &suspects->items[i];
        }
    }
    return NULL;
}

/* Run the call alone, if it is a new suspect.  It is one of the built-in exercise, which
 * the forked checks use beside --exercise, too. */
static int
examine(struct prover *prover, struct proof *proof, struct suspects *suspects,
        enum scenario scenario, const char *step, struct error *err)
{
    struct probe_log log;
    struct launcher launcher = prover->launcher;
    launcher.exercise = NULL;
    struct launch_request request = {
        .scenario = "alone",
        .module = proof->module,
        .path = proof->path,
        .skip = proof->skip,
        .only = step,
    };
    if (find_suspect(suspects, step) != NULL
        || suspects->n_items == ARRAY_LENGTH(suspects->items))
    {
        return 0;
    }
    struct suspect *suspect = &suspects->items[suspects->n_items++];
    *suspect = (struct suspect){.step = step};
    if (launcher_run(&launcher, &request, 1, &log, err) != 0) {
        return -1;
    }
    if (termination_of(&log) == TERMINATION_CRASH && ends_in_call(&log)) {
        suspect->is_faulty = true;
        skipped_calls_add_last(proof, &log, scenario);
    }
    return 0;
}

/* The calls in which the scenario, or a forked copy of it, crashed.  Sets *out_is_faulty
 * if one of them crashes alone, too; the first N_LEFT_OUT suspects were left out when
 * the scenario ran. */
static int
examine_scenario(struct prover *prover, struct proof *proof, struct suspects *suspects,
                 enum scenario scenario, size_t n_left_out, bool *out_is_faulty,
                 struct error *err)
{
    const struct probe_log *log = &proof->logs[scenario];
    const char *step = "";
    *out_is_faulty = false;
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_PHASE)) {
            step = "";
        }
        else if (record_is(record, RECORD_STEP)) {
            step = record->fields[0];
        }
        else if (record_is(record, RECORD_CRASH) && step[0] != '\0') {
            if (examine(prover, proof, suspects, scenario, step, err) != 0) {
                return -1;
            }
            const struct suspect *suspect = find_suspect(suspects, step);
            bool is_news = suspect != NULL && suspect >= suspects->items + n_left_out;
            *out_is_faulty = *out_is_faulty || (is_news && suspect->is_faulty);
        }
    }
    return 0;
}

static int
run_again(struct prover *prover, struct proof *proof, enum scenario scenario,
          struct error *err)
{
    struct launch_request request = proof_request(proof, scenario);
    struct probe_log *log = &proof->logs[scenario];
    if (launcher_run(&prover->launcher, &request, 1, log, err) != 0) {
        return -1;
    }
    proof->results[scenario].seconds += log->seconds;
    return 0;
}

static size_t
count_faulty(const struct suspects *suspects)
{
    size_t n = 0;
    for (size_t i = 0; i < suspects->n_items; i++) {
        n += suspects->items[i].is_faulty;
    }
    return n;
}

/* Did it break off in the exercise?  With threads it is not always known in which call. */
static bool
breaks_off(const struct probe_log *log)
{
    return termination_of(log) == TERMINATION_CRASH
           && strcmp(log->phase, "exercise") == 0;
}

int
skipped_calls_recheck(struct prover *prover, struct proof *proof,
                      const enum scenario *scenarios, size_t n, struct error *err)
{
    struct suspects suspects = {.n_items = 0};
    size_t n_left_out[N_SCENARIOS] = {0}; /* suspects when the scenario ran last, */
    size_t n_faulty[N_SCENARIOS] = {0};   /* and calls that were left out */
    bool again = true;

    while (again) { /* without one call another may show; suspects run out */
        again = false;
        for (size_t i = 0; i < n; i++) {
            bool is_faulty;
            if (examine_scenario(prover, proof, &suspects, scenarios[i], n_left_out[i],
                                 &is_faulty, err)
                != 0)
            {
                return -1;
            }
            bool is_old = breaks_off(&proof->logs[scenarios[i]])
                          && count_faulty(&suspects) > n_faulty[i];
            if (!is_faulty && !is_old) {
                continue;
            }
            n_left_out[i] = suspects.n_items;
            n_faulty[i] = count_faulty(&suspects);
            again = true;
            if (run_again(prover, proof, scenarios[i], err) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
