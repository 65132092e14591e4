#include "prove/prover.h"

#include <string.h>

#include "base/macros.h"
#include "base/stopwatch.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/skipped_calls.h"
#include "prove/control.h"
#include "prove/initial_import.h"
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
    bool can_check = prover->launcher.python.minor >= 12;
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
    const struct python *python = &prover->launcher.python;
    switch (scenario) {
    case SCENARIO_OWN_GIL:
    case SCENARIO_HAMMER:
        if (asks_for_less(prover)) {
            return "--claim does not require it";
        }
        return python->minor < 12
                   ? "CPython before 3.12 has one GIL for all interpreters"
                   : NULL;
    case SCENARIO_FREE_THREADING:
        return python->free_threaded ? NULL : "this Python is not free-threaded";
    case SCENARIO_THREADS:
        return python->free_threaded || !prover->all_wanted
                       || prover->launcher.claims_gil_unused
                   ? NULL
                   : "this Python has the GIL (--scenario threads tries it all the same)";
    case SCENARIO_TESTS:
        return prover->launcher.tests == NULL
                   ? "no tests were given (--tests)"
                   : "the tests run after the other scenarios";
    default:
        return NULL;
    }
}

static size_t
plan(const struct prover *prover, struct proof *proof, enum scenario *out_scenarios)
{
    size_t n = 0;
    for (enum scenario s = SCENARIO_IMPORT + 1; s < N_SCENARIOS; s++) {
        const char *reason = !prover->wanted[s] ? "not selected" : why_not(prover, s);
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
    struct launch_request requests[N_SCENARIOS];
    struct probe_log logs[N_SCENARIOS];
    for (size_t i = 0; i < n; i++) {
        requests[i] = proof_request(proof, scenarios[i]);
    }
    if (n == 0) {
        return 0;
    }
    if (launcher_run(&prover->launcher, requests, n, logs, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        proof->logs[scenarios[i]] = logs[i];
        proof->results[scenarios[i]].seconds = logs[i].seconds;
        proof->results[scenarios[i]].outcome = OUTCOME_PASS;
    }
    return 0;
}

/* --- abnormal termination --- */

/* The extension lends the interpreter a structure for parsing arguments. */
static bool
lends_parsers(const struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_GLOBALS];
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
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
static struct launch_request
control_for(const struct proof *proof, enum scenario scenario, bool with_dependencies)
{
    struct launch_request request = proof_request(proof, scenario);
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
    return prover->launcher.python.minor < 14
           && (scenario == SCENARIO_OWN_GIL || scenario == SCENARIO_HAMMER);
}

/* Run a scenario that crashed outside the module again. On a Python that is shaky by
 * itself one good run is enough: what is shared is seen by other scenarios. */
static int
retry(struct prover *prover, struct proof *proof, enum scenario scenario,
      struct error *err)
{
    for (int i = 1; i < LIMIT_CONTROL_RUNS; i++) {
        struct launch_request request = proof_request(proof, scenario);
        struct probe_log log;
        if (launcher_run(&prover->launcher, &request, 1, &log, err) != 0) {
            return -1;
        }
        if (termination_of(&log) == TERMINATION_NORMAL
            || termination_is_in_module(&log))
        {
            proof->logs[scenario] = log;
            return 0;
        }
    }
    return 0;
}

static bool
may_share_gil(const struct proof *proof, enum scenario scenario,
              const struct launch_request *request)
{
    return strcmp(request->gil, "own") == 0 && scenario != SCENARIO_OWN_GIL
           && scenario != SCENARIO_HAMMER && !proof->shares_gil[scenario];
}

static int classify_termination(struct prover *prover, struct proof *proof,
                                enum scenario scenario, struct error *err);

/* This Python cannot do the scenario with a GIL each, module or not (3.13: datetime
 * imported by a sub-interpreter first); what one GIL shows is still worth knowing. */
static int
run_with_shared_gil(struct prover *prover, struct proof *proof, enum scenario scenario,
                    struct error *err)
{
    proof->shares_gil[scenario] = true;
    struct launch_request request = proof_request(proof, scenario);
    if (launcher_run(&prover->launcher, &request, 1, &proof->logs[scenario], err) != 0)
    {
        return -1;
    }
    return classify_termination(prover, proof, scenario, err);
}

/* Do the extensions that the module needs crash here by themselves?  Then the outcome is
 * settled, and *out_is_theirs set. */
static int
classify_dependencies(struct prover *prover, struct proof *proof,
                      enum scenario scenario, bool *out_is_theirs, struct error *err)
{
    struct control control;
    struct launch_request request = control_for(proof, scenario, true);
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
                    "the process also fails when only the dependencies of the module "
                    "are imported: %s",
                    proof->dependencies);
    }
    return 0;
}

