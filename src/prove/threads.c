#include "prove/threads.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/limits.h"
#include "prove/thread_sanitizer.h"

enum { FRAMES_SHOWN = 4, EVIDENCE_LIMIT = 16, NAMES_SHOWN = 4 };

enum field {
    RACE_KIND,
    RACE_FIRST,
    RACE_SECOND,
    RACE_PATH,
    RACE_OFFSET,
    RACE_SEEN,
    RACE_OTHER_PATH,
    RACE_OTHER_OFFSET
};

/* What is wrong, with the call in its place. */
static const struct {
    const char *kind, *text;
} effects[] = {
    {RACE_UPDATE, "an update by %s is lost"},
    {RACE_ANSWER, "%s gives an answer that no order of the calls gives"},
    {RACE_IDENTITY, "%s initialises twice what is initialised once"},
    {RACE_ERROR, "%s fails with SystemError"},
    {RACE_CRASH, "%s crashes"},
    {RACE_DEADLOCK, "%s waits for ever (deadlock)"},
};

static long
count_of(const struct probe_log *log, const char *what)
{
    return probe_log_number(log, what, 0);
}

static const char *
effect_of(struct arena *arena, const struct probe_record *race)
{
    for (size_t i = 0; i < ARRAY_LENGTH(effects); i++) {
        if (strcmp(effects[i].kind, race->fields[RACE_KIND]) == 0) {
            const char *mark = strstr(effects[i].text, "%s");
            return arena_format(arena, "%.*s%s%s", (int)(mark - effects[i].text),
                                effects[i].text, race->fields[RACE_FIRST], mark + 2);
        }
    }
    return "calls disturb each other";
}

/* Where the crash happened that was reported before INDEX. */
static void
add_crash(struct proof *proof, struct finding *finding, const struct probe_log *log,
          size_t index)
{
    size_t first = index;
    size_t shown = 0;
    while (first > 0 && !record_is(&log->records[first], RECORD_CRASH)) {
        first--;
    }
    const struct probe_record *guard = probe_log_find(log, RECORD_GUARD_PAGES);
    uint64_t address = record_hex(&log->records[first], 1);
    if (guard != NULL && address >= record_hex(guard, 0)
        && address < record_hex(guard, 1))
    {
        finding_add_evidence(proof->findings, finding,
                             "seen: access to freed memory, or behind its end");
    }
    for (size_t i = first; i < index && shown < FRAMES_SHOWN; i++) {
        const struct probe_record *record = &log->records[i];
        if (!record_is(record, RECORD_FRAME)
            || (strcmp(record->fields[2], "probe") == 0))
        {
            continue;
        }
        finding_add_evidence(
            proof->findings, finding, "%s %s", shown == 0 ? "crash at" : "called from",
            proof_place_text(proof, record->fields[0], record_hex(record, 1)));
        shown++;
    }
}

static void
add_evidence(struct proof *proof, struct finding *finding, const struct probe_log *log,
             size_t index)
{
    const struct probe_record *race = &log->records[index];
    bool is_held = race->fields[RACE_PATH][0] != '\0';
    const char *place =
        is_held ? proof_place_text(proof, race->fields[RACE_PATH],
                                   record_hex(race, RACE_OFFSET))
                : NULL;
    if (strcmp(race->fields[RACE_KIND], RACE_DEADLOCK) == 0) {
        finding_add_evidence(proof->findings, finding, "%s waits at %s",
                             race->fields[RACE_FIRST], is_held ? place : "?");
        if (race->fields[RACE_OTHER_PATH][0] != '\0') {
            finding_add_evidence(
                proof->findings, finding, "%s waits in another thread at %s",
                race->fields[RACE_SECOND],
                proof_place_text(proof, race->fields[RACE_OTHER_PATH],
                                 record_hex(race, RACE_OTHER_OFFSET)));
        }
        return;
    }
    if (is_held) {
        finding_add_evidence(proof->findings, finding, "%s is interrupted at %s",
                             race->fields[RACE_FIRST], place);
        finding_add_evidence(proof->findings, finding, "meanwhile another thread: %s",
                             race->fields[RACE_SECOND]);
    }
    else {
        finding_add_evidence(proof->findings, finding, "in parallel threads: %s and %s",
                             race->fields[RACE_FIRST], race->fields[RACE_SECOND]);
    }
    if (strcmp(race->fields[RACE_KIND], RACE_CRASH) == 0) {
        add_crash(proof, finding, log, index);
    }
    else {
        finding_add_evidence(proof->findings, finding, "seen: %s", race->fields[RACE_SEEN]);
    }
}

