/* Functions whose first call initialises what later calls leave alone. */

#include "probe/shared_calls.h"

#include "probe/exercise_runner.h"
#include "probe/protocol.h"
#include "probe/shared_words.h"
#include "probe/stepping.h"

#include <stdio.h>
#include <string.h>

#define FIRST_BUDGET 0.25   /* for first calls, */

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

void
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
