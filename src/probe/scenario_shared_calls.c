/* One module object, used by several threads at once.
 *
 * Each pair of calls runs first one after the other: which words of the state and of
 * instances grow by how much, and what the calls answer.  Then one of them is interrupted,
 * in turn in front of each of its accesses to memory, and the other one runs from its
 * beginning to its end.  What is different then is the module's doing: the interpreter
 * never works for two threads at once, and the same calls in turn are the control.
 *
 * Forked copies do that: a crash ends a copy, and what a call initialises only once is
 * not initialised in another copy. */

#include "probe/crash.h"
#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/guard_pages.h"
#include "probe/image.h"
#include "probe/interpreter.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/shared_words.h"
#include "probe/shared_worker.h"
#include "probe/stepping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern const char thread_calls_text[];

#define OPERATION_LIMIT 60 /* as in thread_calls.py */
#define PAIR_LIMIT 1200
#define LABEL_SIZE 200
#define PLAN_SIZE 65536
#define ANSWER_LIMIT 24     /* different answers of one call */
#define PLACE_LIMIT 64      /* interruptions of one call by another, at most, */
#define PLACES_OF_ALL 1500  /* of all calls by themselves, */
#define PLACES_LEAST 10     /* and at least */
#define FIRST_PLACE_LIMIT 24
#define PAIR_BUDGET 0.6     /* seconds of processor time for pairs, */
#define OPERATION_BUDGET 0.04 /* and for each call; */
#define NEW_SHARE 0.4       /* of it before, for new instances, */
#define FIRST_BUDGET 0.25   /* for first calls, */
#define PARALLEL_BUDGET 0.15 /* and for all threads at once */
#define BAD_END_LIMIT 12    /* of copies; then the picture is clear */
#define RACE_LIMIT 12       /* reported */
#define RACES_OF_ONE 2      /* call; then it is left in peace */
#define SAME_PARALLEL 3     /* runs in parallel that lose updates, one after the other */
#define TIMES 60            /* a call in each of four threads */
#define FIRST_UNIQUE 500    /* numbers of arguments that come once only; they may be sizes */
#define LEARN_ROUNDS 3
#define N_WORKERS 4
#define LOOK_MICROSECONDS 200    /* between two looks at threads, at first, */
#define LOOK_MOST 5000           /* and at most */
#define SLEEPING_LOOKS 3         /* one after the other: the thread waits for another */
#define DEADLOCK_LOOKS 60        /* none of both runs in so many, */
#define DEADLOCK_SECONDS 0.5     /* and for so long */
#define STUCK_SECONDS 2      /* of processor time; a copy that calls for so long is left */
#define STUCK_LIMIT 3        /* such copies */
#define DISCOVERY_SECONDS 8
#define STEP_MOST 4096       /* what a counter grows by at most */

enum end_of_copy { COPY_ENDED, COPY_RACED = 3, COPY_DEADLOCKED = 4, COPY_STUCK = 5 };

/* Shared with all forked copies. */
struct progress {
    bool has_discovered, is_serial, is_over, has_gil;
    int pair;        /* under way */
    int mode;        /* of its arguments */
    long next_place; /* to go on with after a race */
    long last_place; /* of a control; 0: all */
    unsigned seen;   /* kinds of races of the pair, a bit each */
    int n_pairs, n_operations;
    long place;      /* where the first call is held */
    uintptr_t held;  /* the same, an address */
    char first[LABEL_SIZE], second[LABEL_SIZE];
    long n_pairs_done, n_interruptions, n_parallel, n_unconfirmed, n_races;
    long n_functions, n_called;
    double seconds, seconds_before, parallel_seconds, budget;
    int n_alone; /* the first pairs: each call with itself */
    unsigned char races_of[OPERATION_LIMIT]; /* that were reported, interrupted */
    bool as_control; /* the same calls, none of them interrupted */
    uintptr_t waiting[2]; /* where the calls of a deadlock wait */
    bool only_pair;  /* to see whether it ends badly again */
    int n_renewals; /* calls that are tried with an instance that is new each time */
    bool is_apart;  /* what follows is not of pairs */
    size_t plan_size;
    char plan[PLAN_SIZE];
    int n_first;
    long n_places;
    bool is_lazy, has_one_identity;
    char first_answers[2][ANSWER_SIZE];
};

struct pair {
    int first, second;
};

static struct progress *progress;
static struct operation operations[OPERATION_LIMIT];
static int n_operations;
static struct pair pairs[PAIR_LIMIT];
static struct shared_worker workers[N_WORKERS];
static struct wake_up *end_of_call;
static bool can_step;
static double copy_begin; /* processor time when this copy began */

static double
processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double
clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* xorshift64* by Vigna: the same seed chooses the same. */
static uint64_t random_state;

static uint64_t
next_random(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * UINT64_C(2685821657736338717);
}

static void
seed_random(uint64_t number)
{
    random_state = (request.seed + 1) * UINT64_C(0x9e3779b97f4a7c15) + number;
    for (int i = 0; i < 8; i++) {
        (void)next_random();
    }
}

/* --- two calls --- */

/* What they are: which arguments they get. */
struct experiment {
    const struct operation *first, *second;
    long numbers[2]; /* of their arguments */
    long place;      /* where the first one is held; STEPPING_NOWHERE: not at all */
    bool is_stepped;
};

struct outcome {
    bool was_held;
    uintptr_t held;
    struct answer answers[2];
    bool is_one_object;
};

static void
describe_call(struct shared_worker *worker, const struct operation *operation,
              long number)
{
    worker->operation = operation;
    worker->number = number;
    worker->is_stepped = false;
    worker->is_guarded = true;
    worker->times = 1;
    worker->gate = NULL;
}

static const char *const kinds[] = {RACE_UPDATE, RACE_ANSWER, RACE_ERROR, RACE_CRASH};

static unsigned
bit_of(const char *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i], kind) == 0) {
            return 1U << i;
        }
    }
    return 0;
}