static bool
is_declared(const struct proof *proof)
{
    return string_equal(proof->report->gil, "not-used");
}

/* A module with single-phase initialisation declares it with a call; whether it does is
 * unknown where a dependency may have enabled the GIL, or the build has no other. */
static bool
is_undeclared(const struct proof *proof)
{
    const struct probe_log *import = &proof->logs[SCENARIO_IMPORT];
    return !is_declared(proof)
           && (proof->report->init != INIT_SINGLE
               || (probe_log_number(import, COUNT_GIL, 0) != 0
                   && proof->dependencies == NULL));
}

/* What is wrong, and what to do, with the effect in its place. */
static const char *
message_of(const struct proof *proof, const struct probe_log *log, const char *effect)
{
    if (is_declared(proof)) {
        return arena_format(proof->arena,
                            "the module declares Py_MOD_GIL_NOT_USED, but with two "
                            "threads %s: lock what they share, or remove the "
                            "declaration",
                            effect);
    }
    return count_of(log, COUNT_THREAD_GIL) != 0
               ? arena_format(proof->arena,
                              "with two threads %s, even with the GIL: lock what they "
                              "share",
                              effect)
               : arena_format(proof->arena,
                              "with two threads and without the GIL, %s: lock what they "
                              "share before the module declares Py_MOD_GIL_NOT_USED",
                              effect);
}

/* An error of SCENARIO, if that is against what the module declares or is held to. */
static void
set_level(struct proof *proof, enum scenario scenario, struct finding *finding)
{
    bool is_claimed = is_declared(proof) || proof->launcher->claims_gil_unused;
    finding->level = is_claimed ? LEVEL_ERROR : LEVEL_WARNING;
    if (is_claimed) {
        proof_fail(proof, scenario, finding);
    }
}

/* One call that can be disturbed in one way is one finding, whoever disturbs it. */
static void
read_race(struct proof *proof, const struct probe_log *log, size_t index)
{
    const struct probe_record *race = &log->records[index];
    const char *key = arena_format(proof->arena, "%s %s", race->fields[RACE_KIND],
                                   race->fields[RACE_FIRST]);
    size_t n = proof->findings->n_items;
    struct finding *finding =
        proof_find(proof, "claim-gil-not-used", key, SCENARIO_THREADS, "%s",
                   message_of(proof, log, effect_of(proof->arena, race)));
    if (proof->findings->n_items > n && race->fields[RACE_PATH][0] != '\0') {
        proof_set_place(proof, finding, race->fields[RACE_PATH],
                        record_hex(race, RACE_OFFSET));
    }
    if (finding->n_evidence < EVIDENCE_LIMIT) {
        add_evidence(proof, finding, log, index);
    }
    set_level(proof, SCENARIO_THREADS, finding);
}

/* What the calls can do to each other: nothing keeps them from it. */
static const char *
unordered_accesses(struct proof *proof, const struct probe_record *record)
{
    enum { FIRST, SECOND, PATH, OFFSET, ACCESS, MEMORY };
    const char *place =
        record->fields[PATH][0] != '\0'
            ? proof_place_text(proof, record->fields[PATH], record_hex(record, OFFSET))
            : "code that the interpreter calls";
    const char *access =
        arena_format(proof->arena, "%s %s %s (%s)", record->fields[FIRST],
                     record->fields[ACCESS], record->fields[MEMORY], place);
    if (strcmp(record->fields[FIRST], record->fields[SECOND]) == 0) {
        return arena_format(proof->arena, "%s, and no lock keeps another thread from it",
                            access);
    }
    return arena_format(proof->arena, "%s, and no lock keeps %s from it", access,
                        record->fields[SECOND]);
}

static const char *
list_uncalled(const struct proof *proof, const struct probe_log *log)
{
    CLEANUP(strbuf_done) struct strbuf list = STRBUF_INIT;
    size_t n = 0;
    for (size_t i = 0; i < log->n_records; i++) {
        if (record_is(&log->records[i], RECORD_UNCALLED) && n++ < NAMES_SHOWN) {
            strbuf_format(&list, "%s%s", list.size > 0 ? ", " : "",
                          log->records[i].fields[0]);
        }
    }
    if (n > NAMES_SHOWN) {
        strbuf_format(&list, " and %zu more", n - NAMES_SHOWN);
    }
    return arena_string(proof->arena, list.size > 0 ? list.text : "unknown");
}

