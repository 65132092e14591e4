#include "csource/early_readings.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "csource/reader.h"

enum { MOST = 16 };

struct reading {
    struct arena *arena; /* owned; holds all that was read */
    struct source_request request;
    pthread_t thread;
    bool is_running; /* its thread is not joined yet */
    bool is_taken;
    struct source *source;
    struct error err;
    int code;
};

struct early_readings {
    struct reading items[MOST];
    size_t n_items;
    size_t most_running;
};

struct early_readings *
early_readings_new(unsigned jobs)
{
    struct early_readings *readings = memory_alloc(sizeof *readings);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *readings = (struct early_readings){
        .most_running = jobs == 1 || processors < 2 ? 0 : (size_t)processors - 1};
    return readings;
}

static void
reading_join(struct reading *reading)
{
    if (reading->is_running) {
        pthread_join(reading->thread, NULL);
        reading->is_running = false;
    }
}

void
early_readings_free(struct early_readings *readings)
{
    for (size_t i = 0; readings != NULL && i < readings->n_items; i++) {
        reading_join(&readings->items[i]);
        arena_free(readings->items[i].arena);
    }
    free(readings);
}

static void *
read_early(void *data)
{
    struct reading *reading = data;
    reading->code =
        source_read(reading->arena, &reading->request, &reading->source, &reading->err);
    return NULL;
}

static bool
settings_are_equal(const struct configuration *one, const struct configuration *other)
{
    for (size_t i = 0; i < one->n_settings; i++) {
        if (strcmp(one->settings[i].name, other->settings[i].name) != 0
            || !string_equal(one->settings[i].value, other->settings[i].value))
        {
            return false;
        }
    }
    return true;
}

static bool
are_equal(const struct source_request *one, const struct source_request *other)
{
    const struct configuration *of_one = one->configuration;
    const struct configuration *of_other = other->configuration;
    if (one->texts != other->texts || one->n_texts != other->n_texts
        || (of_one == NULL) != (of_other == NULL))
    {
        return false;
    }
    return of_one == NULL
           || (string_equal(of_one->headers, of_other->headers)
               && of_one->n_settings == of_other->n_settings
               && settings_are_equal(of_one, of_other));
}

static struct reading *
find(struct early_readings *readings, const struct source_request *request)
{
    for (size_t i = 0; i < readings->n_items; i++) {
        struct reading *reading = &readings->items[i];
        if (!reading->is_taken && are_equal(&reading->request, request)) {
            return reading;
        }
    }
    return NULL;
}

void
early_reading_begin(struct early_readings *readings,
                    const struct source_request *request)
{
    size_t n_running = 0;
    for (size_t i = 0; i < readings->n_items; i++) {
        n_running += readings->items[i].is_running;
    }
    if (n_running >= readings->most_running || readings->n_items == MOST
        || find(readings, request) != NULL)
    {
        return;
    }
    struct reading *reading = &readings->items[readings->n_items];
    *reading = (struct reading){.arena = arena_new(), .request = *request};
    reading->is_running =
        pthread_create(&reading->thread, NULL, read_early, reading) == 0;
    if (reading->is_running) {
        readings->n_items++;
    }
    else {
        arena_free(reading->arena);
    }
}

int
early_reading_take(struct early_readings *readings, struct arena *arena,
                   const struct source_request *request, struct source **out_source,
                   struct error *err)
{
    struct reading *reading = find(readings, request);
    if (reading == NULL) {
        return source_read(arena, request, out_source, err);
    }
    reading_join(reading);
    reading->is_taken = true;
    *out_source = reading->source;
    if (reading->code != 0) {
        *err = reading->err;
    }
    return reading->code;
}
