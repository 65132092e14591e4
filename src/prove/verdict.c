#include "prove/verdict.h"

#include "base/macros.h"
#include "probe/protocol.h"
#include "prove/coverage.h"
#include "prove/scenario.h"
#include "prove/threads.h"

static enum support
claim_of(const struct prover *prover, const struct proof *proof)
{
    return prover->claim != SUPPORT_UNKNOWN ? prover->claim : proof->report->declares;
}

static bool
is_required(const struct proof *proof, enum support claim, enum scenario scenario)
{
    (void)proof;
    return scenario_is_required(scenario)
           || (scenario == SCENARIO_OWN_GIL && claim == SUPPORT_OWN_GIL);
}

static enum support
supported_by_evidence(const struct proof *proof)
{
    bool works_once = proof_outcome_is(proof, SCENARIO_IMPORT, OUTCOME_PASS);
    bool is_clean = proof_errors(proof) == 0;
    bool has_gil_for_all =
        proof_outcome_is(proof, SCENARIO_TWO_MODULES, OUTCOME_PASS)
        && proof_outcome_is(proof, SCENARIO_SHARED_GIL, OUTCOME_PASS)
        && proof_outcome_is(proof, SCENARIO_INTERPRETER_FIRST, OUTCOME_PASS);
    if (!works_once) {
        return SUPPORT_NOTHING;
    }
    if (!is_clean || !has_gil_for_all) {
        return SUPPORT_ONCE;
    }
    return proof_outcome_is(proof, SCENARIO_OWN_GIL, OUTCOME_PASS) ? SUPPORT_OWN_GIL
                                                                   : SUPPORT_SHARED_GIL;
}

/* A declaration that the evidence contradicts is a finding of its own. */
static void
classify_claim(struct proof *proof)
{
    enum support declares = proof->report->declares;
    enum scenario scenario =
        declares == SUPPORT_OWN_GIL ? SCENARIO_OWN_GIL : SCENARIO_SHARED_GIL;
    if (declares != SUPPORT_OWN_GIL && declares != SUPPORT_SHARED_GIL) {
        return;
    }
    size_t n_errors = proof_errors(proof);
    bool refused = proof_outcome_is(proof, scenario, OUTCOME_REFUSED);
    if (n_errors == 0 && !refused) {
        return;
    }
    bool is_own = declares == SUPPORT_OWN_GIL;
    struct finding *finding =
        proof_find(proof, is_own ? "claim-own-gil-false" : "claim-shared-gil-false",
                   "claim", scenario, "the module declares that it supports %s, but %s",
                   is_own ? "a per-interpreter GIL" : "several interpreters",
                   n_errors > 0 ? "is not isolated" : "refuses the import there");
    if (refused) {
        finding_add_evidence(proof->findings, finding, "%s",
                             proof->results[scenario].reason);
    }
    for (size_t i = proof->first_finding; n_errors > 0 && i < proof->findings->n_items;
         i++)
    {
        const struct finding *other = &proof->findings->items[i];
        finding = proof_known(proof, is_own ? "claim-own-gil-false/claim"
                                            : "claim-shared-gil-false/claim");
        if (other != finding && other->level == LEVEL_ERROR) {
            finding_add_evidence(proof->findings, finding, "%s [%s]", other->message,
                                 other->rule);
        }
    }
}

static void
set_verdict(struct proof *proof, enum verdict verdict, const char *reason)
{
    proof->report->verdict = verdict;
    proof->report->reason = reason;
}

/* What an application meets first: the end of the process, before what does not work in
 * a second interpreter, before what is shared there, before what is only not given back.
 * A false claim follows from the others. */
static int
weight_of(const struct finding *finding)
{
    static const char *const order[] = {
        "global-crash",
        "lifetime-use-after-free",
        "global-exit",
        "global-hang",
        "global-kill",
        "global-fork",
        "init-failed",
        "access-",
        "change-",
        "init-single-phase",
        "state-shared-object",
        "type-static",
        "state-static-object",
        "state-",
        "gc-",
        "lifetime-",
        "global-",
        "claim-",
    };
    size_t i = 0;
    while (i < ARRAY_LENGTH(order) && !string_starts(finding->rule, order[i])) {
        i++;
    }
    return (int)(ARRAY_LENGTH(order) - i);
}

/* The error to tell where there is room for one; NULL: none. */
static const char *
heaviest_error(const struct proof *proof)
{
    const struct finding *heaviest = NULL;
    for (size_t i = proof->first_finding; i < proof->findings->n_items; i++) {
        const struct finding *finding = &proof->findings->items[i];
        if (finding->level == LEVEL_ERROR
            && (heaviest == NULL || weight_of(finding) > weight_of(heaviest)))
        {
            heaviest = finding;
        }
    }
    return heaviest != NULL ? heaviest->message : NULL;
}

static const char *
reason_of(const struct proof *proof, enum scenario scenario)
{
    const char *reason = proof->results[scenario].reason;
    return arena_format(proof->arena, "%s: %s", scenario_name(scenario),
                        reason != NULL ? reason : "");
}

/* What the module says when it refuses another interpreter says more than what happens
 * to a second module object. */
