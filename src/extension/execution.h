/* A function run symbolically, along each of its paths: which references it holds.
 *
 * Statements are walked in the order of the text with the set of states that reach them.
 * A condition that is not known splits a state; loops are walked until no state is new.
 * What is not understood becomes unknown, and stays it.  ownership.h has the results. */
#ifndef INSULATE_EXTENSION_EXECUTION_H
#define INSULATE_EXTENSION_EXECUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "extension/extension.h"
#include "extension/ownership.h"

/* Of what a function has more, that is not followed. */
enum {
    EXECUTION_PLACES_MOST = 96,
    EXECUTION_OBJECTS_MOST = 96,
    EXECUTION_UNCLEAR_MOST = 64,  /* objects, until those of unclear origin are not followed */
    EXECUTION_ATOMS_MOST = 48,
    EXECUTION_STATES_MOST = 96,   /* that reach one statement */
    EXECUTION_COPIES_MOST = 2500, /* of states, in all */
    EXECUTION_DEPTH_MOST = 200,   /* of nested expressions and statements */
    EXECUTION_CALL_DEPTH = 6,     /* of helper functions */
};

/* --- values -------------------------------------------------------------- */

enum value_kind {
    VALUE_UNKNOWN,
    VALUE_NUMBER, /* number; 0 is NULL too */
    VALUE_NOT_ZERO,
    VALUE_NEGATIVE,
    VALUE_NOT_NEGATIVE,
    VALUE_POSITIVE,
    VALUE_OBJECT,  /* number: of the object */
    VALUE_ADDRESS, /* number: of the place */
};

struct path_value {
    int32_t kind; /* enum value_kind */
    int32_t number;
};

/* Where an object comes from. */
enum object_origin {
    FROM_NEW,       /* a call that gives a new reference */
    FROM_BORROWED,  /* a call that gives a borrowed one */
    FROM_PARAMETER,
    FROM_PARSED,    /* the arguments, taken apart */
    FROM_ELEMENT,   /* of an array */
    FROM_MEMBER,    /* of a struct */
    FROM_STATIC,
    FROM_POINTER,   /* no object: what a pointer points to */
    FROM_UNCLEAR,   /* a call of which nothing is known: it gives one reference, or none */
};

/* What is the same in all states: objects are told apart by where they come from. */
struct site {
    const struct node *node; /* that gives it, or NULL */
    const struct variable *variable; /* parameter or static, or NULL */
    const char *field;       /* of FROM_MEMBER */
    int origin;              /* enum object_origin */
    int place;               /* of FROM_MEMBER, FROM_STATIC: read from there; else -1 */
    int generation;          /* 0 or 1: two of a loop */
};

enum object_flag {
    OBJECT_LIVE = 1,      /* it is there, in this state */
    OBJECT_UNKNOWN = 2,   /* who owns it is not known any more */
    OBJECT_NOT_NULL = 4,
    OBJECT_RELEASED = 8,  /* the last reference of the function's own was dropped, */
    OBJECT_STOLEN = 16,   /* or taken by a call */
    OBJECT_COUNTED = 32,  /* Py_INCREF was applied */
    OBJECT_HELD = 128,    /* a container may hold it, too */
    OBJECT_STORED = 64,   /* a borrowed reference was put where it will be released */
};

struct path_object {
    int16_t count; /* references that the function holds, or has to account for */
    uint16_t flags;
    uint32_t reserved;
    const struct node *last; /* what released, took or stored it */
};

struct place {
    const struct variable *variable; /* NULL: a member of an object */
    int32_t object;
    const char *field; /* of the object; or the part of VARIABLE, a local */
    const struct record *record; /* that has the field, or NULL */
};

/* Is an exception set? */
enum exception { EXCEPTION_NONE, EXCEPTION_SET, EXCEPTION_UNKNOWN };

