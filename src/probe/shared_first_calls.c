/* Functions whose first call initialises what later calls leave alone. */

#include "probe/shared_calls.h"

#include "probe/exercise_runner.h"
#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/shared_accesses.h"
#include "probe/shared_words.h"
#include "probe/stepping.h"

#include <stdio.h>
#include <string.h>

#define COPY_LIMIT 150      /* for first calls */

static void
open_first_calls(void)
{
    struct py_object *bytes = py.PyBytes_FromStringAndSize(
        progress->plan, (ssize_t)progress->plan_size);
    struct py_object *index = py.PyLong_FromLong(progress->pair);
    struct py_object *found = exercise_runner_call(runner, "thread_first_operation",
                                                   shared_module, bytes, index, NULL);
    struct py_object *none = py.PyList_New(0);
    if (found == NULL || none == NULL) {
        end_copy(COPY_STUCK);
    }
    progress->n_first = (int)py.PyLong_AsLong(py.PyTuple_GetItem(found, 0));
    read_operations(py.PyTuple_GetItem(found, 1));
    shared_words_find(shared_module, none);
    if (n_operations == 0) {
        end_copy(COPY_ENDED);
    }
    snprintf(progress->first, LABEL_SIZE, "%s", operations->label);
    snprintf(progress->second, LABEL_SIZE, "%s", operations->label);
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
    progress->is_lazy = false;
    for (int i = 0; i < 3; i++) {
        call_alone(i % 2, operations, 1, values, steps[i]);
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

/* The last plain writes of the call to words that it has set: an exchange that compares
 * leaves alone what another thread has written. */
static void
find_first_writes(const uint64_t *before)
{
    static uint64_t after[SHARED_WORD_LIMIT];
    const struct access *accesses;
    size_t n = stepping_accesses(&accesses);
    shared_words_read(after);
    progress->n_first_writes = 0;
    for (int i = 0; i < shared_words_count(); i++) {
        struct first_write found = {STEPPING_NOWHERE, shared_words_address(i)};
        for (size_t k = 0; k < n && after[i] != before[i]; k++) {
            bool is_plain = (accesses[k].flags & (ACCESS_CALLED | ACCESS_WRITE | ACCESS_ATOMIC))
                            == ACCESS_WRITE;
            if (is_plain && accesses[k].address == found.address && before[i] == 0) {
                found.place = accesses[k].place;
            }
        }
        if (found.place != STEPPING_NOWHERE
            && progress->n_first_writes < FIRST_WRITE_LIMIT)
        {
            progress->first_writes[progress->n_first_writes++] = found;
        }
    }
}

static uintptr_t
first_written_at(long place)
{
    for (int i = 0; i < progress->n_first_writes; i++) {
        if (progress->first_writes[i].place == place) {
            return progress->first_writes[i].address;
        }
    }
    return 0;
}

static void
step_first_call(void)
{
    static uint64_t before[SHARED_WORD_LIMIT];
    struct outcome outcome;
    open_first_calls();
    struct experiment experiment = {.first = operations,
                                    .second = operations,
                                    .numbers = {1, 1},
                                    .place = STEPPING_NOWHERE,
                                    .is_stepped = true};
    progress->is_serial = true;
    shared_words_read(before);
    run_experiment(&experiment, &outcome);
    progress->n_places = workers[0].n_places;
    find_first_writes(before);
}

/* Is a reference or memory lost, or another number left, when a word is set a second time?
 * The same number is no loss. */
static bool
matters_again(uintptr_t address, uint64_t earlier)
{
    uint64_t now;
    if (address == 0) {
        return false;
    }
    memory_refresh_pages();
    memcpy(&now, (const void *)address, sizeof now);
    return earlier != 0 && (now != earlier || shared_words_is_address(earlier));
}

static void
interrupt_first_call(void)
{
    struct outcome outcome;
    char text[300];
    open_first_calls();
    struct experiment experiment = {.first = operations,
                                    .second = operations,
                                    .numbers = {1, 1},
                                    .place = progress->place,
                                    .watched = first_written_at(progress->place),
                                    .is_stepped = true};
    progress->is_serial = false;
    run_experiment(&experiment, &outcome);
    if (outcome.came_to_end && matters_again(experiment.watched, outcome.watched)) {
        shared_accesses_note_word(experiment.watched, outcome.held);
    }
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

static int n_copies;

static int
run_counted_copy(void (*function)(void))
{
    n_copies++;
    return run_copy(function);
}

static void
explore_first_call(void)
{
    long n_places = progress->n_places;
    long stride = n_places > FIRST_PLACE_LIMIT ? n_places / FIRST_PLACE_LIMIT + 1 : 1;
    for (long place = 0; place < n_places && n_copies < COPY_LIMIT; place++) {
        if (place % stride != 0 && first_written_at(place) == 0) {
            continue;
        }
        progress->place = place;
        int end = run_counted_copy(interrupt_first_call);
        if (end == -1) {
            progress->place = place;
            end = run_counted_copy(interrupt_first_call);
            if (end == -1) {
                report_race(RACE_CRASH, progress->first, progress->second,
                            progress->held, "crashes", 0);
            }
            progress->n_unconfirmed += end != -1;
        }
        progress->n_unconfirmed += end == COPY_DEADLOCKED || end == COPY_STUCK;
        if (end != COPY_ENDED) {
            break;
        }
    }
}

void
explore_first_calls(void)
{
    progress->is_apart = true;
    progress->n_first = 1;
    if (progress->plan_size == 0) {
        progress->n_first_left = 1; /* too long */
        return;
    }
    for (progress->pair = 0; progress->pair < progress->n_first && n_copies < COPY_LIMIT;
         progress->pair++)
    {
        progress->is_lazy = false;
        if (run_counted_copy(call_first_in_turn) == COPY_ENDED && progress->is_lazy
            && run_counted_copy(step_first_call) == COPY_ENDED)
        {
            explore_first_call();
        }
    }
    bool is_cut = n_copies >= COPY_LIMIT;
    progress->n_first_left = progress->n_first - progress->pair + is_cut;
}
