/* Many calls in several threads at once. */

#include "probe/shared_calls.h"

#include "probe/protocol.h"
#include "probe/shared_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARALLEL_CALLS 8000  /* that are made at the most; their time must not decide, */
#define PARALLEL_BUDGET 1.0 /* but if they are slow: seconds of processor time */
#define SAME_PARALLEL 3     /* runs in parallel that lose updates, one after the other */
#define TIMES 60            /* a call in each of four threads */

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

static const long numbers[2] = {1, 2};

static void
call_many(const struct operation *const calls[2], bool at_once)
{
    struct wake_up gate = {0};
    for (int i = 0; i < N_WORKERS; i++) {
        describe_call(&workers[i], calls[i % 2], numbers[i % 2]);
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

static int64_t
right_step(const struct expected *expected, int index)
{
    return expected_step(expected, index, numbers) * TIMES * N_WORKERS / 2;
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
        if ((int64_t)(after[word] - before[word]) == right_step(expected, i)) {
            expected->words[n] = word;
            for (int k = 0; k < 4; k++) {
                expected->steps[k / 2][k % 2][n] = expected->steps[k / 2][k % 2][i];
            }
            n++;
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
        int64_t right = right_step(expected, i);
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
    learn_exported(&experiment, &expected);
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
                       right_step(&expected, lost));
    end_copy(COPY_RACED);
}

void
explore_in_parallel(void)
{
    double begin = processor_seconds();
    start_workers(N_WORKERS);
    for (; progress->pair < progress->n_pairs
           && progress->n_parallel < PARALLEL_CALLS
           && progress->parallel_seconds < PARALLEL_BUDGET;
         progress->pair++)
    {
        run_in_parallel(&pairs[progress->pair]);
        progress->parallel_seconds = processor_seconds() - begin;
    }
    end_copy(COPY_ENDED);
}