struct path_state {
    struct path_value places[EXECUTION_PLACES_MOST];
    struct path_object objects[EXECUTION_OBJECTS_MOST];
    uint8_t atoms[EXECUTION_ATOMS_MOST]; /* 0: not known, else 1 + truth */
    uint8_t exception;        /* enum exception; states that differ in it alone are joined */
    bool is_noted;            /* since it was set, something was changed that is not followed */
    bool is_chosen;           /* it was raised by what the code decided, not by a call that failed */
    bool is_left;             /* EXCEPTION_UNKNOWN: one path that was joined set it, noted nowhere */
    bool is_well;             /* the last call that may raise gave an object: it raised nothing */
    bool is_asked;            /* the code knows: a condition told that the call failed, or is set */
    const struct node *risky; /* the call that may have set it, if nobody asked yet; or NULL */
    const struct node *failed; /* the call that has set it by failing, or NULL */
};

struct states {
    struct path_state **items;
    size_t n_items, capacity;
};

/* A state and the value that an expression has in it. */
struct outcome {
    struct path_state *state;
    struct path_value value;
};

struct outcomes {
    struct outcome *items;
    size_t n_items, capacity;
};

/* A condition that is asked more than once. */
struct atom {
    int index;
    size_t n_uses;
};

/* States that a goto sends to a label. */
struct pending {
    const char *label;
    struct states waiting, seen;
};

/* What is asked of one object in static memory. */
struct question {
    struct object_balance *answer;
    size_t capacity; /* of its calls */
    struct path_value value; /* what its address is */
};

struct execution {
    const struct extension *extension;
    struct question *question; /* NULL: none */
    const struct function *function;
    struct arena *arena;
    struct place places[EXECUTION_PLACES_MOST];
    size_t n_places;
    struct site sites[EXECUTION_OBJECTS_MOST];
    size_t n_sites;
    struct map atoms;     /* struct atom by what it asks */
    const char *atom_keys[EXECUTION_ATOMS_MOST];
    size_t n_atoms;
    struct map last_uses; /* uint32_t by the variable, or by the name of a member */
    bool escaped[EXECUTION_PLACES_MOST]; /* its address is kept by others */
    bool gives_up[EXECUTION_OBJECTS_MOST]; /* a path drops a reference that it took of the object */
    struct states *breaks, *continues, *switched;
    bool *has_default;
    struct pending *labels;
    size_t n_labels, labels_capacity;
    size_t n_copies;
    int depth;
    int call_depth;
    bool is_given_up; /* something is not understood */
    bool is_cut_short; /* not all paths are followed: there are too many */
    bool has_many_ends;
    struct ownership *result;
    size_t faults_capacity;
};

/* --- states: execution_state.c --------------------------------------------- */

struct path_state *state_copy(struct execution *execution,
                              const struct path_state *state);
/* Add STATE unless one like it is there; false then. */
bool states_add(struct execution *execution, struct states *states,
                struct path_state *state);
void outcomes_add(struct execution *execution, struct outcomes *outcomes,
                  struct path_state *state, struct path_value value);
/* The place of VARIABLE; of FIELD of OBJECT; -1: none, or too many. */
int place_of_variable(struct execution *execution, const struct variable *variable);
int place_of_member(struct execution *execution, int object, const struct node *member);
/* The place of `local.field`, or of `local[3]`, of a struct or an array that is only used part
 * by part; -1: NODE is none. */
int place_of_part(struct execution *execution, const struct node *node);
/* The same of its part number N, of a declaration. */
int place_of_part_at(struct execution *execution, const struct variable *variable, size_t n);
/* A new object of NODE or VARIABLE in STATE; unknown if there are too many. */
struct path_value object_make(struct execution *execution, struct path_state *state,
                              struct site site);
struct path_object *value_object(struct path_state *state, struct path_value value);
/* AT, if it names a local or a member, is used as an object where it is NULL. */
void tell_null(struct execution *execution, const struct node *at);
/* NODE uses the memory that VALUE, the value of POINTER, leads to: may it be NULL? */
void tell_memory(struct execution *execution, struct path_state *state,
                 struct path_value value, const struct node *pointer, const struct node *node);
/* Is VALUE memory of which nobody asked whether it is there? */
bool value_is_new_memory(const struct execution *execution, const struct path_state *state,
                         struct path_value value);