static int
classify_crash(struct prover *prover, struct proof *proof, enum scenario scenario,
               struct error *err)
{
    struct probe_log *log = &proof->logs[scenario];
    if (!termination_is_in_module(log)) {
        struct control control;
        struct launch_request request = control_for(proof, scenario, false);
        if (control_run(prover, &request, &control, err) != 0) {
            return -1;
        }
        if (control.n_bad > 0 && may_share_gil(proof, scenario, &request)) {
            return run_with_shared_gil(prover, proof, scenario, err);
        }
        if (control.n_bad > 0) {
            proof_set_outcome(
                proof, scenario, OUTCOME_SKIP,
                "Python %s also fails here without the module (%d of %d control runs)",
                prover->launcher.python.version, control.n_bad, control.n_runs);
            return 0;
        }
        bool is_theirs;
        if (classify_dependencies(prover, proof, scenario, &is_theirs, err) != 0) {
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
        if (termination_of(log) == TERMINATION_NORMAL) {
            return 0;
        }
    }
    if (scenario != SCENARIO_UNLOAD || termination_is_in_module(log)) {
        (void)read_termination(proof, scenario);
    } /* else classify_unload, when all types are known */
    proof_set_outcome(proof, scenario, OUTCOME_CRASH, "%s",
                      termination_text(proof->arena, log));
    return 0;
}

/* CPython before 3.12 keeps static types in its method cache, and as subclasses of their
 * bases, for the life of the process: behind an unloaded library they lead nowhere.
 * That is no finding beside the static type. */
static void
classify_unload(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_UNLOAD];
    struct finding *type = proof_first(proof, "type-static");
    if (!proof_outcome_is(proof, SCENARIO_UNLOAD, OUTCOME_CRASH)
        || termination_is_in_module(log))
    {
        return;
    }
    if (type == NULL) {
        (void)read_termination(proof, SCENARIO_UNLOAD);
        return;
    }
    finding_add_evidence(
        proof->findings, type,
        "after the library was unloaded, Python %s: it still uses the type",
        termination_text(proof->arena, log));
}

/* Of a run that is not repeated. */
static int
classify_end(struct prover *prover, struct proof *proof, enum scenario scenario,
             struct error *err)
{
    const struct probe_log *log = &proof->logs[scenario];
    switch (termination_of(log)) {
    case TERMINATION_NORMAL:
        break;
    case TERMINATION_CRASH:
        return classify_crash(prover, proof, scenario, err);
    case TERMINATION_TIMEOUT:
        read_termination(proof, scenario)->level = LEVEL_NOTE;
        proof_set_outcome(proof, scenario, OUTCOME_TIMEOUT, "%s",
                          termination_text(proof->arena, log));
        break;
    case TERMINATION_EXIT:
        (void)read_termination(proof, scenario);
        proof_set_outcome(proof, scenario, OUTCOME_FAIL, "%s",
                          termination_text(proof->arena, log));
        break;
    case TERMINATION_TROUBLE:
        proof_set_outcome(proof, scenario, OUTCOME_SKIP, "%s",
                          termination_text(proof->arena, log));
        break;
    }
    return 0;
}

/* Does the scenario end so again?  An end for which nothing of the module is known to be
 * to blame, as a crash has frames and an exit has a call, must not be an accident of the
 * machine.  Otherwise the log becomes that of the second run, and a note tells of the
 * first. */