static void
report_race(const char *kind, const char *first, const char *second, uintptr_t held,
            const char *text, uintptr_t other)
{
    struct record record;
    record_begin(&record, RECORD_RACE);
    record_text(&record, kind);
    record_text(&record, first);
    record_text(&record, second);
    if (held != 0) {
        record_place(&record, held);
    }
    else {
        record_text(&record, "");
        record_text(&record, "");
    }
    record_text(&record, text);
    if (other != 0) {
        record_place(&record, other);
    }
    record_end(&record);
    progress->n_races++;
    if (!progress->is_apart && progress->pair < progress->n_pairs) {
        progress->races_of[pairs[progress->pair].first]++;
    }
    progress->seen |= bit_of(kind);
}

_Noreturn static void
end_copy(enum end_of_copy end)
{
    _exit((int)end);
}

/* They wait for ever.  A call may wait for what only another call brings: whether each
 * order of the calls comes to its end is seen by a control. */
_Noreturn static void
end_in_deadlock(uintptr_t held)
{
    for (int i = 0; i < 2; i++) {
        progress->waiting[i] = shared_worker_is_done(&workers[i])
                                   ? 0
                                   : shared_worker_place(&workers[i]);
    }
    if (progress->waiting[0] == 0) {
        progress->waiting[0] = held;
    }
    end_copy(COPY_DEADLOCKED);
}

/* Waits until the workers are done, or, for IS_HELD, until the first one is held.  A
 * thread that runs has its time: only one that sleeps waits for another. */
static bool
wait_for(int first, int last, bool or_held, int sleeping_looks)
{
    double begin_cpu = processor_seconds();
    double begin = clock_seconds();
    int n_sleeping = 0;
    long microseconds = LOOK_MICROSECONDS;
    for (;;) {
        int seen = atomic_load(&end_of_call->count);
        bool done = true;
        bool asleep = true;
        for (int i = first; i <= last; i++) {
            if (!shared_worker_is_done(&workers[i])) {
                done = false;
                asleep = asleep && shared_worker_sleeps(&workers[i]);
            }
        }
        if (done || (or_held && stepping_is_held())) {
            return true;
        }
        /* Where it sleeps before it has begun, it has yet to wake up. */
        n_sleeping = asleep ? n_sleeping + 1 : 0;
        if (n_sleeping >= sleeping_looks
            && (sleeping_looks < DEADLOCK_LOOKS
                || clock_seconds() - begin > DEADLOCK_SECONDS))
        {
            return false;
        }
        if (processor_seconds() - begin_cpu > STUCK_SECONDS) {
            end_copy(COPY_STUCK);
        }
        wake_up_wait(end_of_call, seen, microseconds);
        if (n_sleeping == 0 && microseconds < LOOK_MOST) {
            microseconds += microseconds / 2; /* a busy machine */
        }
    }
}

static void
wait_for_all(int first, int last, uintptr_t held)
{
    if (!wait_for(first, last, false, DEADLOCK_LOOKS)) {
        if (progress->is_serial || held == 0) {
            end_copy(COPY_STUCK); /* a call waits for what none brings */
        }
        end_in_deadlock(held);
    }
}

static void
run_experiment(const struct experiment *experiment, struct outcome *out_outcome)
{
    memset(out_outcome, 0, sizeof *out_outcome);
    describe_call(&workers[0], experiment->first, experiment->numbers[0]);
    describe_call(&workers[1], experiment->second, experiment->numbers[1]);
    workers[0].is_stepped = experiment->is_stepped;
    workers[0].stop_at = experiment->place;
    progress->place = experiment->place;
    if (progress->as_control) {
        workers[0].is_stepped = experiment->place == STEPPING_NOWHERE;
        progress->is_serial = true;
    }
    shared_worker_post(&workers[0]);
    if (experiment->place == STEPPING_NOWHERE || progress->as_control) {
        wait_for_all(0, 0, 0);
        shared_worker_post(&workers[1]);
        wait_for_all(1, 1, 0);
    }
    else {
        if (!wait_for(0, 0, true, DEADLOCK_LOOKS)) {
            end_copy(COPY_STUCK);
        }
        out_outcome->was_held = stepping_is_held();
        out_outcome->held = out_outcome->was_held ? stepping_held_at() : 0;
        progress->held = out_outcome->held;
        shared_worker_post(&workers[1]);
        if (!wait_for(1, 1, false, SLEEPING_LOOKS)) {
            /* It waits for a lock, or for the GIL.  Now both run. */
            guard_pages_keep_freed(true);
        }
        if (out_outcome->was_held) {
            stepping_release();
        }
        wait_for_all(0, 1, out_outcome->held);
        guard_pages_keep_freed(false);
        progress->n_interruptions += out_outcome->was_held;
    }
    out_outcome->answers[0] = workers[0].answer;
    out_outcome->answers[1] = workers[1].answer;
    out_outcome->is_one_object = workers[0].kept == workers[1].kept;
}

/* --- what they do in turn --- */

struct expected {
    int n_words;              /* that grow */
    int words[64];
    uint64_t steps[64];       /* by how much, with one call of each */
    char answers[2][ANSWER_LIMIT][ANSWER_SIZE];
    int n_answers[2];
    bool is_settled[2]; /* no new answers came lately */
    bool raises[2];
};

static void
note_expected_answer(struct expected *expected, int which, const struct answer *answer,
                     bool is_late)
{
    for (int i = 0; i < expected->n_answers[which]; i++) {
        if (strcmp(expected->answers[which][i], answer->text) == 0) {
            return;
        }
    }
    if (is_late || expected->n_answers[which] == ANSWER_LIMIT) {
        expected->is_settled[which] = false;
        return;
    }
    snprintf(expected->answers[which][expected->n_answers[which]++], ANSWER_SIZE, "%s",
             answer->text);
}

