/* Threads that make calls when they are told to, one call at a time. */
#ifndef INSULATE_PROBE_SHARED_WORKER_H
#define INSULATE_PROBE_SHARED_WORKER_H

#include "probe/image.h"
#include "probe/python.h"
#include "probe/wake_up.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#define ANSWER_SIZE 160
#define OWN_LIMIT 8

/* What to call: an operation of thread_calls.py.  All references are borrowed. */
struct operation {
    const char *label;
    struct py_object *function;
    struct py_object *arguments;  /* makes them; NULL: a plain call */
    struct py_object *positional; /* of a plain call, or NULL: none */
    bool is_mutator; /* of the probe: nothing of the module runs */
    bool has_maker;  /* code of the module runs while the arguments are made */
    bool is_closed;  /* no code but the module's uses what threads share */
    bool may_export; /* a buffer of an instance, until it ends */
    struct range member; /* what CPython itself reads of an instance, */
    bool writes_member;  /* or writes */
};

/* What a call gave. */
struct answer {
    bool raised;
    bool is_broken;         /* it broke CPython's rules for results: SystemError */
    struct py_object *type; /* of the result or the exception; borrowed, may be gone */
    uintptr_t identity;     /* of a result that is no plain value, else 0 */
    char text[ANSWER_SIZE];
};

struct shared_worker {
    pthread_t thread;
    pid_t id;
    struct py_interpreter *interpreter;
    struct wake_up begin;
    struct wake_up *end;  /* changes when a call is over; borrowed */
    atomic_bool has_work;
    /* The call. */
    const struct operation *operation;
    long number;          /* of its arguments */
    bool is_stepped;      /* held at place STOP_AT */
    bool is_guarded;      /* what it allocates lies on guard pages */
    long stop_at;
    int n_references;     /* to each argument, beside those of the call */
    int times;            /* how often, one after the other, */
    uintptr_t until;      /* or until this word has changed; 0: none */
    uint64_t *words;      /* if not NULL, gets the shared words when the arguments are made */
    struct wake_up *gate; /* if not NULL, waits for its first change before */
    /* Its end. */
    long n_places;        /* where it could have been held */
    struct range own[OWN_LIMIT]; /* plain arguments, and the tuple of them */
    int n_own;
    bool is_closed;       /* no code but the module's used what threads share, */
    bool has_open_arguments; /* but for arguments that are containers */
    struct answer answer; /* of the last call */
    struct py_object *kept; /* owned by the worker: the last result, for its identity, */
    const struct operation *kept_of; /* and what returned it */
};

/* Starts the thread; END is told when a call is over.  Ends the probe on failure. */
void shared_worker_start(struct shared_worker *worker, struct wake_up *end);

/* Begins with the call that the fields describe. */
void shared_worker_post(struct shared_worker *worker);
bool shared_worker_is_done(const struct shared_worker *worker);

/* Does the thread sleep, as the kernel says?  For less than a moment it may between two
 * instructions. */
bool shared_worker_sleeps(const struct shared_worker *worker);

/* Do all threads of the process but the calling one wait for another thread of it, for as
 * long as that takes?  Then none of them goes on by itself.  False also if the kernel does
 * not tell. */
bool shared_worker_all_wait(void);

/* Where in the extension the thread is, or 0: ends what it does. */
uintptr_t shared_worker_place(const struct shared_worker *worker);
void shared_worker_prepare_places(void);

#endif
