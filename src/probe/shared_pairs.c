/* Pairs of calls: what they do in turn, and where one of them is interrupted. */

#include "probe/shared_calls.h"

#include "probe/protocol.h"
#include "probe/shared_accesses.h"
#include "probe/shared_words.h"
#include "probe/stepping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACE_LIMIT 64      /* interruptions of one call by another, at most, */
#define PLACES_OF_ALL 1500  /* of all calls by themselves, */
#define PLACES_LEAST 10     /* and at least */
#define RACES_OF_ONE 2      /* call; then it is left in peace */
#define FIRST_UNIQUE 500    /* numbers of arguments that come once only; they may be sizes */
#define LEARN_ROUNDS 3
#define REFERENCES_MOST 4    /* to the arguments, while it learns */
#define CALLS_FOLLOWED 6     /* of an operation, at least, before a pair is left out */
#define EXPORTED_CALLS 2     /* of each, with each number, while buffers are exported */
#define ROUNDS 3             /* through the pairs: the later ones for those that were left out */
#define STEP_MOST 4096       /* what a counter grows by at most */

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

static void
call_with_references(int which, const struct operation *operation, long number,
                     int n_references, uint64_t *before, int64_t *out_steps)
{
    static uint64_t after[SHARED_WORD_LIMIT];
    describe_call(&workers[which], operation, number);
    workers[which].n_references = n_references;
    shared_words_read(before);
    shared_worker_post(&workers[which]);
    wait_for_all(which, which, 0);
    shared_words_read(after);
    for (int i = 0; i < shared_words_count(); i++) {
        out_steps[i] = (int64_t)(after[i] - before[i]);
    }
}

void
call_alone(int which, const struct operation *operation, long number, uint64_t *before,
           int64_t *out_steps)
{
    call_with_references(which, operation, number, 0, before, out_steps);
}

int64_t
expected_step(const struct expected *expected, int index, const long numbers[2])
{
    int64_t sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += expected->steps[i][expected->is_unique ? 0 : numbers[i] - 1][index];
    }
    return sum;
}

/* The words that grow, by as much whenever the same call has the same number. */
static void
choose_words(int64_t steps[2][2][SHARED_WORD_LIMIT], const bool *is_steady,
             const uint64_t *values, struct expected *expected)
{
    bool raises = expected->raises[0] || expected->raises[1];
    for (int k = 0; k < shared_words_count() && expected->n_words < 64 && !raises; k++) {
        bool is_wanted = is_steady[k] && !shared_words_is_address(values[k]);
        bool grows = false;
        for (int i = 0; i < 4; i++) {
            int64_t step = steps[i / 2][i % 2][k];
            is_wanted = is_wanted && llabs(step) < STEP_MOST;
            grows = grows || step != 0;
            expected->steps[i / 2][i % 2][expected->n_words] = step;
        }
        if (is_wanted && grows) {
            expected->words[expected->n_words++] = k;
        }
    }
}

void
learn(const struct experiment *experiment, bool is_unique, struct expected *expected)
{
    static int64_t steps[2][2][SHARED_WORD_LIMIT], now[SHARED_WORD_LIMIT];
    static bool is_steady[SHARED_WORD_LIMIT];
    static uint64_t values[SHARED_WORD_LIMIT];
    const struct operation *calls[2] = {experiment->first, experiment->second};
    static const uint8_t order[] = {0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1};
    static long n_unique;
    int n_seen[2][2] = {{0}};
    memset(expected, 0, sizeof *expected);
    memset(steps, 0, sizeof steps);
    expected->is_unique = is_unique;
    expected->is_settled[0] = expected->is_settled[1] = true;
    memset(is_steady, true, sizeof is_steady);
    progress->is_serial = true;
    for (int round = 0; round < LEARN_ROUNDS; round++) {
        for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
            int which = order[i];
            long number = is_unique ? 10 + n_unique++ % (FIRST_UNIQUE - 10)
                                    : 1 + (long)(next_random() % 2);
            /* An answer may tell how many references there are. */
            int n_references = round == 0 ? (int)(i % REFERENCES_MOST) : 0;
            double begin = processor_seconds();
            call_with_references(which, calls[which], number, n_references, values, now);
            double seconds = processor_seconds() - begin;
            if (seconds > expected->seconds[which]) {
                expected->seconds[which] = seconds;
            }
            const struct answer *answer = &workers[which].answer;
            expected->raises[which] = expected->raises[which] || answer->raised;
            note_expected_answer(expected, which, answer, round >= LEARN_ROUNDS - 2);
            if (round == 0) {
                continue; /* what is done only once, is done now */
            }
            shared_reach_note_words(&progress->reaches[calls[which] - operations], now);
            int kind = is_unique ? 0 : (int)number - 1;
            for (int k = 0; k < shared_words_count(); k++) {
                is_steady[k] = is_steady[k]
                               && (n_seen[which][kind] == 0
                                   || steps[which][kind][k] == now[k]);
                steps[which][kind][k] = now[k];
            }
            n_seen[which][kind]++;
        }
    }
    choose_words(steps, is_steady, values, expected);
    progress->is_serial = false;
}

