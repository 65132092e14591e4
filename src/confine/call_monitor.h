/* Answers the kernel's questions about the system calls of one child and of all that it
 * starts: what they do is known from here, whatever they say. */
#ifndef INSULATE_CONFINE_CALL_MONITOR_H
#define INSULATE_CONFINE_CALL_MONITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "confine/call_filter.h"

enum {
    CALL_EVENTS = 32,     /* places that are noted */
    CALL_PATH_SIZE = 512,   /* longer paths are cut */
    CALL_PROCESSES = 192,   /* descendants of this process that may live at once, where a
                               child may start any number in its life */
    CALL_FORKS_FREE = 24,   /* so many before anything is counted */
    CALL_THREADS = 1000,    /* of one process */
    CALL_DEPTH = 64,        /* of the tree of processes */
};

/* A call, and the instruction that made it. */
struct call_event {
    const char *call;          /* "fork", "exit", "kill" */
    char path[CALL_PATH_SIZE]; /* file of the instruction; "": in no file */
    uint64_t offset;           /* relative to the file's load base */
    uint64_t address;
};

struct call_monitor {
    int listener; /* owned; -1: none (yet) */
    pid_t child;
    enum call_filter_state state; /* 0: nothing heard yet */
    size_t fork_limit;            /* of all that it starts in its life; 0: none */
    size_t n_forks, n_threads;
    bool exceeded; /* more processes than it may have */
    struct call_event events[CALL_EVENTS];
    size_t n_events;
};

void call_monitor_init(struct call_monitor *monitor, pid_t child, size_t fork_limit);
void call_monitor_done(struct call_monitor *monitor);

/* Receives from the socket that the child's filter was installed with: the listener
 * first, then whatever the child writes.  Returns as read does. */
ssize_t call_monitor_receive(struct call_monitor *monitor, int socket, void *bytes,
                             size_t size);

/* Answers one question; when the listener is ready to be read. */
void call_monitor_serve(struct call_monitor *monitor);

#endif