static const char *
refusal_of(const struct proof *proof, enum support claim)
{
    static const enum scenario telling[] = {SCENARIO_SHARED_GIL, SCENARIO_OWN_GIL,
                                            SCENARIO_INTERPRETER_FIRST};
    for (size_t i = 0; i < ARRAY_LENGTH(telling) + N_SCENARIOS; i++) {
        enum scenario scenario = i < ARRAY_LENGTH(telling)
                                     ? telling[i]
                                     : (enum scenario)(i - ARRAY_LENGTH(telling));
        if (is_required(proof, claim, scenario)
            && proof_outcome_is(proof, scenario, OUTCOME_REFUSED))
        {
            return reason_of(proof, scenario);
        }
    }
    return NULL;
}

/* The only refusal is that no second module object was made; whether the module would
 * have refused another interpreter was never asked. */
static bool
only_gives_same_module(const struct proof *proof, enum support claim)
{
    for (enum scenario s = SCENARIO_IMPORT; s < N_SCENARIOS; s++) {
        if (is_required(proof, claim, s) && s != SCENARIO_TWO_MODULES
            && proof_outcome_is(proof, s, OUTCOME_REFUSED))
        {
            return false;
        }
    }
    return probe_log_find(&proof->logs[SCENARIO_TWO_MODULES], RECORD_SAME) != NULL;
}

/* Whether the module would work in a second Python of the process was not seen, since a
 * dependency failed there first.  One that refuses there ends the matter cleanly. */
static bool
is_second_start_unknown(const struct proof *proof)
{
    return proof->is_blamed[SCENARIO_CYCLES]
           && probe_log_find(&proof->logs[SCENARIO_CYCLES], RECORD_REFUSED) == NULL;
}

static void
classify_required(const struct prover *prover, struct proof *proof)
{
    enum support claim = claim_of(prover, proof);
    const char *blamed = NULL;
    const char *unproved = NULL;
    const char *refused = refusal_of(proof, claim);
    const char *lacking = coverage_lacking(proof);
    for (enum scenario s = SCENARIO_IMPORT; s < N_SCENARIOS; s++) {
        const struct scenario_result *result = &proof->results[s];
        if (!is_required(proof, claim, s)) {
            continue;
        }
        if (proof->is_blamed[s] && blamed == NULL) {
            blamed = reason_of(proof, s);
        }
        if ((result->outcome == OUTCOME_SKIP || result->outcome == OUTCOME_TIMEOUT)
            && unproved == NULL)
        {
            unproved = reason_of(proof, s);
        }
    }
    if (blamed != NULL && (refused == NULL || only_gives_same_module(proof, claim))) {
        set_verdict(proof, VERDICT_UNPROVED, blamed);
    }
    else if (refused != NULL && is_second_start_unknown(proof)) {
        set_verdict(proof, VERDICT_UNPROVED, reason_of(proof, SCENARIO_CYCLES));
    }
    else if (refused != NULL) {
        set_verdict(proof, VERDICT_REFUSES, refused);
    }
    else if (unproved != NULL) {
        set_verdict(proof, VERDICT_UNPROVED, unproved);
    }
    else if (proof->report->init == INIT_SINGLE) {
        set_verdict(proof, VERDICT_REFUSES,
                    "single-phase initialisation: CPython refuses the import in "
                    "interpreters with their own GIL; nothing is shared elsewhere");
    }
    else if (lacking != NULL) {
        set_verdict(proof, VERDICT_UNPROVED, lacking);
    }
    else {
        set_verdict(proof, VERDICT_ISOLATED, NULL);
    }
}

static bool
any_scenario_failed(const struct proof *proof)
{
    for (enum scenario s = SCENARIO_IMPORT; s < N_SCENARIOS; s++) {
        if (proof_outcome_is(proof, s, OUTCOME_FAIL)
            || proof_outcome_is(proof, s, OUTCOME_CRASH))
        {
            return true;
        }
    }
    return false;
}

void
verdict_reach(const struct prover *prover, struct proof *proof,
              enum initial_import initial_import)
{
    coverage_read(proof);
    if (initial_import == INITIAL_IMPORT_BROKEN) {
        set_verdict(proof, VERDICT_BROKEN, proof->results[SCENARIO_IMPORT].reason);
        threads_skip(proof);
        return;
    }
    if (initial_import == INITIAL_IMPORT_UNKNOWN && proof_errors(proof) == 0) {
        set_verdict(proof, VERDICT_UNPROVED, proof->results[SCENARIO_IMPORT].reason);
        threads_skip(proof);
        return;
    }
    if (initial_import == INITIAL_IMPORT_OK) {
        proof->report->supports = supported_by_evidence(proof);
        classify_claim(proof);
        threads_read(proof);
    }
    else {
        threads_skip(proof);
    }
    if (proof_errors(proof) > 0 || any_scenario_failed(proof)) {
        set_verdict(proof, VERDICT_NOT_ISOLATED, heaviest_error(proof));
        return;
    }
    classify_required(prover, proof);
    if (prover->launcher.claims_gil_unused
        && proof->report->threads != THREADS_VERDICT_SAFE
        && proof->report->verdict != VERDICT_UNPROVED)
    {
        set_verdict(proof, VERDICT_UNPROVED,
                    arena_format(proof->arena, "threads: %s",
                                 proof->report->threads_reason));
    }
}