static void
drop_word(struct expected *expected, int index)
{
    int last = --expected->n_words;
    expected->words[index] = expected->words[last];
    for (int i = 0; i < 4; i++) {
        expected->steps[i / 2][i % 2][index] = expected->steps[i / 2][i % 2][last];
    }
}

void
learn_exported(const struct experiment *experiment, struct expected *expected)
{
    static int64_t now[SHARED_WORD_LIMIT];
    static uint64_t values[SHARED_WORD_LIMIT];
    const struct operation *calls[2] = {experiment->first, experiment->second};
    if (!(calls[0]->may_export || calls[1]->may_export) || expected->knows_exported) {
        return;
    }
    expected->knows_exported = true;
    progress->is_serial = true;
    for (int i = 0; i < 2 * 2 * EXPORTED_CALLS; i++) {
        int which = i % 2;
        long number = 1 + i / 2 % 2;
        int kind = expected->is_unique ? 0 : (int)number - 1;
        call_alone(0, &export_calls[0], AS_GIVEN, values, now);
        call_alone(which, calls[which], number, values, now);
        note_expected_answer(expected, which, &workers[which].answer, false);
        for (int k = expected->n_words - 1; k >= 0; k--) {
            if (now[expected->words[k]] != expected->steps[which][kind][k]) {
                drop_word(expected, k);
            }
        }
        call_alone(0, &export_calls[1], AS_GIVEN, values, now);
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

/* What is wrong with the outcome; NULL: nothing. */
static const char *
symptom_of(const struct expected *expected, const struct experiment *experiment,
           const struct outcome *outcome, const uint64_t *before, char *text, size_t size)
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
        int64_t step = (int64_t)(after[word] - before[word]);
        int64_t right = expected_step(expected, i, experiment->numbers);
        if (step != right && right != 0) {
            char name[100];
            shared_words_name(word, name, sizeof name);
            snprintf(text, size, "%s grew by %lld, not by %lld", name, (long long)step,
                     (long long)right);
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
    /* An instance that ends, and a call that may find it under the same name. */
    if (!is_unique && (experiment->first->has_maker || experiment->second->has_maker)) {
        experiment->numbers[1] = experiment->numbers[0];
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
        const char *seen =
            symptom_of(expected, &again, &outcome, before, text, sizeof text);
        if (is_control && seen != NULL) {
            return false;
        }
        n_same += !is_control && seen != NULL && strcmp(seen, kind) == 0;
    }
    return n_same >= 2;
}

/* Both calls get the same: what they index is the same, too. */
static void
note_with_same_numbers(struct experiment experiment)
{
    struct outcome outcome;
    experiment.numbers[1] = experiment.numbers[0];
    run_experiment(&experiment, &outcome);
    if (outcome.came_to_end) {
        shared_accesses_note(&outcome, true);
    }
}

/* Returns whether a race was found. */
static bool
interrupt_everywhere(struct experiment experiment, struct expected *expected,
                     bool is_unique)
{
    static uint64_t before[SHARED_WORD_LIMIT];
    static long turn;
    struct outcome outcome;
    char text[300];
    experiment.is_stepped = true;
    experiment.seconds = expected->seconds[1];
    experiment.place = STEPPING_NOWHERE;
    choose_numbers(&experiment, is_unique, turn++);
    shared_accesses_learn(&experiment);
    long n_places = workers[0].n_places;
    long n_wanted = PLACES_OF_ALL / (n_operations > 0 ? n_operations : 1);
    n_wanted = n_wanted > PLACE_LIMIT    ? PLACE_LIMIT
               : n_wanted < PLACES_LEAST ? PLACES_LEAST
                                         : n_wanted;
    long stride = n_places > n_wanted ? n_places / n_wanted + 1 : 1;
    long offset = stride > 1 ? (long)(next_random() % (uint64_t)stride) : 0;
    for (long place = 0; place < n_places; place++) {
        bool is_chosen = place % stride == offset
                         || shared_accesses_meet_at(place, false)
                         || shared_accesses_meet_at(place, true);
        if (!is_chosen || place < progress->next_place) {
            continue;
        }
        if (progress->last_place != 0 && place > progress->last_place) {
            break;
        }
        if (is_work_over()) {
            progress->n_cut++;
            break;
        }
        experiment.place = place;
        choose_numbers(&experiment, is_unique, turn++);
        shared_words_read(before);
        run_experiment(&experiment, &outcome);
        if (outcome.came_to_end && shared_accesses_meet_at(place, false)) {
            shared_accesses_note(&outcome, false);
        }
        const char *kind =
            symptom_of(expected, &experiment, &outcome, before, text, sizeof text);
        if (kind != NULL) {
            learn_exported(&experiment, expected);
        }
        if (kind != NULL && outcome.was_held
            && is_confirmed(experiment, expected, kind, is_unique, &turn))
        {
            report_race(kind, progress->first, progress->second, outcome.held, text, 0);
            return true;
        }
        if (shared_accesses_meet_at(place, true)) {
            note_with_same_numbers(experiment);
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
    if (can_step && n_modes == 2 && progress->mode == 0) {
        shared_accesses_follow(experiment.first); /* before it has used up what is there */
    }
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

/* Has the call code of the extension that can be interrupted? */
static bool
is_interrupted(const struct pair *pair)
{
    return pair->first == pair->second || !progress->is_outside[pair->first];
}

/* May the calls disturb each other?  Calls of which too few were followed may. */
static bool
may_meet(const struct pair *pair)
{
    const struct reach *first = &progress->reaches[pair->first];
    const struct reach *second = &progress->reaches[pair->second];
    return pair->first == pair->second || operations[pair->second].is_mutator
           || first->n_calls < CALLS_FOLLOWED || second->n_calls < CALLS_FOLLOWED
           || reach_meet(first, second);
}

/* Is it the turn of the pair?  In later rounds, of one that was left out and is no more. */
static bool
is_wanted(int index)
{
    const struct pair *pair = &pairs[index];
    if (progress->is_begun) {
        return true; /* in a copy before */
    }
    bool is_new = progress->round == 0 || progress->is_apart_pair[index];
    bool is_left_out = is_interrupted(pair) && !may_meet(pair);
    if (is_new && is_interrupted(pair)) {
        progress->n_pairs_apart += is_left_out - progress->is_apart_pair[index];
        progress->is_apart_pair[index] = is_left_out;
    }
    return is_new && is_interrupted(pair) && !is_left_out
           && progress->races_of[pair->first] < RACES_OF_ONE;
}

static void
explore_round(void)
{
    while (progress->pair < progress->n_pairs && !is_work_over()) {
        bool is_turn = is_wanted(progress->pair);
        bool is_done = progress->round == 0 ? !progress->is_apart_pair[progress->pair]
                                            : is_turn;
        if (is_turn) {
            progress->is_begun = true;
            explore_pair(&pairs[progress->pair]);
        }
        if (progress->only_pair) {
            end_copy(COPY_ENDED);
        }
        progress->n_pairs_done += is_done;
        next_pair();
    }
}

/* What the calls reach is learned again where all others were made. */
static void
follow_again(void)
{
    for (int i = 0; i < n_operations && !is_work_over(); i++) {
        if (!operations[i].is_mutator) {
            shared_accesses_reach(&operations[i]);
        }
    }
}

void
explore(void)
{
    copy_begin = processor_seconds();
    progress->seconds_before = progress->seconds;
    start_workers(2);
    explore_round();
    while (progress->round + 1 < ROUNDS && progress->n_pairs_apart > 0 && !is_work_over()) {
        follow_again();
        progress->round++;
        progress->pair = -1;
        next_pair();
        explore_round();
    }
    progress->is_over = !is_work_over();
    end_copy(COPY_ENDED);
}
