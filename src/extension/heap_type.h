/* Heap types: what their specs and their slots' functions say. */
#ifndef INSULATE_EXTENSION_HEAP_TYPE_H
#define INSULATE_EXTENSION_HEAP_TYPE_H

#include <stdint.h>

#include "extension/extension.h"

/* How many calls deep a slot's function is followed. */
enum { SLOT_DEPTH = 3 };

/* Does the function free the object it is given: tp_free, PyObject_GC_Del …? */
bool function_frees_object(const struct function *function);
/* Does DEALLOC free the instance of a heap type, and not release the type? */
bool function_keeps_type(const struct function *dealloc);
/* Does CALL look the module, or its state, up through a type?  (For
 * function_visit_calls: DATA is not used.) */
bool call_finds_module(const struct node *call, void *data);
/* The call in FUNCTION itself that frees its first parameter, or hands it to a
 * function of the project that does; NULL if there is none, or more than one. */
const struct node *function_free_call(const struct function *function);
/* Is TYPE the first in EXTENSION whose slot NAME is FUNCTION?  (Types may share
 * a function: it is told once.) */
bool type_is_first_with(const struct extension *extension, const struct heap_type *type,
                        const char *name, const struct function *function);

/* Are its instances the garbage collector's? */
bool heap_type_is_collected(const struct heap_type *type);
/* Has it the flag, as far as its flags are known? */
bool heap_type_has_flag(const struct heap_type *type, int64_t flag);

/* What the type derives from: `object`, or a type that is given when it is made. */
enum bases { BASES_NONE, BASES_SOME, BASES_UNKNOWN };
enum bases heap_type_bases(const struct heap_type *type);
/* The call that makes the type, or the project's function that does so; NULL if none
 * is seen. */
const struct node *heap_type_creation(const struct heap_type *type);
/* The argument of that call that gives the bases, NULL if it has none; seen only where
 * the call is one of the API's. */
const struct node *heap_type_bases_argument(const struct heap_type *type);
/* The only base that the calls which make TYPE give it, seen through a function of the
 * project that hands it on, and through a tuple of one; NULL: none, several, or not known. */
const struct node *heap_type_only_base(const struct heap_type *type);
/* The base of TYPE, as its spec or the call that makes it says; NULL: none, or more than one
 * expression. */
const struct node *heap_type_base(const struct heap_type *type);
/* Bytes of an instance; 0 if that is not known. */
int64_t heap_type_size(const struct heap_type *type);
/* The struct of its instances, as its own functions take them; NULL if unknown. */
const struct record *heap_type_record(const struct heap_type *type);

/* Does the traverse function, (self, visit, arg), visit its object's type? */
enum visit_answer { VISITS_NOT, VISITS, UNKNOWN };
enum visit_answer function_visits_type(const struct function *function, int depth);
/* Does it, or what it calls DEPTH levels down, give its visit procedure to a function that is
 * reached by a pointer? */
bool function_hands_visit_on(const struct function *function, int depth);
/* How often FUNCTION, with what it calls for the same object, does so. */
int function_count_type_visits(const struct function *function, int depth);

#endif