/* One call in a thread, and how the words change with it. */
static void
call_alone(int which, const struct operation *operation, long number, uint64_t *before,
           int64_t *out_steps)
{
    static uint64_t after[SHARED_WORD_LIMIT];
    describe_call(&workers[which], operation, number);
    shared_words_read(before);
    shared_worker_post(&workers[which]);
    wait_for_all(which, which, 0);
    shared_words_read(after);
    for (int i = 0; i < shared_words_count(); i++) {
        out_steps[i] = (int64_t)(after[i] - before[i]);
    }
}

/* Either order of the calls, with either number of arguments: what words always grow by,
 * and all answers that come. */
static void
learn(const struct experiment *experiment, bool is_unique, struct expected *expected)
{
    static int64_t steps[2][SHARED_WORD_LIMIT], now[SHARED_WORD_LIMIT];
    static bool is_steady[SHARED_WORD_LIMIT];
    static uint64_t values[SHARED_WORD_LIMIT];
    const struct operation *calls[2] = {experiment->first, experiment->second};
    static const uint8_t order[] = {0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1};
    static long n_unique;
    int n_seen[2] = {0, 0};
    memset(expected, 0, sizeof *expected);
    expected->is_settled[0] = expected->is_settled[1] = true;
    memset(is_steady, true, sizeof is_steady);
    progress->is_serial = true;
    for (int round = 0; round < LEARN_ROUNDS; round++) {
        for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
            int which = order[i];
            long number = is_unique ? 10 + n_unique++ % (FIRST_UNIQUE - 10)
                                    : 1 + (long)(next_random() % 2);
            call_alone(which, calls[which], number, values, now);
            const struct answer *answer = &workers[which].answer;
            expected->raises[which] = expected->raises[which] || answer->raised;
            note_expected_answer(expected, which, answer, round >= LEARN_ROUNDS - 2);
            if (round == 0) {
                continue; /* what is done only once, is done now */
            }
            for (int k = 0; k < shared_words_count(); k++) {
                is_steady[k] =
                    is_steady[k] && (n_seen[which] == 0 || steps[which][k] == now[k]);
                steps[which][k] = now[k];
            }
            n_seen[which]++;
        }
    }
    for (int k = 0; k < shared_words_count() && expected->n_words < 64; k++) {
        int64_t sum = steps[0][k] + steps[1][k];
        bool is_small = llabs(steps[0][k]) < STEP_MOST && llabs(steps[1][k]) < STEP_MOST;
        if (is_steady[k] && is_small && sum != 0 && !expected->raises[0]
            && !expected->raises[1] && !shared_words_is_address(values[k]))
        {
            expected->words[expected->n_words] = k;
            expected->steps[expected->n_words++] = (uint64_t)sum;
        }
    }
    progress->is_serial = false;
}

static bool
is_expected_answer(const struct expected *expected, int which,
                   const struct answer *answer)
{
    if (answer->raised || !expected->is_settled[which]) {
        return true; /* that it refuses is an answer, too */
    }
    for (int i = 0; i < expected->n_answers[which]; i++) {
        if (strcmp(expected->answers[which][i], answer->text) == 0) {
            return true;
        }
    }
    return false;
}

/* One race of each kind is enough for a pair. */
static bool
is_seen(const char *kind)
{
    return (progress->seen & bit_of(kind)) != 0;
}

/* What is wrong with the outcome; NULL: nothing. */
static const char *
symptom_of(const struct expected *expected, const struct outcome *outcome,
           const uint64_t *before, char *text, size_t size)
{
    static uint64_t after[SHARED_WORD_LIMIT];
    shared_words_read(after);
    for (int i = 0; i < 2; i++) {
        const struct answer *answer = &outcome->answers[i];
        if (answer->is_broken && !expected->raises[i] && !is_seen(RACE_ERROR)) {
            snprintf(text, size, "the %s call %s", i == 0 ? "interrupted" : "other",
                     answer->text);
            return RACE_ERROR;
        }
    }
    bool both_return = !outcome->answers[0].raised && !outcome->answers[1].raised;
    for (int i = 0; both_return && !is_seen(RACE_UPDATE) && i < expected->n_words; i++) {
        int word = expected->words[i];
        uint64_t step = after[word] - before[word];
        if (step != expected->steps[i]) {
            char name[100];
            shared_words_name(word, name, sizeof name);
            snprintf(text, size, "%s grew by %lld, not by %lld", name, (long long)step,
                     (long long)expected->steps[i]);
            return RACE_UPDATE;
        }
    }
    for (int i = 0; i < 2 && !is_seen(RACE_ANSWER); i++) {
        if (!is_expected_answer(expected, i, &outcome->answers[i])) {
            snprintf(text, size, "the %s call returned %s",
                     i == 0 ? "interrupted" : "other", outcome->answers[i].text);
            return RACE_ANSWER;
        }
    }
    return NULL;
}

static void
choose_numbers(struct experiment *experiment, bool is_unique, long turn)
{
    for (int i = 0; i < 2; i++) {
        experiment->numbers[i] = is_unique ? FIRST_UNIQUE + turn * 2 + i
                                           : 1 + (turn + i) % 2;
    }
}

/* The same outcome in two of three more attempts, and never in turn. */
static bool
is_confirmed(struct experiment experiment, const struct expected *expected,
             const char *kind, bool is_unique, long *turn)
{
    static uint64_t before[SHARED_WORD_LIMIT];
    char text[300];
    int n_same = 0;
    for (int i = 0; i < 6; i++) {
        struct experiment again = experiment;
        struct outcome outcome;
        choose_numbers(&again, is_unique, (*turn)++);
        bool is_control = i % 2 == 1;
        if (is_control) {
            again.place = STEPPING_NOWHERE;
        }
        shared_words_read(before);
        run_experiment(&again, &outcome);
        const char *seen = symptom_of(expected, &outcome, before, text, sizeof text);
        if (is_control && seen != NULL) {
            return false;
        }
        n_same += !is_control && seen != NULL && strcmp(seen, kind) == 0;
    }
    return n_same >= 2;
}

