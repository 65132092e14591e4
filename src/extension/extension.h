/* What the sources say as an extension module: its modules, types, methods, and which
 * code runs when.  extension_read (extension/reader.h) makes it; it is constant then. */
#ifndef INSULATE_EXTENSION_EXTENSION_H
#define INSULATE_EXTENSION_EXTENSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "extension/slots.h"
#include "model/source.h"

/* What Py_mod_multiple_interpreters says. */
enum interpreters_claim {
    CLAIM_NONE,       /* no slot: CPython takes it for the shared GIL */
    CLAIM_ONCE,       /* Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED */
    CLAIM_SHARED_GIL, /* Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED */
    CLAIM_OWN_GIL,    /* Py_MOD_PER_INTERPRETER_GIL_SUPPORTED */
};

/* A module: a PyModuleDef, or the slots of PyModExport_… (since 3.15). */
struct module {
    const struct variable *variable;
    struct slots slots;
    bool is_multi_phase; /* its slot table is given, or it goes to PyModuleDef_Init */
    /* What makes it: PyInit_… or PyModExport_…; the call of PyModule_Create, of one in a
     * single phase, and the function that makes the call, else the first one in an exec
     * slot; NULL: not seen. */
    const struct function *entry, *setup;
    const struct node *create;
    /* What runs while another module is imported, if it makes this one as a part of that: the init
     * or exec function, or one that they call; NULL: this one is imported by itself. */
    const struct function *made_by;
    bool has_size;
    int64_t size; /* m_size */
    const struct initializer *size_initializer;
    const struct function *traverse, *clear, *free;
    bool has_traverse, has_clear, has_free; /* given, known function or not */
    enum interpreters_claim claim;
    const struct slot *claim_slot;
    /* What says that it needs no GIL: the value of its slot Py_mod_gil, or the call of
     * PyUnstable_Module_SetGIL; NULL: nothing does. */
    const struct node *gil_claim;
    /* The struct that all code of its files takes its state for; NULL if there is none
     * or more than one. */
    const struct record *state;
    /* The struct whose size m_size is: the one that it names, or that the code takes, if
     * that has this size; NULL: m_size is 0, or not understood. */
    const struct record *sized;
    /* Functions that give the state, by the module and by a type, and do no more than
     * that; NULL: there are none. */
    const struct function *getter, *type_getter;
    bool *units; /* linked into it: by the id of a unit's own file */
    bool is_guarded; /* refuses to be loaded twice in a process */
    const struct node *guard; /* the condition that does so, or NULL */
};

/* A heap type: a PyType_Spec, or a table of PySlot (since 3.15).  Or a static type, a
 * PyTypeObject, in the same form. */
struct heap_type {
    const struct variable *variable;
    struct slots slots;
    bool has_flags;
    int64_t flags;
};

/* Bits of PyType_Spec.flags: Include/object.h. */
#define TYPE_FLAG_BASETYPE (1L << 10)
#define TYPE_FLAG_HAVE_GC (1L << 14)
#define TYPE_FLAG_DISALLOW_INSTANTIATION (1L << 7)
#define TYPE_FLAG_IMMUTABLETYPE (1L << 8)
#define TYPE_FLAG_MANAGED_WEAKREF (1L << 3)
#define TYPE_FLAG_MANAGED_DICT (1L << 4)

/* PyMethodDef.ml_flags: Include/methodobject.h. */
#define METHOD_FLAG_VARARGS 0x0001
#define METHOD_FLAG_KEYWORDS 0x0002
#define METHOD_FLAG_NOARGS 0x0004
#define METHOD_FLAG_O 0x0008
#define METHOD_FLAG_CLASS 0x0010
#define METHOD_FLAG_STATIC 0x0020
#define METHOD_FLAG_COEXIST 0x0040
#define METHOD_FLAG_FASTCALL 0x0080
#define METHOD_FLAG_METHOD 0x0200

/* An entry of a PyMethodDef table. */
struct method {
    const char *name;                 /* in Python; "" if it is no literal */
    const struct function *function;  /* below casts; NULL: unknown */
    int64_t flags;
    bool has_flags;
    const struct initializer *place;  /* of the function, or else of the name */
    const struct heap_type *type;     /* whose methods these are, or NULL */
    const struct module *module;      /* the same */
};

struct concurrency;
struct index;
struct ownerships;

struct extension {
    struct arena *arena;
    const struct source *source;
    struct module *modules;
    size_t n_modules;
    const struct heap_type *types;
    size_t n_types;
    const struct heap_type *static_types; /* extension/static_types.h */
    size_t n_static_types;
    const struct method *methods;
    size_t n_methods;
    /* by function id: */
    bool *runs_only_at_import; /* reached from PyInit_… and exec slots alone */
    bool *is_dead;             /* static and used by nothing that lives */
    struct index *index;       /* extension/index.h */
    struct ownerships *ownerships; /* extension/ownership.h */
    struct concurrency *concurrency; /* extension/concurrency.h */
};

bool function_is_dead(const struct extension *extension,
                      const struct function *function);
bool function_runs_only_at_import(const struct extension *extension,
                                  const struct function *function);
/* Is VARIABLE process-wide, in the project, and of code that is compiled in? */
bool variable_is_process_wide(const struct extension *extension,
                              const struct variable *variable);
/* The file that MODULE is defined in, or NULL. */
const struct source_file *module_file(const struct module *module);
/* Is FILE part of MODULE?  It is if no other module is defined in it, and some unit
 * that holds it is linked into MODULE (extension/units.h). */
bool module_holds_file(const struct extension *extension, const struct module *module,
                       const struct source_file *file);
/* Does the module guard itself against a second load for all that FILE holds? */
bool file_is_guarded(const struct extension *extension, const struct source_file *file);

#endif