/* BY is given VALUE: was the only reference of that dropped before? */
void tell_used(struct execution *execution, struct path_state *state,
               struct path_value value, const struct node *by);
/* Nothing is known of the object from here on. */
void value_escape(struct path_state *state, struct path_value value);
/* BY, if not NULL, is the call that takes the reference. */
void value_retain(struct execution *execution, struct path_state *state,
                  struct path_value value, bool is_plain, const struct node *by);
void value_release(struct execution *execution, struct path_state *state,
                   struct path_value value, const struct node *by, bool is_stolen);
/* What VALUE is once it is known to be NULL, or not. */
void value_assume(struct path_state *state, struct path_value value, bool is_null);
struct path_value place_read(struct execution *execution, struct path_state *state,
                             int place, const struct type *type);
void place_write(struct execution *execution, struct path_state *state, int place,
                 struct path_value value, const struct node *by);
/* Code that is not seen ran: members may have been changed. */
void state_forget_members(struct execution *execution, struct path_state *state);
/* Behind AT: forget what is not used any more, and tell which objects nobody holds. */
void state_sweep(struct execution *execution, struct path_state *state,
                 const struct node *at);
/* Is VALUE the object of the question? */
bool value_is_asked(const struct execution *execution, struct path_value value);
/* The function ends with VALUE. */
void state_finish(struct execution *execution, struct path_state *state,
                  const struct node *at, struct path_value value);

/* --- expressions: execution_values.c --------------------------------------- */

/* Read what conditions of the function ask more than once. */
void atoms_read(struct execution *execution);
/* What NODE asks, or names, as text; "" if that cannot be told from other expressions. */
const char *expression_key(struct execution *execution, const struct node *node);
void atoms_forget(struct execution *execution, struct path_state *state,
                  const struct variable *variable);
/* Evaluate NODE in STATE, which is used up. */
void evaluate(struct execution *execution, struct path_state *state,
              const struct node *node, struct outcomes *out);
/* The states of STATE, which is used up, in which NODE is true, and false. */
void divide(struct execution *execution, struct path_state *state,
            const struct node *node, struct states *yes, struct states *no);
/* The same for a call: execution_calls.c. */
void evaluate_call(struct execution *execution, struct path_state *state,
                   const struct node *call, struct outcomes *out);

/* The reference that AT takes by the question alone: object_balance.kept. */
void take_kept(struct execution *execution, struct path_state *state,
               const struct node *at);

/* --- exceptions: execution_exceptions.c -------------------------------------- */

/* CALL gave VALUE; IS_GIVEN_NULL: one of its arguments was NULL. */
void exception_after_call(struct execution *execution, struct path_state *state,
                          const struct node *call, struct path_value value,
                          bool is_given_null);
/* AT changes what PLACE (-1: none) is: it may tell later code that an exception is set. */
void exception_noted_by(const struct execution *execution, struct path_state *state,
                        const struct node *at, int place);
/* What tells whether an exception is set may be forgotten here. */
void exception_is_forgotten(struct path_state *state);
/* The path goes on where the author did not expect it to. */
void exception_is_unclear(struct states *states);
/* Something is asked whose answer is not known. */
void exception_before_question(struct path_state *state);
/* VALUE, an object, is known to be NULL, or not. */
void exception_after_question(struct execution *execution, struct path_state *state,
                              struct path_value value, bool is_null);
/* OPERAND is known to be a number from LOW to HIGH. */
void exception_within(struct path_state *state, const struct node *operand, int64_t low,
                      int64_t high, bool is_not_zero);
/* OPERAND OP C is true. */
void exception_after_comparison(struct path_state *state, const struct node *operand, int op,
                                int64_t c);
/* Make IO_STATE hold for OTHER, too; true: it changes by that. */
bool exceptions_join(struct path_state *io_state, const struct path_state *other);
/* The function returns VALUE at AT. */
void exception_at_end(struct execution *execution, const struct path_state *state,
                      const struct node *at, struct path_value value);

/* --- statements: execution_statements.c ------------------------------------ */

void execute(struct execution *execution, const struct node *node,
             struct states *io_states);
/* The whole function. */
void execute_function(struct execution *execution);

#endif