static int
confirm(struct prover *prover, struct proof *proof, enum scenario scenario,
        bool *out_is_confirmed, struct error *err)
{
    struct launch_request request = proof_request(proof, scenario);
    enum termination first = termination_of(&proof->logs[scenario]);
    struct probe_log log;
    if (launcher_run(&prover->launcher, &request, 1, &log, err) != 0) {
        return -1;
    }
    proof->results[scenario].seconds += log.seconds;
    *out_is_confirmed = termination_of(&log) == first;
    if (!*out_is_confirmed) {
        size_t n_findings = proof->findings->n_items;
        struct finding *finding = read_termination(proof, scenario);
        if (proof->findings->n_items > n_findings) {
            finding->level = LEVEL_NOTE;
            finding_add_evidence(proof->findings, finding,
                                 "the scenario was repeated: it %s",
                                 termination_text(proof->arena, &log));
        }
        proof->logs[scenario] = log;
    }
    return 0;
}

/* Is the time to blame, or does the module hang?  It does where it had its share of
 * the processors, or did not want it, the control needs less than a tenth of the
 * time, and it hangs again. */
static int
classify_timeout(struct prover *prover, struct proof *proof, enum scenario scenario,
                 struct error *err)
{
    struct control control;
    struct probe_log *log = &proof->logs[scenario];
    struct launch_request request = proof_request(proof, scenario);
    if (control_run(prover, &request, &control, err) != 0) {
        return -1;
    }
    bool hangs = control.n_bad == 0
                 && control.own_seconds * 10 < prover->launcher.scenario_limit
                 && !log->starved;
    bool is_confirmed = true;
    if (hangs && log->stop_signal == 0
        && confirm(prover, proof, scenario, &is_confirmed, err) != 0)
    {
        return -1;
    }
    if (!is_confirmed) {
        return classify_end(prover, proof, scenario, err);
    }
    read_termination(proof, scenario)->level = hangs ? LEVEL_ERROR : LEVEL_NOTE;
    proof_set_outcome(proof, scenario, OUTCOME_TIMEOUT, "%s",
                      termination_text(proof->arena, log));
    return 0;
}

static int
classify_exit(struct prover *prover, struct proof *proof, enum scenario scenario,
              struct error *err)
{
    bool is_confirmed = true;
    if (!termination_has_caller(&proof->logs[scenario])
        && confirm(prover, proof, scenario, &is_confirmed, err) != 0)
    {
        return -1;
    }
    if (!is_confirmed) {
        return classify_end(prover, proof, scenario, err);
    }
    (void)read_termination(proof, scenario);
    proof_set_outcome(proof, scenario, OUTCOME_FAIL, "%s",
                      termination_text(proof->arena, &proof->logs[scenario]));
    return 0;
}

static int
classify_termination(struct prover *prover, struct proof *proof, enum scenario scenario,
                     struct error *err)
{
    const struct probe_log *log = &proof->logs[scenario];
    switch (termination_of(log)) {
    case TERMINATION_TIMEOUT:
        return classify_timeout(prover, proof, scenario, err);
    case TERMINATION_EXIT:
        return classify_exit(prover, proof, scenario, err);
    case TERMINATION_NORMAL:
    case TERMINATION_CRASH:
    case TERMINATION_TROUBLE:
        break;
    }
    return classify_end(prover, proof, scenario, err);
}

/* --- records --- */

static void
classify_failure(struct proof *proof, enum scenario scenario,
                 const struct probe_record *failed)
{
    const char *key =
        arena_format(proof->arena, "%s: %s", failed->fields[1], failed->fields[2]);
    struct finding *finding =
        proof_find(proof, "init-failed", key, scenario,
                   "code that works in the control run fails in the scenario '%s': %s",
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
classify_same_module(struct proof *proof)
{
    static const char text[] =
        "loading the module again returns the same module object";
    const struct probe_record *refused =
        probe_log_find(&proof->logs[SCENARIO_SHARED_GIL], RECORD_REFUSED);
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
                         "two loads of the file returned one object");
    proof_fail(proof, SCENARIO_TWO_MODULES, finding);
}

/* What the probe could not note it could not see leak either. */
static void
classify_lost(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_COUNT)
            && strcmp(record->fields[0], COUNT_LOST) == 0
            && record_number(record, 1) > 0)
        {
            proof_set_outcome(proof, scenario, OUTCOME_SKIP,
                              "%s objects and blocks of the module were not tracked "
                              "because memory ran out",
                              record->fields[1]);
        }
    }
}