/* Returns whether a race was found. */
static bool
interrupt_everywhere(struct experiment experiment, const struct expected *expected,
                     bool is_unique)
{
    static uint64_t before[SHARED_WORD_LIMIT];
    static long turn;
    struct outcome outcome;
    char text[300];
    experiment.is_stepped = true;
    experiment.place = STEPPING_NOWHERE;
    choose_numbers(&experiment, is_unique, turn++);
    run_experiment(&experiment, &outcome);
    long n_places = workers[0].n_places;
    long n_wanted = PLACES_OF_ALL / (n_operations > 0 ? n_operations : 1);
    n_wanted = n_wanted > PLACE_LIMIT    ? PLACE_LIMIT
               : n_wanted < PLACES_LEAST ? PLACES_LEAST
                                         : n_wanted;
    long stride = n_places > n_wanted ? n_places / n_wanted + 1 : 1;
    long offset = stride > 1 ? (long)(next_random() % (uint64_t)stride) : 0;
    for (long place = offset; place < n_places; place += stride) {
        if (place < progress->next_place) {
            continue;
        }
        if (progress->last_place != 0 && place > progress->last_place) {
            break;
        }
        if (processor_seconds() - copy_begin + progress->seconds_before
            > 1.5 * progress->budget)
        {
            break;
        }
        experiment.place = place;
        choose_numbers(&experiment, is_unique, turn++);
        shared_words_read(before);
        run_experiment(&experiment, &outcome);
        const char *kind = symptom_of(expected, &outcome, before, text, sizeof text);
        if (kind != NULL && outcome.was_held
            && is_confirmed(experiment, expected, kind, is_unique, &turn))
        {
            report_race(kind, progress->first, progress->second, outcome.held, text, 0);
            return true;
        }
    }
    return false;
}

static void
explore_pair(const struct pair *pair)
{
    static struct expected expected;
    struct experiment experiment = {.first = &operations[pair->first],
                                    .second = &operations[pair->second],
                                    .place = STEPPING_NOWHERE};
    snprintf(progress->first, LABEL_SIZE, "%s", experiment.first->label);
    snprintf(progress->second, LABEL_SIZE, "%s", experiment.second->label);
    progress->held = 0;
    int n_modes = pair->first == pair->second ? 2 : 1;
    for (; progress->mode < n_modes; progress->mode++) {
        bool is_unique = progress->mode == 1;
        seed_random((uint64_t)(pair->first * OPERATION_LIMIT + pair->second));
        learn(&experiment, is_unique, &expected);
        if (can_step && interrupt_everywhere(experiment, &expected, is_unique)) {
            end_copy(COPY_RACED); /* what it has spoilt is not of the next pair */
        }
        progress->next_place = 0;
    }
}

static void
next_pair(void)
{
    progress->pair++;
    progress->mode = 0;
    progress->next_place = 0;
    progress->seen = 0;
}

static void
start_workers(int n)
{
    for (int i = 0; i < n; i++) {
        shared_worker_start(&workers[i], end_of_call);
    }
    struct py_thread *thread = py.PyEval_SaveThread();
    for (int i = 0; i < n; i++) {
        while (!shared_worker_is_done(&workers[i])) {
            usleep(100);
        }
    }
    (void)thread; /* the copy ends without */
}

/* --- new instances --- */

/* What an instance initialises once is not initialised in a new one. */
static struct {
    const char *label;
    struct py_object *renew;
} renewals[OPERATION_LIMIT];

#define KEEPER 2 /* the worker that makes the instance, and keeps it meanwhile */
#define ATTEMPTS 3

/* Makes an instance, and the call to make of it. */
static bool
renew(int which, struct operation *out_operation)
{
    struct operation making = {.label = renewals[which].label,
                               .function = renewals[which].renew};
    bool was_serial = progress->is_serial;
    progress->is_serial = true;
    describe_call(&workers[KEEPER], &making, 0);
    shared_worker_post(&workers[KEEPER]);
    wait_for_all(KEEPER, KEEPER, 0);
    progress->is_serial = was_serial;
    struct py_object *pair = workers[KEEPER].kept;
    if (workers[KEEPER].answer.raised || pair == NULL) {
        return false;
    }
    *out_operation = (struct operation){.label = renewals[which].label,
                                        .function = py.PyTuple_GetItem(pair, 0),
                                        .positional = py.PyTuple_GetItem(pair, 1)};
    return true;
}

/* What three calls of a new instance answer in turn, each time. */
struct turn {
    char answers[ATTEMPTS][ANSWER_SIZE];
    bool is_settled;   /* the same answers for each instance */
    bool is_one_object; /* all calls of one instance return one object */
};

static bool
take_turns(int which, struct turn *turn)
{
    memset(turn, 0, sizeof *turn);
    turn->is_settled = turn->is_one_object = true;
    progress->is_serial = true;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct operation operation;
        uintptr_t identities[ATTEMPTS];
        if (!renew(which, &operation)) {
            return false;
        }
        for (int i = 0; i < ATTEMPTS; i++) {
            describe_call(&workers[i % 2], &operation, 0);
            shared_worker_post(&workers[i % 2]);
            wait_for_all(i % 2, i % 2, 0);
            const struct answer *answer = &workers[i % 2].answer;
            identities[i] = answer->identity;
            if (attempt == 0) {
                snprintf(turn->answers[i], ANSWER_SIZE, "%s", answer->text);
            }
            turn->is_settled = turn->is_settled && !answer->raised
                               && strcmp(turn->answers[i], answer->text) == 0;
        }
        turn->is_one_object = turn->is_one_object && identities[0] != 0
                              && identities[0] == identities[1]
                              && identities[1] == identities[2];
    }
    progress->is_serial = false;
    return true;
}

