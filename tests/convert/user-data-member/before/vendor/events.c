#include "events.h"

#include <pthread.h>

void *
event_data(const struct event *event)
{
    return event->data;
}

int
events_run(const struct handlers *handlers, struct event *event)
{
    int result = handlers->on_open(event);
    result += handlers->on_size(event, 2);
    struct event nothing = {0, NULL};
    return result + handlers->on_close(event) + handlers->on_close(&nothing);
}

struct work {
    int (*call)(void *data);
    void *data;
    int result;
};

static void *
run(void *given)
{
    struct work *work = given;
    work->result = work->call(work->data);
    return NULL;
}

int
events_run_in_thread(int (*call)(void *data), void *data)
{
    struct work work = {call, data, -1};
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, &work) != 0) {
        return -1;
    }
    pthread_join(thread, NULL);
    return work.result;
}
