/* Readings that begin before their result is needed, each in a thread of its own, while
 * the caller works on another one. */
#ifndef INSULATE_CSOURCE_EARLY_READINGS_H
#define INSULATE_CSOURCE_EARLY_READINGS_H

#include "base/error.h"
#include "base/macros.h"
#include "csource/request.h"
#include "model/source.h"

struct early_readings;

/* None yet, and at most one for each processor but the caller's.  JOBS: of the requests;
 * with 1 none will begin.  (Owned; early_readings_free.) */
struct early_readings *early_readings_new(unsigned jobs);
/* Waits for those that run.  Frees all sources that were taken.  NULL is fine. */
void early_readings_free(struct early_readings *readings);

/* Begin to read REQUEST (all that it names is borrowed until it is taken or freed), unless
 * that was begun before, or as many run as may. */
void early_reading_begin(struct early_readings *readings,
                         const struct source_request *request);
/* As source_read does, but with what was begun for the configuration and the texts of
 * REQUEST, if it was; then *OUT_SOURCE lives as long as READINGS, not as ARENA. */
MUST_CHECK int early_reading_take(struct early_readings *readings, struct arena *arena,
                                  const struct source_request *request,
                                  struct source **out_source, struct error *err);

#endif
