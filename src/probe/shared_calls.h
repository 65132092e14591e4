/* What the parts of the scenario `threads` share: calls of one module object by several
 * threads, in copies of the process that report to it. */
#ifndef INSULATE_PROBE_SHARED_CALLS_H
#define INSULATE_PROBE_SHARED_CALLS_H

#include "probe/interpreter.h"
#include "probe/shared_reach.h"
#include "probe/shared_worker.h"

#include <stdbool.h>
#include <stdint.h>

#define OPERATION_LIMIT 60 /* as in thread_calls.py */
#define PAIR_LIMIT 1200
#define LABEL_SIZE 200
#define PLAN_SIZE 65536
#define ANSWER_LIMIT 24     /* different answers of one call */
#define FIRST_PLACE_LIMIT 24
#define FIRST_WRITE_LIMIT 8
#define RARE_LIMIT 8
#define N_WORKERS 4

/* How a copy ends. */
enum end_of_copy { COPY_ENDED, COPY_RACED = 3, COPY_DEADLOCKED = 4, COPY_STUCK = 5 };

/* Where a first call is held in front of a write to a word. */
struct first_write {
    long place;
    uintptr_t address;
};

/* Memory that the call FIRST reads, and that SECOND writes now and then only. */
struct rare_write {
    short first, second;
    short index;   /* of the access among those of the first call */
    short n_calls; /* of the second one, that the write takes at the most */
};

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
    /* What was left out, and what did not come to its end although nothing disturbed it. */
    long n_pairs_all, n_pairs_left, n_cut, n_renewals_done, n_first_left, n_failed;
    long n_unordered, n_incomplete;
    long n_functions, n_called;
    double seconds, seconds_before, seconds_in_all, parallel_seconds;
    double budget;   /* seconds of processor time, */
    long work;       /* and what was done, whatever time it took */
    long work_limit;
    struct reach reaches[OPERATION_LIMIT];
    bool is_apart_pair[PAIR_LIMIT]; /* left out: its calls share no memory that either writes */
    bool is_begun;   /* the pair under way is none of them */
    int round;       /* through all pairs */
    long n_pairs_apart;
    bool is_outside[OPERATION_LIMIT]; /* runs none of the extension's code */
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
    struct first_write first_writes[FIRST_WRITE_LIMIT]; /* of words that are set once */
    int n_first_writes;
    bool is_lazy, has_one_identity;
    char first_answers[2][ANSWER_SIZE];
    struct rare_write rare_writes[RARE_LIMIT];
    int n_rare_writes;
};

struct pair {
    int first, second;
};

extern struct progress *progress;
extern struct operation operations[OPERATION_LIMIT];
extern int n_operations;
extern struct operation export_calls[2]; /* that export all buffers, and give them back */
extern struct pair pairs[PAIR_LIMIT];
extern struct shared_worker workers[N_WORKERS];
extern struct wake_up *end_of_call;
extern bool can_step;
extern double copy_begin; /* processor time when this copy began */
extern struct exercise_runner *runner;
extern struct py_object *shared_module;

double processor_seconds(void);
double clock_seconds(void);
/* No more work is done.  It is counted, so that a busy machine does the same; processor
 * time ends what goes on far longer than the count lets expect. */
bool is_work_over(void);
uint64_t next_random(void);
/* NUMBER and the seed of the request choose what comes next. */
void seed_random(uint64_t number);

/* --- two calls --- */

/* What they are: which arguments they get. */
struct experiment {
    const struct operation *first, *second;
    long numbers[2]; /* of their arguments */
    long place;      /* where the first one is held; STEPPING_NOWHERE: not at all */
    uintptr_t watched; /* a word, or 0 */
    int times; /* that the second one is made, until that word has changed; 0: once */
    bool is_stepped;
    double seconds; /* of processor time, that the second one takes at most; 0: not known */
};

struct outcome {
    bool was_held;
    bool came_to_end; /* the second call, while the first one was held, */
    uint64_t watched; /* and what the word was then */
    uintptr_t held;
    struct answer answers[2];
    bool is_one_object;
};

#define AS_GIVEN 0 /* the number of arguments that are those of the exercise */

void describe_call(struct shared_worker *worker, const struct operation *operation,
                   long number);
void report_race(const char *kind, const char *first, const char *second, uintptr_t held,
                 const char *text, uintptr_t other);
/* One race of each kind is enough for a pair. */
bool is_seen(const char *kind);
void wait_for_all(int first, int last, uintptr_t held);
void run_experiment(const struct experiment *experiment, struct outcome *out_outcome);

/* --- what calls do in turn --- */

struct expected {
    int n_words;              /* that grow */
    int words[64];
    int64_t steps[2][2][64];  /* by how much, with one call of either and its number */
    bool is_unique;           /* its numbers come once only, and all do the same */
    char answers[2][ANSWER_LIMIT][ANSWER_SIZE];
    int n_answers[2];
    bool is_settled[2]; /* no new answers came lately */
    bool knows_exported;
    bool raises[2];
    double seconds[2]; /* of processor time, at most */
};

/* One call in a thread, and how the words change with it. */
void call_alone(int which, const struct operation *operation, long number,
                uint64_t *before, int64_t *out_steps);
/* Either order of the calls, with either number of arguments: what words always grow by,
 * and all answers that come. */
void learn(const struct experiment *experiment, bool is_unique,
           struct expected *expected);
/* If one of the calls may have buffers exported: adds what they answer meanwhile, and drops
 * the words that grow otherwise then.  It is no race that they refuse. */
void learn_exported(const struct experiment *experiment, struct expected *expected);
/* What word number INDEX of these grows by with both calls, and these numbers. */
int64_t expected_step(const struct expected *expected, int index, const long numbers[2]);

/* --- copies --- */

_Noreturn void end_copy(enum end_of_copy end);
void start_workers(int n);
/* Takes over what a list of thread_calls.py says. */
void read_operations(struct py_object *list);
void read_export_calls(struct py_object *pair);
void next_pair(void);
/* Runs FUNCTION in a forked copy.  Returns its exit code, -1 for a crash. */
int run_copy(void (*function)(void));

/* --- what is run in copies --- */

void explore(void);
void find_renewals(void);
void explore_new_instances(void);
void explore_in_parallel(void);
void explore_callbacks(void);
void find_rare_writes(void);
void explore_rare_write(void);
void explore_exports(struct py_object *exporters); /* a list */
void explore_first_calls(void); /* starts copies of its own */

#endif
