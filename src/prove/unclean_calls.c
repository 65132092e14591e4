/* Calls that return a result and leave an exception set, or neither, or pass NULL on; and
 * what else a debug build ends the process for. */

#include <signal.h>
#include <string.h>

#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/proof.h"

enum { EVIDENCE_LIMIT = 8 };

/* A warning: in the main interpreter, too, so no fault of isolation. */
static struct finding *
find_unclean(struct proof *proof, enum scenario scenario, bool has_result)
{
    struct finding *finding =
        has_result ? proof_find(proof, "exception-left", "calls", scenario,
                                "calls return a result with an exception set: CPython "
                                "raises it in unrelated code")
                   : proof_find(proof, "exception-missing", "calls", scenario,
                                "calls return NULL without setting an exception: "
                                "CPython raises SystemError");
    finding->level = LEVEL_WARNING;
    return finding;
}

static struct finding *
find_null_argument(struct proof *proof, enum scenario scenario)
{
    struct finding *finding =
        proof_find(proof, "access-null-unchecked", "calls", scenario,
                   "calls pass NULL to functions of CPython, which raise SystemError: an "
                   "argument or a result that may be NULL is not checked");
    finding->level = LEVEL_WARNING;
    return finding;
}

static bool
tells_of_result(const char *message)
{
    return strstr(message, UNCLEAN_RESULT) != NULL
           || strstr(message, UNCLEAN_SLOT_RESULT) != NULL
           || strstr(message, UNCLEAN_ASSERTED_RESULT) != NULL;
}

static void
read_call(struct proof *proof, enum scenario scenario, const struct probe_record *record,
          const char *step)
{
    enum { WHERE, EXCEPTION, MESSAGE };
    bool is_left = strcmp(record->fields[WHERE], UNCLEAN_LEFT) == 0;
    const char *message = record->fields[MESSAGE];
    struct finding *finding =
        strstr(message, UNCLEAN_ARGUMENT) != NULL
            ? find_null_argument(proof, scenario)
            : find_unclean(proof, scenario, is_left || tells_of_result(message));
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding, "%s: %s%s%s%s", step,
                             is_left ? "leaves " : "", record->fields[EXCEPTION],
                             message[0] != '\0' ? ": " : "",
                             proof_one_line(proof, message));
    }
}

/* A debug build says so where the function returns, or asserts it in the interpreter's
 * loop. */
static bool
ends_with(const struct probe_log *log, const char *message, const char *of_slot,
          const char *assertion)
{
    return strstr(log->fatal, message) != NULL || strstr(log->fatal, of_slot) != NULL
           || strstr(log->last_error, assertion) != NULL;
}

bool
read_unclean_end(struct proof *proof, const struct probe_log *log)
{
    bool has_result = ends_with(log, UNCLEAN_RESULT, UNCLEAN_SLOT_RESULT,
                                UNCLEAN_ASSERTED_RESULT);
    if (!has_result
        && !ends_with(log, UNCLEAN_NULL, UNCLEAN_SLOT_NULL, UNCLEAN_ASSERTED_NULL))
    {
        return false;
    }
    struct finding *finding = find_unclean(proof, SCENARIO_IMPORT, has_result);
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(proof->findings, finding,
                             "%s: this debug build ends the process, so all scenarios "
                             "skip it: %s",
                             log->step,
                             proof_one_line(proof, log->fatal[0] != '\0'
                                                       ? log->fatal
                                                       : log->last_error));
    }
    return true;
}

/* Is it Py_FatalError or a function of its kind? */
static bool
ends_the_process(struct proof *proof, const struct probe_record *frame)
{
    const char *symbol = proof_symbol(proof, frame->fields[0], record_hex(frame, 1));
    return symbol != NULL && (string_starts(symbol, "Py_FatalError")
                              || string_starts(symbol, "_Py_FatalError"));
}

/* The module's function in a call of which the interpreter ended the process, by its own
 * decision; NULL if there is none, or the module asked for it. */
static const struct probe_record *
find_offender(struct proof *proof, const struct probe_log *log)
{
    const struct probe_record *crash = probe_log_find(log, RECORD_CRASH);
    const struct probe_record *core;
    const struct probe_record *own = termination_own_frame(proof, log, &core);
    bool is_ended = own != NULL && core != NULL && record_number(crash, 0) == SIGABRT
                    && !ends_the_process(proof, core);
    return is_ended ? own : NULL;
}

bool
read_broken_rule(struct proof *proof, const struct probe_log *log, const char *key)
{
    const struct probe_record *frame = find_offender(proof, log);
    const char *rule = log->assertion[0] != '\0' ? log->assertion : log->fatal;
    if (frame == NULL || rule[0] == '\0') {
        return false;
    }
    size_t n = proof->findings->n_items;
    struct finding *finding =
        proof_find(proof, "global-crash", key, SCENARIO_IMPORT,
                   "CPython ends the process because of a call of the module, also in the "
                   "control run: %s",
                   proof_one_line(proof, rule));
    if (proof->findings->n_items > n) {
        finding->level = LEVEL_WARNING;
        proof_set_place(proof, finding, frame->fields[0], record_hex(frame, 1));
    }
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        finding_add_evidence(
            proof->findings, finding, "%s, in %s; all scenarios skip it", log->step,
            proof_place_text(proof, frame->fields[0], record_hex(frame, 1)));
    }
    return true;
}

/* Those of the exercise are read where it ran first. */
static bool
is_phase_of(const char *phase, enum scenario scenario)
{
    return scenario == SCENARIO_IMPORT || strcmp(phase, FORKED_REFUSALS) == 0;
}

void
read_unclean_calls(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    const char *phase = "", *step = "";
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_PHASE)) {
            phase = record->fields[0];
        }
        else if (record_is(record, RECORD_STEP)) {
            step = record->fields[0];
        }
        else if (record_is(record, RECORD_UNCLEAN) && is_phase_of(phase, scenario)) {
            read_call(proof, scenario, record, step);
        }
    }
}