static void
classify_records(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    const struct probe_record *skip = probe_log_find(log, RECORD_SKIP);
    const struct probe_record *refused = probe_log_find(log, RECORD_REFUSED);
    const struct probe_record *failed = probe_log_find(log, RECORD_FAILED);
    struct scenario_result *result = &proof->results[scenario];
    if (result->outcome != OUTCOME_PASS) {
        return;
    }
    if (probe_log_find(log, RECORD_SAME) != NULL) {
        classify_same_module(proof);
    }
    if (skip != NULL) {
        proof_set_outcome(proof, scenario, OUTCOME_SKIP, "%s", skip->fields[0]);
    }
    classify_lost(proof, scenario);
    const char *culprit = refused != NULL  ? proof_culprit(proof, refused)
                          : failed != NULL ? proof_culprit(proof, failed)
                                           : NULL;
    if (culprit != NULL) {
        const struct probe_record *record = refused != NULL ? refused : failed;
        proof_blame(proof, scenario, "the dependency %s %s: %s: %s", culprit,
                    refused != NULL ? "refuses" : "fails", record->fields[1],
                    proof_one_line(proof, record->fields[2]));
    }
    else if (refused != NULL) {
        proof_set_outcome(proof, scenario, OUTCOME_REFUSED, "%s: %s",
                          refused->fields[1],
                          proof_one_line(proof, refused->fields[2]));
    }
    else if (failed != NULL) {
        classify_failure(proof, scenario, failed);
    }
}

/* Who wrote the words that changed: a run of its own, since watching slows it down. */
static int
watch_globals(const struct prover *prover, struct proof *proof,
              struct probe_log *out_writes, struct error *err)
{
    *out_writes = (struct probe_log){0};
    struct launch_request request = proof_request(proof, SCENARIO_GLOBALS);
    request.scenario = "watch";
    request.watch = globals_to_watch(proof);
    return request.watch == NULL
               ? 0
               : launcher_run(&prover->launcher, &request, 1, out_writes, err);
}