/* What might have shown a race and was not done; NULL: nothing. */
static const char *
why_left(const struct proof *proof, const struct probe_log *log)
{
    static const struct {
        const char *count, *text;
    } parts[] = {
        {COUNT_THREAD_PAIRS_LEFT, "%ld pairs of calls"},
        {COUNT_THREAD_CUT, "all places of %ld pairs of calls"},
        {COUNT_THREAD_NEW_LEFT, "%ld calls of new instances"},
        {COUNT_THREAD_FIRST_LEFT, "%ld first calls"},
    };
    if (count_of(log, COUNT_THREAD_FAILED) > 0) {
        return arena_format(proof->arena,
                            "%ld pairs of calls crash or do not return, one after the other, too",
                            count_of(log, COUNT_THREAD_FAILED));
    }
    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        long n = count_of(log, parts[i].count);
        if (n > 0) {
            const char *mark = strstr(parts[i].text, "%ld");
            return arena_format(proof->arena,
                                "no time was left for %.*s%ld%s (--time-limit gives more)",
                                (int)(mark - parts[i].text), parts[i].text, n, mark + 3);
        }
    }
    return NULL;
}

/* Why it is not shown that the module is safe; NULL: it is. */
static const char *
why_not_safe(struct proof *proof, const struct probe_log *log)
{
    const struct thread_use *use = &proof->report->thread_use;
    const struct scenario_result *result = &proof->results[SCENARIO_THREADS];
    if (result->outcome != OUTCOME_PASS) {
        return result->reason != NULL ? result->reason : "the scenario did not run";
    }
    if (count_of(log, COUNT_THREAD_GIL) != 0) {
        return proof->launcher->python.free_threaded
                   ? "the module does not declare Py_MOD_GIL_NOT_USED: the import enables "
                     "the GIL (--claim gil-not-used keeps it disabled)"
                   : "this Python has the GIL";
    }
    const struct probe_record *unordered = probe_log_find(log, RECORD_UNORDERED);
    if (unordered != NULL) {
        return unordered_accesses(proof, unordered);
    }
    const struct probe_record *held = probe_log_find(log, RECORD_HELD);
    if (held != NULL) {
        return arena_format(proof->arena,
                            "%s runs Python code (%s of an argument) with a lock held: if "
                            "that waits for another thread that makes the same call, both "
                            "wait for ever",
                            held->fields[0], held->fields[1]);
    }
    if (use->interruptions == 0 && thread_sanitizer_is_used(&proof->launcher->python)) {
        return "calls are only made in parallel where there is a thread sanitizer";
    }
    if (use->interruptions == 0) {
        return "no call could be interrupted in the module's code";
    }
    if (count_of(log, COUNT_THREAD_UNCONFIRMED) != 0) {
        return "a call crashed or did not return once, and not again";
    }
    if (count_of(log, COUNT_THREAD_INCOMPLETE) > 0) {
        return arena_format(proof->arena,
                            "%ld of the tries met a call that runs too long to be followed to "
                            "its end, and what it shares there is not seen",
                            count_of(log, COUNT_THREAD_INCOMPLETE));
    }
    const char *left = why_left(proof, log);
    if (left != NULL) {
        return left;
    }
    if (use->called * 100 < use->functions * LIMIT_CALLED_PERCENT) {
        return arena_format(proof->arena,
                            "%u of %u functions and methods were called, fewer than "
                            "%d %% (not: %s)",
                            use->called, use->functions, LIMIT_CALLED_PERCENT,
                            list_uncalled(proof, log));
    }
    return NULL;
}

static void
suggest_declaration(struct proof *proof)
{
    struct finding *finding = proof_find(
        proof, "claim-missing", "gil", SCENARIO_THREADS,
        "the module does not declare Py_MOD_GIL_NOT_USED, and the scenario threads found "
        "nothing without the GIL: %s, or free-threaded builds enable the GIL",
        proof->report->init == INIT_SINGLE
            ? "call PyUnstable_Module_SetGIL"
            : "add {Py_mod_gil, Py_MOD_GIL_NOT_USED} to its slots");
    finding->level = LEVEL_NOTE;
}

void
threads_skip(struct proof *proof)
{
    const char *reason = proof->results[SCENARIO_IMPORT].reason;
    proof->report->threads = THREADS_VERDICT_NOT_SHOWN;
    proof->report->threads_reason = reason != NULL ? reason : "the scenario did not run";
}

/* Evidence: what either thread did, and from where. */
static void
add_access(struct proof *proof, struct finding *finding,
           const struct data_race_access *access)
{
    finding_add_evidence(proof->findings, finding, "%s", access->what);
    for (size_t i = 0; i < access->n_frames; i++) {
        finding_add_evidence(proof->findings, finding, "%s %s",
                             i == 0 ? "at" : "called from", access->frames[i].text);
    }
}

