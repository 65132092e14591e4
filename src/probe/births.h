/* Who made what still lives: objects whose creation came from the extension.
 *
 * From 3.13 the reference tracer tells births and deaths of objects, also through
 * free lists; before, the allocators are wrapped. */
#ifndef INSULATE_PROBE_BIRTHS_H
#define INSULATE_PROBE_BIRTHS_H

#include <stdbool.h>
#include <stdint.h>

struct py_object;

/* For births_place alone, without noting births. */
void births_prepare_places(void);

/* Wraps the allocators where there is no tracer; call before Python starts. */
void births_prepare(void);

/* Begins to note births; call in the main interpreter. */
void births_begin(void);

/* While paused no births are noted, only deaths: nothing of the extension runs. */
void births_pause(bool on);

/* Births from now on belong to the epoch, if they are in the interpreter that is attached
 * now. */
void births_set_epoch(uint32_t epoch);

/* Where in the extension's code the innermost call into Python comes from; 0 if what
 * happens now is not the extension's doing. */
uintptr_t births_place(void);

/* Was the object made by the extension? */
bool births_has(const struct py_object *object);

/* Is an object of the epoch alive? */
bool births_any_alive(uint32_t epoch);

/* Calls an init function's caller with one argument.  Without the tracer a dictionary or
 * a list out of a free list is born unseen: meanwhile these lists are empty. */
struct py_object *births_call(struct py_object *function, struct py_object *argument);

/* How many births could not be noted, for want of memory. */
unsigned long births_lost(void);

/* Reports what is alive of the epoch, in groups of one type and one place. */
void births_report(const char *where, uint32_t epoch);

#endif
