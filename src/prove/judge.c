#include "prove/judge.h"

#include <string.h>

#include "base/stopwatch.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/calls.h"
#include "prove/control.h"
#include "prove/introduction.h"
#include "prove/limits.h"
#include "prove/verdict.h"

/* --- planning --- */

/* --claim may ask for less than a GIL each. */
static bool
asks_for_less(const struct prover *prover)
{
    return prover->claim == SUPPORT_SHARED_GIL || prover->claim == SUPPORT_ONCE;
}

/* The GIL of the sub-interpreters: what the module says it is made for.  A module that
 * takes back sub-interpreters altogether is asked where the interpreter asks, too. */
static const char *
gil_for(const struct proof *proof, const struct prover *prover)
{
    bool can_check = prover->witness.subject.minor >= 12;
    if (asks_for_less(prover)) {
        return "shared";
    }
    switch (proof->report->declares) {
    case SUPPORT_OWN_GIL:
        return can_check ? "own" : "shared";
    case SUPPORT_ONCE:
        return can_check ? "checked" : "shared";
    default:
        return "shared";
    }
}

/* Why a scenario cannot run here; NULL if it can. */
static const char *
why_not(const struct prover *prover, enum scenario scenario)
{
    const struct subject *subject = &prover->witness.subject;
    switch (scenario) {
    case SCENARIO_OWN_GIL:
    case SCENARIO_HAMMER:
        if (asks_for_less(prover)) {
            return "--claim asks for less";
        }
        return subject->minor < 12
                   ? "CPython before 3.12 has one GIL for all interpreters"
                   : NULL;
    case SCENARIO_FREE_THREADING:
        return subject->free_threaded ? NULL : "this Python is not free-threaded";
    case SCENARIO_TESTS:
        return prover->witness.tests == NULL
                   ? "no tests were given (--tests)"
                   : "the tests are run after the other scenarios";
    default:
        return NULL;
    }
}

static size_t
plan(const struct prover *prover, struct proof *proof, enum scenario *out_scenarios)
{
    size_t n = 0;
    for (enum scenario s = SCENARIO_IMPORT + 1; s < N_SCENARIOS; s++) {
        const char *reason = !prover->wanted[s] ? "not asked for" : why_not(prover, s);
        if (reason != NULL) {
            proof_set_outcome(proof, s, OUTCOME_SKIP, "%s", reason);
        }
        else {
            out_scenarios[n++] = s;
        }
    }
    return n;
}

