#ifndef INSULATE_CONVERT_PLAN_GUARDS_H
#define INSULATE_CONVERT_PLAN_GUARDS_H

#include "convert/conversion.h"
#include "convert/facts/held_sections.h"
#include "convert/facts/lazy_objects.h"

enum guard_kind {
    GUARD_NONE,
    GUARD_SECTION, /* critical sections of the object: of an instance, or of the module */
    GUARD_ATOMIC,
    GUARD_ONCE, /* an object that the first thread to make one stores */
};

/* What becomes of a place that threads share and change. */
struct guarded_place {
    const struct shared_place *place;
    enum guard_kind guard;
    bool is_there;          /* already */
    const char *why;        /* it has no guard; NULL: it has */
    const struct node *where; /* what shows that */
    struct range qualifier; /* GUARD_ATOMIC: where the qualifier goes */
    struct lazy_object lazy; /* GUARD_ONCE */
};

/* A function whose body becomes one of another name, called in a section. */
struct guarded_function {
    const struct function *function;
    const char *inner;        /* that name */
    const char *objects[2];   /* names of parameters; the second may be NULL */
    const char *arguments;    /* of the call */
    const char *result;       /* type; NULL: void */
    const char *local;        /* with the result: the name of no parameter */
    struct range head;        /* from its beginning to the brace */
    struct range name;
    uint32_t end;             /* of its body */
    bool needs_macros;        /* its file has no critical sections for older Pythons */
};

/* The word that is to name the inner function. */
struct guarded_call {
    const struct source_file *file;
    struct range name;
    const char *inner;
};

/* What guards the module where there is no GIL: with --threads. */
struct guards {
    const struct thread_functions *threads;
    const struct guarded_place *places;
    size_t n_places;
    const struct guarded_function *functions;
    size_t n_functions, functions_capacity;
    const struct guarded_call *calls;
    size_t n_calls, calls_capacity;
    const char *qualifier; /* the macro of atomic fields */
};

/* Decide how each place is guarded, and report those that are not. */
void plan_guards(struct conversion *c);

#endif