static const char *
symptom_of_new(const struct turn *turn, const struct outcome *outcome, char *text,
               size_t size)
{
    for (int i = 0; i < 2; i++) {
        const struct answer *answer = &outcome->answers[i];
        bool is_known = answer->raised;
        for (int k = 0; k < ATTEMPTS; k++) {
            is_known = is_known || strcmp(turn->answers[k], answer->text) == 0;
        }
        if (answer->is_broken || (turn->is_settled && !is_known)) {
            snprintf(text, size, "the %s call %s%s", i == 0 ? "interrupted" : "other",
                     answer->raised ? "" : "returned ", answer->text);
            return answer->is_broken ? RACE_ERROR : RACE_ANSWER;
        }
    }
    if (turn->is_one_object && !outcome->is_one_object && !outcome->answers[0].raised
        && !outcome->answers[1].raised)
    {
        snprintf(text, size, "the calls returned two objects; in turn they return one");
        return RACE_IDENTITY;
    }
    return NULL;
}

/* Returns the symptom, confirmed, or NULL. */
static const char *
interrupt_new(int which, long place, const struct turn *turn, struct outcome *outcome,
              char *text, size_t size)
{
    const char *kind = NULL;
    for (int i = 0; i < ATTEMPTS; i++) {
        struct operation operation;
        if (!renew(which, &operation)) {
            return NULL;
        }
        struct experiment experiment = {.first = &operation,
                                        .second = &operation,
                                        .place = place,
                                        .is_stepped = true};
        run_experiment(&experiment, outcome);
        const char *seen = symptom_of_new(turn, outcome, text, size);
        if (seen == NULL || !outcome->was_held || (kind != NULL && seen != kind)) {
            return NULL;
        }
        kind = seen;
    }
    return kind;
}

static void
explore_new_instance(int which)
{
    static struct turn turn, again;
    struct operation operation;
    struct outcome outcome;
    char text[300];
    snprintf(progress->first, LABEL_SIZE, "%s", renewals[which].label);
    snprintf(progress->second, LABEL_SIZE, "%s", renewals[which].label);
    progress->held = 0;
    if (!take_turns(which, &turn) || !renew(which, &operation)) {
        return;
    }
    struct experiment experiment = {.first = &operation,
                                    .second = &operation,
                                    .place = STEPPING_NOWHERE,
                                    .is_stepped = true};
    run_experiment(&experiment, &outcome);
    long n_places = workers[0].n_places;
    long stride = n_places > FIRST_PLACE_LIMIT ? n_places / FIRST_PLACE_LIMIT + 1 : 1;
    for (long place = 0; place < n_places; place += stride) {
        if (place < progress->next_place) {
            continue;
        }
        const char *kind =
            interrupt_new(which, place, &turn, &outcome, text, sizeof text);
        if (kind != NULL && take_turns(which, &again)
            && memcmp(turn.answers, again.answers, sizeof turn.answers) == 0
            && turn.is_one_object == again.is_one_object)
        {
            report_race(kind, progress->first, progress->second, outcome.held, text, 0);
            end_copy(COPY_RACED);
        }
    }
}

static void
explore_new_instances(void)
{
    copy_begin = processor_seconds();
    progress->seconds_before = progress->seconds;
    progress->is_apart = true;
    start_workers(KEEPER + 1);
    while (progress->pair < progress->n_renewals
           && progress->seconds < NEW_SHARE * progress->budget)
    {
        explore_new_instance(progress->pair);
        progress->seconds =
            progress->seconds_before + processor_seconds() - copy_begin;
        if (progress->only_pair) {
            break;
        }
        next_pair();
    }
    end_copy(COPY_ENDED);
}

/* --- all at once --- */

/* Many calls in several threads, with what grows as the only witness.  Freed memory stays
 * readable, since now the interpreter works for many at once. */
static void
report_lost_update(const struct operation *const calls[2], int word, int64_t step,
                   int64_t right)
{
    char name[100], text[300];
    shared_words_name(word, name, sizeof name);
    snprintf(text, sizeof text, "%s grew by %lld in %d calls, not by %lld", name,
             (long long)step, TIMES * N_WORKERS, (long long)right);
    report_race(RACE_UPDATE, calls[0]->label, calls[1]->label, 0, text, 0);
}

static void
call_many(const struct operation *const calls[2], bool at_once)
{
    struct wake_up gate = {0};
    for (int i = 0; i < N_WORKERS; i++) {
        describe_call(&workers[i], calls[i % 2], 1 + i % 2);
        workers[i].times = TIMES;
        workers[i].is_guarded = false;
        workers[i].gate = at_once ? &gate : NULL;
        shared_worker_post(&workers[i]);
        if (!at_once) {
            wait_for_all(i, i, 0);
        }
    }
    if (at_once) {
        wake_up_all(&gate);
        wait_for_all(0, N_WORKERS - 1, 0);
    }
}

static bool
all_returned(void)
{
    for (int i = 0; i < N_WORKERS; i++) {
        if (workers[i].answer.raised) {
            return false;
        }
    }
    return true;
}

/* Drops the words that do not grow by as much with each of many calls in turn. */
static void
check_steps(const struct operation *const calls[2], struct expected *expected)
{
    static uint64_t before[SHARED_WORD_LIMIT], after[SHARED_WORD_LIMIT];
    int n = 0;
    progress->is_serial = true;
    shared_words_read(before);
    call_many(calls, false);
    shared_words_read(after);
    progress->is_serial = false;
    for (int i = 0; all_returned() && i < expected->n_words; i++) {
        int word = expected->words[i];
        if (after[word] - before[word] == expected->steps[i] * TIMES * (N_WORKERS / 2)) {
            expected->words[n] = word;
            expected->steps[n++] = expected->steps[i];
        }
    }
    expected->n_words = n;
}

/* A word from number FIRST on that grew, and by less than it must; -1: none. */
static int
lost_update(const struct expected *expected, const uint64_t *before,
            const uint64_t *after, int first)
{
    for (int i = first; i < expected->n_words; i++) {
        int64_t step = (int64_t)(after[expected->words[i]] - before[expected->words[i]]);
        int64_t right = (int64_t)expected->steps[i] * TIMES * N_WORKERS / 2;
        if ((step < 0) == (right < 0) && step != 0 && llabs(step) < llabs(right)) {
            return i;
        }
    }
    return -1;
}