static int
run_scenarios(const struct prover *prover, struct proof *proof,
              const enum scenario *scenarios, size_t n, struct error *err)
{
    struct witness_request requests[N_SCENARIOS];
    struct testimony testimonies[N_SCENARIOS];
    for (size_t i = 0; i < n; i++) {
        requests[i] = proof_request(proof, scenarios[i]);
    }
    if (n == 0) {
        return 0;
    }
    if (witness_run(&prover->witness, requests, n, testimonies, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        proof->testimonies[scenarios[i]] = testimonies[i];
        proof->results[scenarios[i]].seconds = testimonies[i].seconds;
        proof->results[scenarios[i]].outcome = OUTCOME_PASS;
    }
    return 0;
}

/* --- bad endings --- */

/* The extension lends the interpreter a structure for parsing arguments. */
static bool
lends_parsers(const struct proof *proof)
{
    const struct testimony *testimony = &proof->testimonies[SCENARIO_GLOBALS];
    for (size_t i = 0; i < testimony->n_records; i++) {
        const struct testimony_record *record = &testimony->records[i];
        if (record_is(record, RECORD_WORD) && strcmp(record->fields[6], "parser") == 0)
        {
            return true;
        }
    }
    return false;
}

/* What to run without the module: in a second control WITH_DEPENDENCIES the extensions
 * of other packages that it needs are there.  CPython before 3.12.4 leaves what it has put into such
 * structures behind when it ends (gh-119213): then the control uses a standard module
 * that lends one, too. */
static struct witness_request
control_for(const struct proof *proof, enum scenario scenario, bool with_dependencies)
{
    struct witness_request request = proof_request(proof, scenario);
    const char *first = lends_parsers(proof) ? PROBE_PARSER_MODULE : NULL;
    const char *last = with_dependencies ? proof->dependencies : NULL;
    if (first != NULL || last != NULL) {
        request.imports = arena_format(
            proof->arena, "%s,%s,%s", first != NULL ? first : "",
            request.imports != NULL ? request.imports : "", last != NULL ? last : "");
    }
    return request;
}

/* CPython 3.12 and 3.13 crash by themselves, now and then, when interpreters with a GIL
 * each run in parallel (tuple free list, static types of datetime). */
static bool
python_is_shaky(const struct prover *prover, enum scenario scenario)
{
    return prover->witness.subject.minor < 14
           && (scenario == SCENARIO_OWN_GIL || scenario == SCENARIO_HAMMER);
}

/* Run a scenario that crashed outside the module again. On a Python that is shaky by
 * itself one good run is enough: what is shared is seen by other scenarios. */
static int
retry(struct prover *prover, struct proof *proof, enum scenario scenario,
      struct error *err)
{
    for (int i = 1; i < LIMIT_CONTROL_RUNS; i++) {
        struct witness_request request = proof_request(proof, scenario);
        struct testimony testimony;
        if (witness_run(&prover->witness, &request, 1, &testimony, err) != 0) {
            return -1;
        }
        if (ending_of(&testimony) == ENDING_FINE || ending_is_in_module(&testimony)) {
            proof->testimonies[scenario] = testimony;
            return 0;
        }
    }
    return 0;
}

static bool
may_share_gil(const struct proof *proof, enum scenario scenario,
              const struct witness_request *request)
{
    return strcmp(request->gil, "own") == 0 && scenario != SCENARIO_OWN_GIL
           && scenario != SCENARIO_HAMMER && !proof->shares_gil[scenario];
}

static int judge_ending(struct prover *prover, struct proof *proof,
                        enum scenario scenario, struct error *err);

/* This Python cannot do the scenario with a GIL each, module or not (3.13: datetime
 * imported by a sub-interpreter first); what one GIL shows is still worth knowing. */
static int
run_with_shared_gil(struct prover *prover, struct proof *proof, enum scenario scenario,
                    struct error *err)
{
    proof->shares_gil[scenario] = true;
    struct witness_request request = proof_request(proof, scenario);
    if (witness_run(&prover->witness, &request, 1, &proof->testimonies[scenario], err)
        != 0)
    {
        return -1;
    }
    return judge_ending(prover, proof, scenario, err);
}

/* Do the extensions that the module needs crash here by themselves?  Then the outcome is
 * settled, and *out_is_theirs set. */
static int
judge_dependencies(struct prover *prover, struct proof *proof, enum scenario scenario,
                   bool *out_is_theirs, struct error *err)
{
    struct control control;
    struct witness_request request = control_for(proof, scenario, true);
    *out_is_theirs = false;
    if (proof->dependencies == NULL) {
        return 0;
    }
    if (control_run(prover, &request, &control, err) != 0) {
        return -1;
    }
    if (control.n_bad > 0) {
        *out_is_theirs = true;
        proof_blame(proof, scenario,
                    "the process ends badly without the module, too, when only what it "
                    "needs is imported: %s",
                    proof->dependencies);
    }
    return 0;
}

static int
judge_crash(struct prover *prover, struct proof *proof, enum scenario scenario,
            struct error *err)
{
    struct testimony *testimony = &proof->testimonies[scenario];
    if (!ending_is_in_module(testimony)) {
        struct control control;
        struct witness_request request = control_for(proof, scenario, false);
        if (control_run(prover, &request, &control, err) != 0) {
            return -1;
        }
        if (control.n_bad > 0 && may_share_gil(proof, scenario, &request)) {
            return run_with_shared_gil(prover, proof, scenario, err);
        }
        if (control.n_bad > 0) {
            proof_set_outcome(
                proof, scenario, OUTCOME_SKIP,
                "Python %s ends badly here without the module, too (%d of "
                "%d control runs)",
                prover->witness.subject.version, control.n_bad, control.n_runs);
            return 0;
        }
        bool is_theirs;
        if (judge_dependencies(prover, proof, scenario, &is_theirs, err) != 0) {
            return -1;
        }
        if (is_theirs) {
            return 0;
        }
        if (python_is_shaky(prover, scenario)
            && retry(prover, proof, scenario, err) != 0)
        {
            return -1;
        }
        if (ending_of(testimony) == ENDING_FINE) {
            return 0;
        }
    }
    if (scenario != SCENARIO_UNLOAD || ending_is_in_module(testimony)) {
        (void)read_ending(proof, scenario);
    } /* else judge_unload, when all types are known */
    proof_set_outcome(proof, scenario, OUTCOME_CRASH, "%s",
                      ending_text(proof->arena, testimony));
    return 0;
}

/* CPython before 3.12 keeps static types in its method cache, and as subclasses of their
 * bases, for the life of the process: behind an unloaded library they lead nowhere.
 * That is no finding beside the static type. */
static void
judge_unload(struct proof *proof)
{
    const struct testimony *testimony = &proof->testimonies[SCENARIO_UNLOAD];
    struct finding *type = proof_first(proof, "type-static");
    if (!proof_outcome_is(proof, SCENARIO_UNLOAD, OUTCOME_CRASH)
        || ending_is_in_module(testimony))
    {
        return;
    }
    if (type == NULL) {
        (void)read_ending(proof, SCENARIO_UNLOAD);
        return;
    }
    finding_add_evidence(
        proof->findings, type,
        "after the library was unloaded, Python %s: it still knows the "
        "type",
        ending_text(proof->arena, testimony));
}

/* Is the time to blame, or does the module hang?  It does where it had its share of
 * the processors, or did not want it, and the control needs less than a tenth of the
 * time. */
static int
judge_timeout(struct prover *prover, struct proof *proof, enum scenario scenario,
              struct error *err)
{
    struct control control;
    struct witness_request request = proof_request(proof, scenario);
    if (control_run(prover, &request, &control, err) != 0) {
        return -1;
    }
    const char *text = ending_text(proof->arena, &proof->testimonies[scenario]);
    bool hangs = control.n_bad == 0
                 && control.own_seconds * 10 < prover->witness.scenario_limit
                 && !proof->testimonies[scenario].starved;
    read_ending(proof, scenario)->level = hangs ? LEVEL_ERROR : LEVEL_NOTE;
    proof_set_outcome(proof, scenario, OUTCOME_TIMEOUT, "%s", text);
    return 0;
}

static int
judge_ending(struct prover *prover, struct proof *proof, enum scenario scenario,
             struct error *err)
{
    const struct testimony *testimony = &proof->testimonies[scenario];
    switch (ending_of(testimony)) {
    case ENDING_FINE:
        return 0;
    case ENDING_CRASH:
        return judge_crash(prover, proof, scenario, err);
    case ENDING_TIMEOUT:
        return judge_timeout(prover, proof, scenario, err);
    case ENDING_EXIT:
        (void)read_ending(proof, scenario);
        proof_set_outcome(proof, scenario, OUTCOME_FAIL, "%s",
                          ending_text(proof->arena, testimony));
        return 0;
    case ENDING_TROUBLE:
        proof_set_outcome(proof, scenario, OUTCOME_SKIP, "%s",
                          ending_text(proof->arena, testimony));
        return 0;
    }
    return 0;
}

/* --- records --- */

static void
judge_failure(struct proof *proof, enum scenario scenario,
              const struct testimony_record *failed)
{
    const char *key =
        arena_format(proof->arena, "%s: %s", failed->fields[1], failed->fields[2]);
    struct finding *finding =
        proof_find(proof, "init-failed", key, scenario,
                   "what works alone fails in the scenario `%s`: %s",
                   scenario_name(scenario), key);
    finding_add_evidence(proof->findings, finding, "in the %s (%s)", failed->fields[0],
                         scenario_name(scenario));
    proof_fail(proof, scenario, finding);
}

/* One module object for all imports is a refusal of a second one where the module
 * takes no second interpreter either; else interpreters share what it holds.  Where a
 * dependency refused before the module could, its guard gets the benefit of the doubt:
 * only in one phase CPython itself hands the same object out. */
static void
judge_same_module(struct proof *proof)
{
    static const char text[] =
        "loading the module again gives the same module object, not a second one";
    const struct testimony_record *refused =
        testimony_find(&proof->testimonies[SCENARIO_SHARED_GIL], RECORD_REFUSED);
    if (refused != NULL
        && (proof_culprit(proof, refused) == NULL
            || proof->report->declares != SUPPORT_SINGLE_PHASE))
    {
        proof_set_outcome(proof, SCENARIO_TWO_MODULES, OUTCOME_REFUSED, "%s", text);
        return;
    }
    struct finding *finding = proof_find(proof, "state-shared-object", "module",
                                         SCENARIO_TWO_MODULES, "%s", text);
    finding_add_evidence(proof->findings, finding,
                         "two loads of the file gave one object");
    proof_fail(proof, SCENARIO_TWO_MODULES, finding);
}

/* What the witness could not note it could not see leak either. */
static void
judge_lost(struct proof *proof, enum scenario scenario)
{
    const struct testimony *testimony = &proof->testimonies[scenario];
    for (size_t i = 0; i < testimony->n_records; i++) {
        const struct testimony_record *record = &testimony->records[i];
        if (record_is(record, RECORD_COUNT) && strcmp(record->fields[0], COUNT_LOST) == 0
            && record_number(record, 1) > 0)
        {
            proof_set_outcome(proof, scenario, OUTCOME_SKIP,
                              "memory ran out, and %s objects and blocks of the module "
                              "were not followed",
                              record->fields[1]);
        }
    }
}

static void
judge_records(struct proof *proof, enum scenario scenario)
{
    const struct testimony *testimony = &proof->testimonies[scenario];
    const struct testimony_record *skip = testimony_find(testimony, RECORD_SKIP);
    const struct testimony_record *refused = testimony_find(testimony, RECORD_REFUSED);
    const struct testimony_record *failed = testimony_find(testimony, RECORD_FAILED);
    struct scenario_result *result = &proof->results[scenario];
    if (result->outcome != OUTCOME_PASS) {
        return;
    }
    if (testimony_find(testimony, RECORD_SAME) != NULL) {
        judge_same_module(proof);
    }
    if (skip != NULL) {
        proof_set_outcome(proof, scenario, OUTCOME_SKIP, "%s", skip->fields[0]);
    }
    judge_lost(proof, scenario);
    const char *culprit = refused != NULL  ? proof_culprit(proof, refused)
                          : failed != NULL ? proof_culprit(proof, failed)
                                           : NULL;
    if (culprit != NULL) {
        const struct testimony_record *record = refused != NULL ? refused : failed;
        proof_blame(proof, scenario, "%s, which the module needs, %s: %s: %s", culprit,
                    refused != NULL ? "refuses" : "fails", record->fields[1],
                    proof_one_line(proof, record->fields[2]));
    }
    else if (refused != NULL) {
        proof_set_outcome(proof, scenario, OUTCOME_REFUSED, "%s: %s",
                          refused->fields[1],
                          proof_one_line(proof, refused->fields[2]));
    }
    else if (failed != NULL) {
        judge_failure(proof, scenario, failed);
    }
}

/* Who wrote the words that changed: a run of its own, since watching slows it down. */
static int
watch_globals(const struct prover *prover, struct proof *proof,
              struct testimony *out_writes, struct error *err)
{
    *out_writes = (struct testimony){0};
    struct witness_request request = proof_request(proof, SCENARIO_GLOBALS);
    request.scenario = "watch";
    request.watch = globals_to_watch(proof);
    return request.watch == NULL
               ? 0
               : witness_run(&prover->witness, &request, 1, out_writes, err);
}

static int
read_all(struct prover *prover, struct proof *proof, const enum scenario *scenarios,
         size_t n, struct error *err)
{
    struct testimony writes;
    for (size_t i = 0; i < n; i++) {
        if (judge_ending(prover, proof, scenarios[i], err) != 0) {
            return -1;
        }
        if (scenarios[i] == SCENARIO_FAILING_EXEC) {
            read_failing_exec(proof);
        }
        else {
            judge_records(proof, scenarios[i]);
        }
        read_effects(proof, scenarios[i]);
    }
    proof->is_single_process =
        proof_outcome_is(proof, SCENARIO_TWO_MODULES, OUTCOME_REFUSED)
        && (proof_outcome_is(proof, SCENARIO_SHARED_GIL, OUTCOME_REFUSED)
            || proof->is_blamed[SCENARIO_SHARED_GIL]);
    if (watch_globals(prover, proof, &writes, err) != 0) {
        return -1;
    }
    read_globals(proof, &writes);
    read_sharing(proof, SCENARIO_SHARING);
    read_sharing(proof, SCENARIO_TWO_MODULES);
    read_types(proof);
    read_trials(proof, SCENARIO_TYPES);
    read_trials(proof, SCENARIO_AFTER_FREE);
    read_leaks(proof);
    judge_unload(proof);
    return 0;
}

/* What ends well in the main interpreter ended badly in another one: the first run is
 * the control. */
static void
judge_ending_of_tests(const struct prover *prover, struct proof *proof)
{
    const struct testimony *testimony = &proof->testimonies[SCENARIO_TESTS];
    const char *text = ending_text(proof->arena, testimony);
    bool is_shaky =
        prover->witness.subject.minor < 14 && !ending_is_in_module(testimony);
    switch (ending_of(testimony)) {
    case ENDING_CRASH:
        if (is_shaky) {
            proof_set_outcome(proof, SCENARIO_TESTS, OUTCOME_SKIP,
                              "%s, outside the module, as this Python may by itself",
                              text);
            return;
        }
        break;
    case ENDING_TROUBLE:
        proof_set_outcome(proof, SCENARIO_TESTS, OUTCOME_SKIP, "%s", text);
        return;
    case ENDING_TIMEOUT:
        read_ending(proof, SCENARIO_TESTS)->level = LEVEL_NOTE;
        proof_set_outcome(proof, SCENARIO_TESTS, OUTCOME_TIMEOUT, "%s", text);
        return;
    case ENDING_EXIT:
    case ENDING_FINE:
        break;
    }
    (void)read_ending(proof, SCENARIO_TESTS);
    proof_set_outcome(proof, SCENARIO_TESTS, OUTCOME_CRASH, "%s", text);
}

/* The package's tests: two runs, one after the other, since they share a folder. */
static int
run_tests(struct prover *prover, struct proof *proof, struct error *err)
{
    static const char *const gils[] = {"main", NULL};
    struct testimony testimonies[2];
    double seconds = 0;
    if (prover->witness.tests == NULL || !prover->wanted[SCENARIO_TESTS]) {
        return 0;
    }
    for (size_t i = 0; i < 2; i++) {
        struct witness_request request = proof_request(proof, SCENARIO_TESTS);
        request.gil = gils[i] != NULL ? gils[i] : proof->gil;
        if (witness_run(&prover->witness, &request, 1, &testimonies[i], err) != 0) {
            return -1;
        }
        seconds += testimonies[i].seconds;
    }
    proof->testimonies[SCENARIO_TESTS] = testimonies[1];
    proof->results[SCENARIO_TESTS].outcome = OUTCOME_PASS;
    proof->results[SCENARIO_TESTS].seconds = seconds;
    if (ending_of(&testimonies[0]) == ENDING_FINE
        && ending_of(&testimonies[1]) != ENDING_FINE)
    {
        judge_ending_of_tests(prover, proof);
    }
    else {
        read_tests(proof, &testimonies[0], &testimonies[1]);
    }
    return 0;
}

static void
skip_all(struct proof *proof, const char *reason)
{
    for (enum scenario s = SCENARIO_IMPORT + 1; s < N_SCENARIOS; s++) {
        proof_set_outcome(proof, s, OUTCOME_SKIP, "%s", reason);
    }
}

static void
add_results(struct proof *proof)
{
    struct module_report *report = proof->report;
    for (enum scenario s = SCENARIO_IMPORT; s < N_SCENARIOS; s++) {
        proof->results[s].name = scenario_name(s);
        ARENA_GROW(proof->arena, report->scenarios, report->n_scenarios,
                   report->scenarios_capacity);
        report->scenarios[report->n_scenarios++] = proof->results[s];
    }
}

int
prove_module(struct prover *prover, const char *module, struct findings *findings,
             struct module_report *report, struct error *err)
{
    double begin = seconds_now();
    enum introduction introduction;
    enum scenario scenarios[N_SCENARIOS];
    struct proof *proof = ARENA_NEW(prover->arena, struct proof);
    proof->arena = prover->arena;
    proof->witness = &prover->witness;
    proof->namer = &prover->namer;
    proof->findings = findings;
    proof->first_finding = findings->n_items;
    proof->report = report;
    proof->module = module;
    report->module = module;
    report->python = prover->witness.subject.version;

    prover->witness.scenario_limit = prover->witness.time_limit > 0
                                         ? prover->witness.time_limit
                                         : LIMIT_IMPORT_SECONDS;
    if (introduce(prover, proof, &introduction, err) != 0) {
        return -1;
    }
    if (prover->witness.time_limit <= 0) {
        prover->witness.scenario_limit =
            LIMIT_SCENARIO_SECONDS
            + LIMIT_SCENARIO_IMPORTS * proof->testimonies[SCENARIO_IMPORT].own_seconds;
    }
    if (introduction == INTRODUCED) {
        proof->gil = gil_for(proof, prover);
        size_t n = plan(prover, proof, scenarios);
        if (run_scenarios(prover, proof, scenarios, n, err) != 0
            || calls_run_alone(prover, proof, scenarios, n, err) != 0
            || read_all(prover, proof, scenarios, n, err) != 0
            || run_tests(prover, proof, err) != 0)
        {
            return error_wrap(err, "%s", module);
        }
    }
    else {
        skip_all(proof, "the module does not get through its import");
    }
    verdict_reach(prover, proof, introduction);
    proof_place_rest(proof);
    proof_add_commands(proof);
    add_results(proof);
    report->seconds = seconds_now() - begin;
    return 0;
}
