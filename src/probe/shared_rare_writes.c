/* Memory that one call reads, and another one writes only now and then, as a block that has
 * to grow: a call that is stepped through once does not show that. */

#include "probe/shared_calls.h"

#include "probe/readable_pages.h"
#include "probe/shared_accesses.h"
#include "probe/shared_words.h"
#include "probe/stepping.h"

#include <stdio.h>
#include <string.h>

#define READ_LIMIT 1024
#define CALLS_OF_ALL 1500 /* that are made to see whether something changes, */
#define CALLS_MOST 128    /* of one operation at the most, */
#define CALLS_LEAST 24    /* and at least, */
#define CALLS_STEPPED 2   /* if all of those write, it is no rare write */
#define CALL_SECONDS 0.05 /* and no more than take so long */

static struct read {
    struct rare_write write; /* all but its second call */
    uintptr_t address;
    uint64_t value;
    bool is_there, is_changed;
    int n_writes; /* of a few calls that were stepped through, that write there */
} reads[READ_LIMIT];
static int n_reads;

static void
read_value(struct read *read)
{
    uint64_t value = 0;
    bool is_there = readable_page_ask(read->address & ~(uintptr_t)7);
    if (is_there) {
        memcpy(&value, (const void *)(read->address & ~(uintptr_t)7), sizeof value);
    }
    read->is_changed = read->is_there && is_there && value != read->value;
    read->is_there = is_there;
    read->value = value;
}

static bool
is_read(const struct access *accesses, size_t index)
{
    const unsigned not = ACCESS_WRITE | ACCESS_CALLED;
    return (accesses[index].flags & not) == 0 && accesses[index].place >= 0
           && shared_accesses_counts(accesses, index);
}

static void
find_reads(void)
{
    n_reads = 0;
    for (int i = 0; i < n_operations; i++) {
        const struct access *accesses;
        if (operations[i].is_mutator || operations[i].has_maker) {
            continue;
        }
        shared_accesses_step(0, &operations[i], 1);
        size_t n = stepping_accesses(&accesses);
        for (size_t k = 0; k < n && k < INT16_MAX && n_reads < READ_LIMIT; k++) {
            if (is_read(accesses, k)) {
                reads[n_reads++] = (struct read){
                    .write = {.first = (short)i, .index = (short)k},
                    .address = accesses[k].address,
                };
            }
        }
    }
}

/* Does the call that was stepped write what is read there, but by an atomic instruction? */
static bool
is_written(uintptr_t address)
{
    const struct access *accesses;
    size_t n = stepping_accesses(&accesses);
    for (size_t i = 0; i < n; i++) {
        const struct access *access = &accesses[i];
        bool is_plain = (access->flags & (ACCESS_WRITE | ACCESS_ATOMIC)) == ACCESS_WRITE;
        if (is_plain && access->address < address + 8
            && address < access->address + access->size
            && shared_accesses_counts(accesses, i))
        {
            return true;
        }
    }
    return false;
}

/* What the calls so far have changed. */
static void
note_changes(int second, int n_calls)
{
    for (int i = 0; i < n_reads && progress->n_rare_writes < RARE_LIMIT; i++) {
        struct read *read = &reads[i];
        bool is_known = false;
        read_value(read);
        for (int k = 0; k < progress->n_rare_writes; k++) {
            const struct rare_write *write = &progress->rare_writes[k];
            is_known = is_known
                       || (write->first == read->write.first && write->second == second);
        }
        if (read->is_changed && !is_known && read->n_writes < CALLS_STEPPED) {
            struct rare_write *write = &progress->rare_writes[progress->n_rare_writes++];
            *write = read->write;
            write->second = (short)second;
            write->n_calls = (short)n_calls;
        }
    }
}

static void
call_often(int second, int n)
{
    for (int i = 0; i < CALLS_STEPPED; i++) {
        shared_accesses_step(1, &operations[second], 1 + i % 2);
        for (int k = 0; k < n_reads; k++) {
            reads[k].n_writes = (i == 0 ? 0 : reads[k].n_writes)
                                + is_written(reads[k].address);
        }
    }
    for (int i = 0; i < n_reads; i++) {
        read_value(&reads[i]);
    }
    double begin = clock_seconds();
    int n_done = 0;
    for (int times = 1; n_done < n && progress->n_rare_writes < RARE_LIMIT; times *= 2) {
        describe_call(&workers[1], &operations[second], 1 + n_done % 2);
        workers[1].times = times;
        shared_worker_post(&workers[1]);
        wait_for_all(1, 1, 0);
        n_done += times;
        note_changes(second, n_done);
        if (clock_seconds() - begin > CALL_SECONDS) {
            break;
        }
    }
}

void
find_rare_writes(void)
{
    start_workers(2);
    progress->is_serial = true;
    find_reads();
    int n = CALLS_OF_ALL / (n_operations > 0 ? n_operations : 1);
    n = n > CALLS_MOST ? CALLS_MOST : n < CALLS_LEAST ? CALLS_LEAST : n;
    for (int i = 0; i < n_operations && n_reads > 0; i++) {
        if (!operations[i].is_mutator && !operations[i].has_maker) {
            call_often(i, n);
        }
    }
    end_copy(COPY_ENDED);
}

/* Steps through calls until one of them changes the word: is it the call that writes? */
static bool
is_written_by(const struct operation *operation, const struct read *read, int n_calls)
{
    struct read now = *read;
    read_value(&now);
    for (int i = 0; i < n_calls; i++) {
        shared_accesses_step(1, operation, 1 + i % 2);
        read_value(&now);
        if (now.is_changed || !now.is_there) {
            return now.is_changed && is_written(read->address);
        }
    }
    return false;
}

void
explore_rare_write(void)
{
    const struct rare_write *write = &progress->rare_writes[progress->pair];
    const struct access *accesses;
    struct outcome outcome;
    struct experiment experiment = {.first = &operations[write->first],
                                    .second = &operations[write->second],
                                    .numbers = {1, 2},
                                    .times = write->n_calls * 4 + 4,
                                    .is_stepped = true};
    snprintf(progress->first, LABEL_SIZE, "%s", experiment.first->label);
    snprintf(progress->second, LABEL_SIZE, "%s", experiment.second->label);
    start_workers(2);
    progress->is_serial = true;
    shared_accesses_step(0, experiment.first, 1);
    size_t n = stepping_accesses(&accesses);
    if ((size_t)write->index >= n || !is_read(accesses, (size_t)write->index)) {
        end_copy(COPY_ENDED);
    }
    struct access access = accesses[write->index];
    struct read read = {.address = access.address};
    if (!is_written_by(experiment.second, &read, write->n_calls * 2 + 2)) {
        end_copy(COPY_ENDED);
    }
    read_value(&read);
    experiment.place = access.place;
    experiment.watched = read.address & ~(uintptr_t)7;
    run_experiment(&experiment, &outcome);
    if (outcome.came_to_end && outcome.watched != read.value) {
        shared_accesses_say("reads", &access, outcome.held);
    }
    end_copy(COPY_ENDED);
}