static void
run_in_parallel(const struct pair *pair)
{
    static struct expected expected;
    static uint64_t before[SHARED_WORD_LIMIT], after[SHARED_WORD_LIMIT];
    int lost = 0;
    const struct operation *calls[2] = {&operations[pair->first],
                                        &operations[pair->second]};
    struct experiment experiment = {.first = calls[0], .second = calls[1]};
    snprintf(progress->first, LABEL_SIZE, "%s", calls[0]->label);
    snprintf(progress->second, LABEL_SIZE, "%s", calls[1]->label);
    progress->held = 0;
    seed_random((uint64_t)(pair->first * OPERATION_LIMIT + pair->second));
    learn(&experiment, false, &expected);
    /* A ring buffer that grows moves its indices, now and then. */
    for (int i = 0; i < SAME_PARALLEL; i++) {
        int n_words = expected.n_words;
        check_steps(calls, &expected);
        if (i > 0 && expected.n_words != n_words) {
            return;
        }
        shared_words_read(before);
        call_many(calls, true);
        shared_words_read(after);
        progress->n_parallel += (long)TIMES * N_WORKERS;
        lost = all_returned() ? lost_update(&expected, before, after, lost) : -1;
        if (lost < 0) {
            return;
        }
    }
    report_lost_update(calls, expected.words[lost],
                       (int64_t)(after[expected.words[lost]]
                                 - before[expected.words[lost]]),
                       (int64_t)expected.steps[lost] * TIMES * N_WORKERS / 2);
    end_copy(COPY_RACED);
}

/* --- the copies --- */

static void
read_operations(struct py_object *list)
{
    n_operations = 0;
    for (ssize_t i = 0; i < py.PyList_Size(list) && n_operations < OPERATION_LIMIT; i++) {
        struct py_object *entry = py.PyList_GetItem(list, i);
        operations[n_operations++] = (struct operation){
            .label = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(entry, 0)),
            .function = py.PyTuple_GetItem(entry, 1),
            .arguments = py.PyTuple_GetItem(entry, 2),
            .is_mutator = py.PyLong_AsLong(py.PyTuple_GetItem(entry, 3)) != 0,
        };
    }
}

/* Each with itself, each with what changes its arguments, then all others in an order that
 * the seed gives. */
static int
order_pairs(void)
{
    int n = 0;
    for (int i = 0; i < n_operations; i++) {
        if (!operations[i].is_mutator && n < PAIR_LIMIT) {
            pairs[n++] = (struct pair){i, i};
        }
    }
    progress->n_alone = n;
    for (int i = 0; i + 1 < n_operations; i++) {
        if (operations[i + 1].is_mutator && n < PAIR_LIMIT) {
            pairs[n++] = (struct pair){i, i + 1};
        }
    }
    int first = n;
    for (int i = 0; i < n_operations; i++) {
        for (int k = 0; k < n_operations && n < PAIR_LIMIT; k++) {
            if (i != k && !operations[i].is_mutator && !operations[k].is_mutator) {
                pairs[n++] = (struct pair){i, k};
            }
        }
    }
    seed_random(0);
    for (int i = n - 1; i > first; i--) {
        int k = first + (int)(next_random() % (uint64_t)(i - first + 1));
        struct pair pair = pairs[i];
        pairs[i] = pairs[k];
        pairs[k] = pair;
    }
    return n;
}

static void
explore(void)
{
    copy_begin = processor_seconds();
    progress->seconds_before = progress->seconds;
    start_workers(2);
    while (progress->pair < progress->n_pairs && progress->seconds < progress->budget) {
        if (progress->races_of[pairs[progress->pair].first] < RACES_OF_ONE) {
            explore_pair(&pairs[progress->pair]);
        }
        progress->seconds =
            progress->seconds_before + processor_seconds() - copy_begin;
        progress->n_pairs_done += !progress->only_pair;
        if (progress->only_pair) {
            end_copy(COPY_ENDED);
        }
        next_pair();
    }
    end_copy(COPY_ENDED);
}

static void
explore_in_parallel(void)
{
    double begin = processor_seconds();
    start_workers(N_WORKERS);
    for (; progress->pair < progress->n_pairs
           && progress->parallel_seconds < PARALLEL_BUDGET;
         progress->pair++)
    {
        run_in_parallel(&pairs[progress->pair]);
        progress->parallel_seconds = processor_seconds() - begin;
    }
    end_copy(COPY_ENDED);
}

