/* Who owns the references that a function handles, on each of its paths. */
#ifndef INSULATE_EXTENSION_OWNERSHIP_H
#define INSULATE_EXTENSION_OWNERSHIP_H

#include <stdbool.h>
#include <stddef.h>

#include "extension/extension.h"
#include "extension/holder.h"

enum ownership_fault_kind {
    FAULT_LEAKED,          /* a new reference is neither released nor handed on */
    FAULT_KEPT,            /* one that was taken of the caller's object is not, either */
    FAULT_TAKEN,           /* nor one of somebody else's object, that origin took */
    FAULT_RELEASED_TWICE,  /* the only reference is released again */
    FAULT_RELEASED_STOLEN, /* it is released after a call took it */
    FAULT_RETURNED,        /* a borrowed reference is returned as a new one */
    FAULT_DROPPED,         /* a borrowed reference is released, or given away */
    FAULT_STORED,          /* a borrowed reference is put where it is released later */
    FAULT_NULL,            /* NULL is counted, or its member read: node names it */
    FAULT_MEMORY_NULL,     /* memory is used that was not asked for NULL: node is its use */
    FAULT_USED,            /* the object is used after its only reference was dropped */
    FAULT_NOT_RAISED,      /* NULL is returned, and no exception is set */
    FAULT_STILL_RAISED,    /* an object, or 0, is returned while an exception is set */
    FAULT_CALLED_RAISED,   /* node, a call that runs other code, is made while one is set */
};

struct ownership_fault {
    enum ownership_fault_kind kind;
    const struct node *node;   /* where it shows */
    const struct node *origin; /* what gives the object; NULL: a parameter */
    const struct node *last;   /* what released, took or stored it before, or NULL */
    const char *name;          /* of the parameter, member or variable; may be NULL */
    const char *place;         /* FAULT_STORED: the member, or NULL */
    bool is_member;            /* the object was read from the member */
    bool is_parameter;         /* it is what the caller gave */
    bool is_twice;             /* FAULT_DROPPED: more than one reference of it */
    bool is_positive;          /* FAULT_STILL_RAISED: a number above 0 is returned */
    bool is_number;            /* FAULT_NOT_RAISED: a number below 0 is returned */
    bool is_counted;           /* FAULT_TAKEN: by Py_INCREF, not by Py_NewRef */
    int object;                /* of the same: its number, while the function is followed */
    bool is_returned;          /* FAULT_LEAKED: the caller gets another reference to it */
};

enum { OWNERSHIP_PARAMETERS_MOST = 8, OWNERSHIP_ENDS_MOST = 8 };

/* What the caller gets. */
enum result_kind {
    RESULT_UNKNOWN, /* also: none */
    RESULT_NUMBER,  /* of VALUE_NUMBER … VALUE_POSITIVE */
    RESULT_NEW,
    RESULT_BORROWED,
    RESULT_PARAMETER,
    RESULT_NEW_PARAMETER, /* a new reference to it */
    RESULT_THERE,         /* an object: whose it is, is not known */
};

/* One way in which a function ends. */
struct ownership_end {
    int result;         /* enum result_kind */
    int value_kind;     /* RESULT_NUMBER: enum value_kind */
    int number;         /* the same; RESULT_PARAMETER: which */
    bool may_be_taken;  /* RESULT_BORROWED: or the function took it out of what held it */
    /* References to the objects that it was given, more than before. */
    int counts[OWNERSHIP_PARAMETERS_MOST];
    bool unknown[OWNERSHIP_PARAMETERS_MOST]; /* what becomes of them is not known */
    bool is_dropped[OWNERSHIP_PARAMETERS_MOST]; /* the last change released one, for nobody */
    bool is_null[OWNERSHIP_PARAMETERS_MOST], is_not_null[OWNERSHIP_PARAMETERS_MOST];
};

struct ownership {
    bool is_known;   /* all paths were followed */
    bool is_running; /* it is being made: a recursion */
    bool is_cut;     /* calls in it were too deep to be followed, */
    int depth;       /* as it was called so deep itself */
    struct ownership_fault *faults;
    size_t n_faults;
    struct ownership_end ends[OWNERSHIP_ENDS_MOST];
    size_t n_ends;
    bool raises;        /* some path returns NULL, with the exception of a call that failed, */
    bool fails_quietly; /* or with none */
    bool raises_by_zero; /* some path returns the number 0, with an exception */
    bool is_endless; /* known, and no path returns: it raises in C++, or ends the process */
};

/* References more than before, over all paths that end so. */
struct balance {
    bool is_seen;
    int least, most;
};

/* What a function does with the references of one object: one in static memory, by its
 * address, a parameter, or one that is held. */
struct object_balance {
    const struct variable *object; /* in static memory, or the parameter; NULL: */
    struct holder holder;          /* of the object, all through the function */
    const struct node *const *left_out; /* calls that count references: not these */
    size_t n_left_out;
    const struct node *const *kept; /* calls, and assignments to the holder, that take one more */
    size_t n_kept;
    const struct node *const *by_ref; /* these take none over */
    size_t n_by_ref;

    bool is_known; /* else the rest means nothing */
    const struct node **calls; /* that count references of the object here */
    size_t n_calls;
    struct balance success, failure;
    int lowest; /* of all places; it is never above 0 */
};

struct ownerships *ownerships_new(struct arena *arena);
/* What FUNCTION does; made when it is first asked for.  NULL: nothing is known, or
 * nothing calls it. */
const struct ownership *function_ownership(const struct extension *extension,
                                           const struct function *function);
/* The same for its faults alone, which also count where there were too many paths to follow
 * them all: each shows on one of them. */
const struct ownership *function_faults(const struct extension *extension,
                                        const struct function *function);
/* The same as function_ownership, called DEPTH calls deep. */
const struct ownership *function_ownership_at(const struct extension *extension,
                                              const struct function *function, int depth);
/* Does FUNCTION tell its caller in a number, by a pointer, what it gives? */
bool function_tells_by_output(const struct function *function);
/* Answer what IO_BALANCE asks of FUNCTION; what its helpers do with the object by its name
 * is theirs. */
void ask_balance(const struct extension *extension, const struct function *function,
                 struct object_balance *io_balance);
/* Is a member called FIELD of RECORD (NULL: unknown) released by some function?  Then it owns
 * what is put there. */
bool field_is_released(const struct extension *extension, const struct record *record,
                       const char *field);
/* The same for a static variable. */
bool variable_is_released(const struct extension *extension,
                          const struct variable *variable);

#endif
