/* Slot tables: PyModuleDef_Slot, PyType_Slot, PySlot. */
#ifndef INSULATE_EXTENSION_SLOTS_H
#define INSULATE_EXTENSION_SLOTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/source.h"

enum slot_result {
    SLOT_RESULT_NONE, /* the slot takes no function */
    SLOT_RESULT_VOID,
    SLOT_RESULT_INT,
    SLOT_RESULT_SIZE, /* Py_ssize_t, Py_hash_t */
    SLOT_RESULT_OBJECT,
};

/* What the function of a slot is given that leads to the module. */
enum slot_receiver {
    RECEIVER_NONE,     /* the slot takes no function, or one that is given nothing such */
    RECEIVER_SELF,     /* an instance */
    RECEIVER_CLASS,    /* the class, or one derived from it */
    RECEIVER_OPERANDS, /* an instance, as either of the first two arguments */
    RECEIVER_TEARDOWN, /* an instance that is taken apart: its module may be gone */
    RECEIVER_MODULE,   /* the module */
};

/* What CPython says of a slot. */
struct slot_kind {
    const char *name;           /* "Py_tp_new" */
    int old_number, new_number; /* before and since 3.15; -1: there was none */
    int since;                  /* minor version of Python 3; 9: that or an older one */
    int n_parameters;           /* of its function; -1: it takes no function */
    enum slot_result result;
    enum slot_receiver receiver;
};

/* NULL: no slot of that name is known. */
const struct slot_kind *slot_kind_find(const char *name);

/* The same for a field of PyTypeObject or one of its tables ("tp_new", "nb_add"). */
const struct slot_kind *slot_kind_of_field(const char *field);

/* What the slot is called whose id is given by ID, as it is written or by its number:
 * "Py_tp_new"; "" if that is not known.  IS_MODULE: see slots_read. */
const char *slot_name(struct arena *arena, const struct initializer *id, bool is_module);

/* Is RECORD, the name of a struct, that of types? */
bool record_is_type(const char *record);

/* One entry. */
struct slot {
    const char *name;         /* "Py_tp_dealloc", "Py_mod_exec"; "" if unknown */
    const struct node *value; /* borrowed from the source */
    const struct initializer *initializer; /* of the value */
    const struct function *function;       /* that the value names, or NULL */
};

struct slots {
    const struct slot *items;
    size_t n_items;
    bool is_known; /* the table is there to be read; it may be empty */
};

/* The entries of TABLE (NULL: none), with those of tables it names as more
 * slots.  IS_MODULE: whose numbers its numbers are, where one number means two
 * slots. */
struct slots slots_read(struct arena *arena, const struct variable *table,
                        bool is_module);
/* The slot called NAME ("Py_tp_dealloc"), or NULL. */
const struct slot *slots_find(const struct slots *slots, const char *name);
/* Its function, or NULL. */
const struct function *slots_function(const struct slots *slots, const char *name);
bool slots_have(const struct slots *slots, const char *name);
/* Has entry I the name of one before it? */
bool slot_is_repeated(const struct slots *slots, size_t i);

#endif
