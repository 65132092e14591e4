/* Objects that the extension created and that are still alive.
 *
 * From 3.13 the reference tracer reports creation and destruction of objects, also of
 * those that come from free lists; before, the allocators are wrapped. */
#ifndef INSULATE_PROBE_OBJECT_TRACKER_H
#define INSULATE_PROBE_OBJECT_TRACKER_H

#include <stdbool.h>
#include <stdint.h>

struct py_object;

/* For object_tracker_place alone, without tracking objects. */
void object_tracker_prepare_places(void);

/* Wraps the allocators where there is no tracer; call before Python starts. */
void object_tracker_prepare(void);

/* Begins to track objects; call in the main interpreter. */
void object_tracker_begin(void);

/* While paused only destruction is tracked: nothing of the extension runs. */
void object_tracker_pause(bool on);

/* Objects created from now on belong to the epoch, if they are in the interpreter that
 * is attached now. */
void object_tracker_set_epoch(uint32_t epoch);

/* Where in the extension's code the innermost call into Python comes from; 0 if the
 * extension is not on the stack. */
uintptr_t object_tracker_place(void);

/* Was the object created by the extension? */
bool object_tracker_has(const struct py_object *object);

/* Is it Python code's: a class or an instance that Python code made, though the extension may
 * have called it, or an instance of a class that has nothing of the extension? */
bool object_is_of_python(const struct py_object *object);

/* Is an object of the epoch alive? */
bool object_tracker_any_alive(uint32_t epoch);

/* Calls FUNCTION, which calls an init function, with one argument.  Without the tracer,
 * a dictionary or list from a free list is not seen: these lists are empty meanwhile. */
struct py_object *object_tracker_call(struct py_object *function,
                                      struct py_object *argument);

/* How many objects could not be recorded because memory ran out. */
unsigned long object_tracker_lost(void);

/* What a failure leaves behind, seen in rounds: the epochs of one that succeeds and of two
 * that fail alike; and where in the extension it failed. */
struct failure_rounds {
    uint32_t success, first, second;
    uintptr_t place;
};

/* Is more alive of the first failure than of the success? */
bool object_tracker_failure_leaves(const struct failure_rounds *rounds);

/* Reports what both failures left and the success did not, unless it was made where they
 * failed: inside one call of the interpreter. */
void object_tracker_report_failure(const char *where,
                                   const struct failure_rounds *rounds);

/* Reports what is alive of the epoch, in groups of one type and one place. */
void object_tracker_report(const char *where, uint32_t epoch);

#endif
