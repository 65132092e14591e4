/* Calls of an instance that is new for each place where one of them is interrupted. */

#include "probe/shared_calls.h"

#include "probe/exercise_runner.h"
#include "probe/protocol.h"
#include "probe/shared_accesses.h"
#include "probe/stepping.h"

#include <stdio.h>
#include <string.h>

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
        if (outcome->came_to_end) {
            shared_accesses_note_new(outcome);
        }
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
    if (!renew(which, &operation)) {
        return;
    }
    shared_accesses_learn_new(&operation);
    for (long place = 0; place < n_places; place++) {
        bool is_chosen = place % stride == 0 || shared_accesses_meet_at(place, false);
        if (!is_chosen || place < progress->next_place) {
            continue;
        }
        if (is_work_over()) {
            progress->n_cut++;
            return;
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

void
explore_new_instances(void)
{
    copy_begin = processor_seconds();
    progress->seconds_before = progress->seconds;
    progress->is_apart = true;
    start_workers(KEEPER + 1);
    while (progress->pair < progress->n_renewals && !is_work_over()) {
        explore_new_instance(progress->pair);
        if (progress->only_pair) {
            break;
        }
        progress->n_renewals_done++;
        next_pair();
    }
    end_copy(COPY_ENDED);
}

void
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
