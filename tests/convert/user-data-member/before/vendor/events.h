/* A library: what it calls back with leads to what it was given. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stddef.h>

struct event {
    int kind;
    void *data;
};

struct handlers {
    int (*on_open)(const struct event *event);
    int (*on_size)(const struct event *event, size_t size);
    int (*on_close)(const struct event *event);
};

void *event_data(const struct event *event);
int events_run(const struct handlers *handlers, struct event *event);
int events_run_in_thread(int (*call)(void *data), void *data);

#endif