static int
read_all(struct prover *prover, struct proof *proof, const enum scenario *scenarios,
         size_t n, struct error *err)
{
    struct probe_log writes;
    for (size_t i = 0; i < n; i++) {
        if (classify_termination(prover, proof, scenarios[i], err) != 0) {
            return -1;
        }
        if (scenarios[i] == SCENARIO_FAILING_EXEC) {
            read_failing_exec(proof);
        }
        else {
            classify_records(proof, scenarios[i]);
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
    read_modules(proof);
    read_types(proof);
    read_forked_checks(proof, SCENARIO_TYPES);
    read_unclean_calls(proof, SCENARIO_TYPES);
    read_forked_checks(proof, SCENARIO_AFTER_FREE);
    read_capsules(proof);
    read_leaks(proof);
    classify_unload(proof);
    return 0;
}

/* What ends well in the main interpreter ended badly in another one: the first run is
 * the control. */
static void
classify_termination_of_tests(const struct prover *prover, struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_TESTS];
    const char *text = termination_text(proof->arena, log);
    bool is_shaky =
        prover->launcher.python.minor < 14 && !termination_is_in_module(log);
    switch (termination_of(log)) {
    case TERMINATION_CRASH:
        if (is_shaky) {
            proof_set_outcome(
                proof, SCENARIO_TESTS, OUTCOME_SKIP,
                "%s, outside the module; this Python may do so without it", text);
            return;
        }
        break;
    case TERMINATION_TROUBLE:
        proof_set_outcome(proof, SCENARIO_TESTS, OUTCOME_SKIP, "%s", text);
        return;
    case TERMINATION_TIMEOUT:
        read_termination(proof, SCENARIO_TESTS)->level = LEVEL_NOTE;
        proof_set_outcome(proof, SCENARIO_TESTS, OUTCOME_TIMEOUT, "%s", text);
        return;
    case TERMINATION_EXIT:
    case TERMINATION_NORMAL:
        break;
    }
    (void)read_termination(proof, SCENARIO_TESTS);
    proof_set_outcome(proof, SCENARIO_TESTS, OUTCOME_CRASH, "%s", text);
}

/* The package's tests: two runs, one after the other, since they share a folder. */
static int
run_tests(struct prover *prover, struct proof *proof, struct error *err)
{
    static const char *const gils[] = {"main", NULL};
    struct probe_log logs[2];
    double seconds = 0;
    if (prover->launcher.tests == NULL || !prover->wanted[SCENARIO_TESTS]) {
        return 0;
    }
    for (size_t i = 0; i < 2; i++) {
        struct launch_request request = proof_request(proof, SCENARIO_TESTS);
        request.gil = gils[i] != NULL ? gils[i] : proof->gil;
        if (launcher_run(&prover->launcher, &request, 1, &logs[i], err) != 0) {
            return -1;
        }
        seconds += logs[i].seconds;
    }
    proof->tests_in_main = logs[0];
    proof->logs[SCENARIO_TESTS] = logs[1];
    proof->results[SCENARIO_TESTS].outcome = OUTCOME_PASS;
    proof->results[SCENARIO_TESTS].seconds = seconds;
    if (termination_of(&logs[0]) == TERMINATION_NORMAL
        && termination_of(&logs[1]) != TERMINATION_NORMAL)
    {
        classify_termination_of_tests(prover, proof);
    }
    else {
        read_tests(proof, &logs[0], &logs[1]);
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

/* Did the user's exercise crash, where the module itself can be imported? */
static bool
exercise_crashed(const struct prover *prover, const struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_IMPORT];
    return prover->launcher.exercise != NULL
           && termination_of(log) == TERMINATION_CRASH
           && probe_log_find(log, RECORD_LOADED) != NULL;
}

/* What the crash comes from, the scenarios may name that look at one instance at a time:
 * they run with the built-in exercise. */
static int
look_for_cause(struct prover *prover, struct proof *proof, struct error *err)
{
    static const enum scenario causes[] = {SCENARIO_TYPES, SCENARIO_AFTER_FREE};
    enum scenario scenarios[ARRAY_LENGTH(causes)];
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(causes); i++) {
        if (prover->wanted[causes[i]]) {
            scenarios[n++] = causes[i];
        }
    }
    const char *exercise = prover->launcher.exercise;
    prover->launcher.exercise = NULL;
    int status = run_scenarios(prover, proof, scenarios, n, err);
    if (status == 0) {
        status = read_all(prover, proof, scenarios, n, err);
    }
    prover->launcher.exercise = exercise;
    return status;
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
    enum initial_import initial_import;
    enum scenario scenarios[N_SCENARIOS];
    struct proof *proof = ARENA_NEW(prover->arena, struct proof);
    proof->arena = prover->arena;
    proof->launcher = &prover->launcher;
    proof->symbolizer = &prover->symbolizer;
    proof->findings = findings;
    proof->first_finding = findings->n_items;
    proof->report = report;
    proof->module = module;
    report->module = module;
    report->python = prover->launcher.python.version;

    prover->launcher.scenario_limit = prover->launcher.time_limit > 0
                                          ? prover->launcher.time_limit
                                          : LIMIT_IMPORT_SECONDS;
    if (initial_import_run(prover, proof, &initial_import, err) != 0) {
        return -1;
    }
    if (prover->launcher.time_limit <= 0) {
        prover->launcher.scenario_limit =
            LIMIT_SCENARIO_SECONDS
            + LIMIT_SCENARIO_IMPORTS * proof->logs[SCENARIO_IMPORT].own_seconds;
    }
    proof->gil = gil_for(proof, prover);
    if (initial_import == INITIAL_IMPORT_OK) {
        size_t n = plan(prover, proof, scenarios);
        if (run_scenarios(prover, proof, scenarios, n, err) != 0
            || skipped_calls_recheck(prover, proof, scenarios, n, err) != 0
            || read_all(prover, proof, scenarios, n, err) != 0
            || run_tests(prover, proof, err) != 0)
        {
            return error_wrap(err, "%s", module);
        }
    }
    else {
        skip_all(proof, "the import of the module does not complete");
        if (exercise_crashed(prover, proof)
            && look_for_cause(prover, proof, err) != 0)
        {
            return error_wrap(err, "%s", module);
        }
    }
    verdict_reach(prover, proof, initial_import);
    proof_place_rest(proof);
    proof_add_commands(proof);
    add_results(proof);
    report->seconds = seconds_now() - begin;
    return 0;
}