/* The data races in code of the module that a thread sanitizer saw in a scenario. */
static void
read_data_races(struct proof *proof, enum scenario scenario)
{
    const struct probe_log *log = &proof->logs[scenario];
    const char *path = proof->report->path;
    const char *text = log->data_races != NULL ? log->data_races : "";
    struct data_race race;
    bool is_blind = !proof->launcher->python.thread_sanitizer
                    && probe_log_number(&proof->logs[SCENARIO_THREADS],
                                        COUNT_THREAD_LOCKS, 1) > 0;
    if (is_blind && text[0] != '\0') {
        struct finding *note = proof_find(
            proof, "claim-gil-not-used", "blind", SCENARIO_THREADS,
            "data races that the thread sanitizer reports are left out, since it does not "
            "see the locks of this Python: build Python with the sanitizer, or, if the "
            "module takes mutexes only, the module with a header that tells it of them");
        note->level = LEVEL_NOTE;
        return;
    }
    while (path != NULL && thread_sanitizer_next(proof->arena, &text, &race)) {
        const struct data_race_frame *place = NULL;
        bool is_of_probe = false; /* it looks at words that others write */
        for (size_t i = 0; i < DATA_RACE_STACKS; i++) {
            const struct data_race_access *access = &race.accesses[i];
            if (access->n_frames == 0) {
                continue;
            }
            if (place == NULL && data_race_frame_is_in(&access->frames[0], path)) {
                place = &access->frames[0];
            }
            is_of_probe = is_of_probe
                          || data_race_frame_is_in(&access->frames[0],
                                                   proof->launcher->probe);
        }
        if (place == NULL || is_of_probe) {
            continue;
        }
        const char *effect =
            arena_format(proof->arena, "a thread sanitizer sees a data race in %.*s",
                         (int)strcspn(place->text, " "), place->text);
        size_t n = proof->findings->n_items;
        struct finding *finding =
            proof_find(proof, "claim-gil-not-used", effect, scenario, "%s",
                       message_of(proof, &proof->logs[SCENARIO_THREADS], effect));
        if (proof->findings->n_items > n) {
            proof_set_place(proof, finding, path, place->offset);
            add_access(proof, finding, &race.accesses[0]);
            add_access(proof, finding, &race.accesses[1]);
        }
        set_level(proof, scenario, finding);
        proof->report->threads = THREADS_VERDICT_UNSAFE;
        if (proof->report->threads_reason == NULL) {
            proof->report->threads_reason =
                arena_format(proof->arena, "with two threads %s", effect);
        }
    }
}

static void
read_calls(struct proof *proof)
{
    const struct probe_log *log = &proof->logs[SCENARIO_THREADS];
    struct module_report *report = proof->report;
    size_t n_races = probe_log_count(log, RECORD_RACE);
    report->thread_use = (struct thread_use){
        .functions = (unsigned)count_of(log, COUNT_THREAD_FUNCTIONS),
        .called = (unsigned)count_of(log, COUNT_THREAD_CALLED),
        .pairs = (unsigned)count_of(log, COUNT_THREAD_PAIRS),
        .pairs_apart = (unsigned)count_of(log, COUNT_THREAD_PAIRS_APART),
        .pairs_left = (unsigned)count_of(log, COUNT_THREAD_PAIRS_LEFT),
        .interruptions = (unsigned)count_of(log, COUNT_THREAD_INTERRUPTIONS),
        .parallel_calls = (unsigned)count_of(log, COUNT_THREAD_PARALLEL),
        .seconds = (double)count_of(log, COUNT_THREAD_MILLISECONDS) / 1000,
        .seed = proof->launcher->seed,
    };
    if (n_races == 0 && report->threads == THREADS_VERDICT_UNSAFE) {
        return;
    }
    if (n_races == 0) {
        report->threads_reason = why_not_safe(proof, log);
        report->threads = report->threads_reason == NULL ? THREADS_VERDICT_SAFE
                                                         : THREADS_VERDICT_NOT_SHOWN;
        if (report->threads == THREADS_VERDICT_SAFE && is_undeclared(proof)) {
            suggest_declaration(proof);
        }
        return;
    }
    report->threads = THREADS_VERDICT_UNSAFE;
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (!record_is(record, RECORD_RACE)) {
            continue;
        }
        if (report->threads_reason == NULL) {
            report->threads_reason =
                arena_format(proof->arena, "with two threads %s",
                             effect_of(proof->arena, record));
        }
        read_race(proof, log, i);
    }
}

void
threads_read(struct proof *proof)
{
    read_data_races(proof, SCENARIO_THREADS);
    read_data_races(proof, SCENARIO_FREE_THREADING);
    read_calls(proof);
}