/* Runs FUNCTION in a forked copy.  Returns its exit code, -1 for a crash. */
static int
run_copy(void (*function)(void))
{
    pid_t pid = effect_fork_copy();
    if (pid == 0) {
        effect_allow_exit();
        deadline_set(0, NULL);
        function();
        end_copy(COPY_ENDED);
    }
    int status;
    if (pid < 0 || !effect_wait_copy(pid, &status)) {
        return COPY_STUCK;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* It ended badly.  The same pair once more, in a copy that has seen nothing else. */
static void
confirm_crash(void (*function)(void))
{
    if (progress->is_serial) {
        return;
    }
    progress->only_pair = true;
    progress->is_serial = true;
    progress->next_place = progress->place;
    int end = run_copy(function);
    progress->only_pair = false;
    if (end == -1 && !progress->is_serial) {
        report_race(RACE_CRASH, progress->first, progress->second, progress->held,
                    "crashes", 0);
    }
    else {
        progress->n_unconfirmed++;
    }
}

/* The same again, and the same calls without an interruption. */
static void
confirm_deadlock(void (*function)(void))
{
    long place = progress->place;
    uintptr_t waiting[2] = {progress->waiting[0], progress->waiting[1]};
    progress->only_pair = true;
    progress->next_place = 0;
    bool is_same = run_copy(function) == COPY_DEADLOCKED && progress->place == place;
    progress->as_control = true;
    progress->next_place = 0;
    progress->last_place = place + 1;
    bool is_fine = is_same && run_copy(function) == COPY_ENDED;
    progress->as_control = false;
    progress->only_pair = false;
    progress->last_place = 0;
    if (is_fine) {
        report_race(RACE_DEADLOCK, progress->first, progress->second, waiting[0],
                    "neither call returns", waiting[1]);
    }
    else {
        progress->n_unconfirmed++;
    }
}

/* Runs FUNCTION in copies until all pairs are done. */
static void
run_copies(void (*function)(void))
{
    int n_bad = 0;
    int n_stuck = 0;
    progress->pair = -1;
    next_pair();
    for (;;) {
        progress->is_serial = true;
        int end = run_copy(function);
        if (end == COPY_ENDED || n_bad++ == BAD_END_LIMIT
            || progress->n_races >= RACE_LIMIT)
        {
            break;
        }
        if (end == -1 && function != explore_in_parallel) {
            confirm_crash(function);
        }
        else if (end == COPY_DEADLOCKED) {
            confirm_deadlock(function);
        }
        else if (end != COPY_RACED) {
            progress->n_unconfirmed += !progress->is_serial;
            if (n_stuck++ == STUCK_LIMIT) {
                progress->n_unconfirmed++; /* the rest is not tried */
                break;
            }
        }
        /* The pair may have other races behind that place. */
        bool goes_on = end == COPY_RACED && function == explore;
        if (goes_on) {
            progress->next_place = progress->place + 1;
        }
        else {
            next_pair();
        }
    }
}

static struct exercise_runner *runner;
static struct py_object *shared_module;

static void
count_functions(struct py_object *list)
{
    struct py_object *found =
        exercise_runner_call(runner, "thread_coverage", shared_module, list, NULL);
    for (ssize_t i = 0; found != NULL && i < py.PyList_Size(found); i++) {
        struct py_object *entry = py.PyList_GetItem(found, i);
        bool is_called = py.PyLong_AsLong(py.PyTuple_GetItem(entry, 1)) != 0;
        progress->n_functions++;
        progress->n_called += is_called;
        const char *name = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(entry, 0));
        if (!is_called && name != NULL) {
            record_say(RECORD_UNCALLED, name, NULL);
        }
    }
    py.PyErr_Clear();
    py.Py_DecRef(found);
}

static void
keep_plan(struct py_object *list)
{
    char *bytes;
    ssize_t size;
    struct py_object *plan = exercise_runner_call(runner, "thread_plan", list, NULL);
    if (plan != NULL && py.PyBytes_AsStringAndSize(plan, &bytes, &size) == 0
        && size < PLAN_SIZE)
    {
        memcpy(progress->plan, bytes, (size_t)size);
        progress->plan_size = (size_t)size;
    }
    py.PyErr_Clear();
    py.Py_DecRef(plan);
}

static void
find_renewals(void)
{
    struct py_object *list =
        exercise_runner_call(runner, "thread_renewals", shared_module, NULL);
    for (ssize_t i = 0; list != NULL && i < py.PyList_Size(list)
                        && progress->n_renewals < OPERATION_LIMIT;
         i++)
    {
        struct py_object *pair = py.PyList_GetItem(list, i);
        renewals[progress->n_renewals].label =
            py.PyUnicode_AsUTF8(py.PyTuple_GetItem(pair, 0));
        renewals[progress->n_renewals++].renew = py.PyTuple_GetItem(pair, 1);
    }
    py.PyErr_Clear(); /* the list lives on */
}

/* In a copy: finds the calls, and makes them in pairs, in copies of its own. */
static void
discover_and_explore(void)
{
    deadline_set(DISCOVERY_SECONDS, NULL);
    phase("calls in threads");
    guard_pages_begin(0);
    guard_pages_guard_malloc();
    struct py_object *found =
        exercise_runner_call(runner, "thread_operations", shared_module, NULL);
    guard_pages_end();
    if (found == NULL) {
        py.PyErr_Clear();
        return;
    }
    struct py_object *list = py.PyTuple_GetItem(found, 0);
    read_operations(list);
    count_functions(list);
    keep_plan(list);
    shared_words_find(shared_module, py.PyTuple_GetItem(found, 1));
    find_renewals();
    progress->n_operations = n_operations;
    progress->n_pairs = order_pairs();
    progress->budget = request.budget > 0 ? request.budget
                                          : PAIR_BUDGET + OPERATION_BUDGET * n_operations;
    progress->has_discovered = true;
    deadline_set(0, NULL);
    record_say(RECORD_STEP, "", "", NULL);
    if (can_step && !progress->has_gil) {
        run_copies(explore_new_instances);
        progress->is_apart = false;
        progress->seconds = 0;
        run_copies(explore);
    }
    long n_races = progress->n_races;
    if (n_races == 0) {
        run_copies(explore_in_parallel);
    }
}

/* --- first calls --- */

static void
open_first_calls(void)
{
    struct py_object *bytes = py.PyBytes_FromStringAndSize(
        progress->plan, (ssize_t)progress->plan_size);
    struct py_object *list = exercise_runner_call(runner, "thread_first_operations",
                                                  shared_module, bytes, NULL);
    struct py_object *none = py.PyList_New(0);
    if (list == NULL || none == NULL) {
        end_copy(COPY_STUCK);
    }
    read_operations(list);
    shared_words_find(shared_module, none);
    progress->n_first = n_operations;
    if (progress->pair >= n_operations) {
        end_copy(COPY_ENDED);
    }
    snprintf(progress->first, LABEL_SIZE, "%s", operations[progress->pair].label);
    snprintf(progress->second, LABEL_SIZE, "%s", operations[progress->pair].label);
    start_workers(2);
}

/* The control: three calls in turn.  What the first one changes and the others do not is
 * initialised once. */
static void
call_first_in_turn(void)
{
    static int64_t steps[3][SHARED_WORD_LIMIT];
    static uint64_t values[SHARED_WORD_LIMIT];
    uintptr_t identities[3];
    open_first_calls();
    const struct operation *operation = &operations[progress->pair];
    progress->is_lazy = false;
    for (int i = 0; i < 3; i++) {
        call_alone(i % 2, operation, 1, values, steps[i]);
        identities[i] = workers[i % 2].answer.identity;
        if (i < 2) {
            snprintf(progress->first_answers[i], ANSWER_SIZE, "%s",
                     workers[i].answer.text);
        }
    }
    for (int i = 0; i < shared_words_count(); i++) {
        progress->is_lazy =
            progress->is_lazy
            || (steps[0][i] != 0 && steps[1][i] != steps[0][i] && steps[2][i] == 0);
    }
    progress->has_one_identity = identities[0] != 0 && identities[0] == identities[1]
                                 && identities[1] == identities[2];
}

static void
step_first_call(void)
{
    struct outcome outcome;
    open_first_calls();
    struct experiment experiment = {.first = &operations[progress->pair],
                                    .second = &operations[progress->pair],
                                    .numbers = {1, 1},
                                    .place = STEPPING_NOWHERE,
                                    .is_stepped = true};
    progress->is_serial = true;
    run_experiment(&experiment, &outcome);
    progress->n_places = workers[0].n_places;
}

static void
interrupt_first_call(void)
{
    struct outcome outcome;
    char text[300];
    open_first_calls();
    struct experiment experiment = {.first = &operations[progress->pair],
                                    .second = &operations[progress->pair],
                                    .numbers = {1, 1},
                                    .place = progress->place,
                                    .is_stepped = true};
    progress->is_serial = false;
    run_experiment(&experiment, &outcome);
    for (int i = 0; i < 2; i++) {
        const struct answer *answer = &outcome.answers[i];
        bool is_known = strcmp(answer->text, progress->first_answers[0]) == 0
                        || strcmp(answer->text, progress->first_answers[1]) == 0;
        if (answer->is_broken || (!answer->raised && !is_known)) {
            snprintf(text, sizeof text, "the %s call %s%s",
                     i == 0 ? "interrupted" : "other",
                     answer->raised ? "" : "returned ", answer->text);
            report_race(answer->is_broken ? RACE_ERROR : RACE_ANSWER, progress->first,
                        progress->second, outcome.held, text, 0);
            end_copy(COPY_RACED);
        }
    }
    if (progress->has_one_identity && !outcome.is_one_object
        && !outcome.answers[0].raised && !outcome.answers[1].raised)
    {
        report_race(RACE_IDENTITY, progress->first, progress->second, outcome.held,
                    "the calls returned two objects; in turn they return one", 0);
        end_copy(COPY_RACED);
    }
}

static void
explore_first_call(void)
{
    long n_places = progress->n_places;
    long stride = n_places > FIRST_PLACE_LIMIT ? n_places / FIRST_PLACE_LIMIT + 1 : 1;
    for (long place = 0; place < n_places; place += stride) {
        progress->place = place;
        int end = run_copy(interrupt_first_call);
        if (end == -1) {
            progress->place = place;
            end = run_copy(interrupt_first_call);
            if (end == -1) {
                report_race(RACE_CRASH, progress->first, progress->second,
                            progress->held, "crashes", 0);
            }
        }
        if (end != COPY_ENDED) {
            break;
        }
    }
}

static void
explore_first_calls(void)
{
    double begin = clock_seconds();
    progress->is_apart = true;
    progress->n_first = 1;
    for (progress->pair = 0; progress->pair < progress->n_first
                             && clock_seconds() - begin < FIRST_BUDGET * 4;
         progress->pair++)
    {
        if (run_copy(call_first_in_turn) == COPY_ENDED && progress->is_lazy
            && run_copy(step_first_call) == COPY_ENDED)
        {
            explore_first_call();
        }
    }
}

/* --- the scenario --- */

static void
report_counts(void)
{
    record_count(COUNT_THREAD_OPERATIONS, progress->n_operations);
    record_count(COUNT_THREAD_PAIRS, progress->n_pairs_done);
    record_count(COUNT_THREAD_ALONE_LEFT, progress->n_alone - progress->n_pairs_done);
    record_count(COUNT_THREAD_PAIRS_LEFT, progress->n_pairs - progress->n_pairs_done);
    record_count(COUNT_THREAD_INTERRUPTIONS, progress->n_interruptions);
    record_count(COUNT_THREAD_PARALLEL, progress->n_parallel);
    record_count(COUNT_THREAD_UNCONFIRMED, progress->n_unconfirmed);
    record_count(COUNT_THREAD_FUNCTIONS, progress->n_functions);
    record_count(COUNT_THREAD_CALLED, progress->n_called);
    record_count(COUNT_THREAD_GIL, progress->has_gil);
    record_count(COUNT_THREAD_MILLISECONDS,
                 (long long)((progress->seconds + progress->parallel_seconds) * 1000));
}

void
scenario_threads(void)
{
    struct interpreter interpreter;
    guard_pages_prepare();
    interpreter_open_main(&interpreter);
    if (interpreter_import(&interpreter) != IMPORT_OK) {
        return;
    }
    progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED) {
        trouble("cannot allocate memory shared with forked copies");
    }
    runner = &interpreter.runner;
    shared_module = interpreter.module;
    exercise_runner_run_text(runner, thread_calls_text, "the calls in threads");
    struct py_object *has_gil = exercise_runner_call(runner, "thread_settings", NULL);
    progress->has_gil = has_gil == NULL || py.PyLong_AsLong(has_gil) != 0;
    py.Py_DecRef(has_gil);
    can_step = stepping_prepare();
    end_of_call = stepping_wake_up();
    shared_worker_prepare_places();
    (void)run_copy(discover_and_explore);
    phase("first calls in threads");
    if (progress->has_discovered && can_step && !progress->has_gil
        && progress->n_races < RACE_LIMIT)
    {
        explore_first_calls();
    }
    report_counts();
    if (!progress->has_discovered) {
        record_say(RECORD_SKIP, "the calls to make in threads could not be found", NULL);
    }
    phase("after the calls in threads");
    interpreter_finish(&interpreter);
}
