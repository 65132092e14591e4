/* insulate/capsules.h: a C API that a module exports or imports in a capsule.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_CAPSULES_H
#define INSULATE_CAPSULES_H

#include "../insulate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- capsules */

/* The header in front of the struct of an exported API. It exists as long as the module
 * state or the capsule, whichever is longer. 16 bytes, so that the struct is
 * aligned. */
typedef union {
    Py_ssize_t n_refs;
    double alignment[2];
} insulate_block;

INSULATE_PRIV_INLINE void *
insulate_block_new(size_t size)
{
    insulate_block *block = (insulate_block *)calloc(1, sizeof(*block) + size);
    if (block == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        return INSULATE_PRIV_NULL;
    }
    block->n_refs = 1;
    return block + 1;
}

INSULATE_PRIV_INLINE void
insulate_block_drop(void *api)
{
    insulate_block *block = (insulate_block *)api - 1;
    if (INSULATE_PRIV_DECREMENT(&block->n_refs) == 0) {
        free(block);
    }
}

INSULATE_PRIV_INLINE void
insulate_block_of_capsule_drop(PyObject *capsule)
{
    insulate_block_drop(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
}

/* INSULATE_API: declares the struct that a module exports in a capsule.
 *   NAME: the struct's name.
 *   FIELDS: the list of fields; the first must not be empty of data.  A client may
 *     write the same struct by hand.
 * Returns: declarations of the struct NAME and of NAME_new(), which is described below.
 * Errors: see above.
 * Thread state: attached, for NAME_new.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Capsules"; Guide "Lifetime of the Module State".
 */
/* X(API, STRUCT, NAME): STRUCT *NAME, of INSULATE_API: its fields are visited and
 * cleared; its memory is freed after its capsule.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
/* NAME_new: creates the struct of INSULATE_API, for the field X(API, NAME, field) of
 * the module state.
 * Returns: the struct, its fields zero, or NULL; the functions of the state release it
 *   after its capsule is freed.
 * Errors: MemoryError.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Capsules".
 */
#define INSULATE_API(NAME, FIELDS)                                                     \
    typedef struct NAME NAME;                                                          \
    struct NAME {                                                                      \
        FIELDS(INSULATE_PRIV_DECLARE)                                                  \
    };                                                                                 \
    INSULATE_PRIV_FIELD_FUNCTIONS(NAME, FIELDS)                                        \
    INSULATE_PRIV_INLINE NAME *NAME##_new(void)                                        \
    {                                                                                  \
        return (NAME *)insulate_block_new(sizeof(NAME));                               \
    }

#define INSULATE_PRIV_DECLARE_API(CTYPE, NAME) CTYPE *NAME;
#define INSULATE_PRIV_VISIT_API(CTYPE, NAME)                                           \
    if (fields->NAME != INSULATE_PRIV_NULL) {                                          \
        int stop = CTYPE##_insulate_visit_fields(fields->NAME, visit, arg);            \
        if (stop) {                                                                    \
            return stop;                                                               \
        }                                                                              \
    }
#define INSULATE_PRIV_CLEAR_API(CTYPE, NAME)                                           \
    if (fields->NAME != INSULATE_PRIV_NULL) {                                          \
        CTYPE##_insulate_clear_fields(fields->NAME);                                   \
    }
#define INSULATE_PRIV_RELEASE_API(CTYPE, NAME)                                         \
    if (fields->NAME != INSULATE_PRIV_NULL) {                                          \
        CTYPE##_insulate_release_fields(fields->NAME);                                 \
        insulate_block_drop(fields->NAME);                                             \
        fields->NAME = INSULATE_PRIV_NULL;                                             \
    }
#define INSULATE_PRIV_FORGET_API(CTYPE, NAME)
#define INSULATE_PRIV_HOLDS_API(CTYPE, NAME) || fields->NAME != INSULATE_PRIV_NULL

/* Insulate_AddCapsule: exports an initialised struct as an attribute of the module.
 *   module: the module object.
 *   name: the dotted name of the capsule, which must remain valid; its last part is the
 *     name of the attribute.
 *   api: the result of NAME_new, stored in the module state.
 * Returns: 0, or -1.
 * Errors: MemoryError, exceptions of setting the attribute.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Capsules".
 *
 * The capsule keeps the memory of the struct alive. The objects in it belong to the
 * module state and are NULL after that was cleared. A capsule that held them itself
 * would never be collected, because it is in the dictionary of the module.
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_AddCapsule(PyObject *module, const char *name, void *api)
{
    PyObject *capsule = PyCapsule_New(api, name, insulate_block_of_capsule_drop);
    int result;
    if (capsule == INSULATE_PRIV_NULL) {
        return -1;
    }
    (void)INSULATE_PRIV_INCREMENT(&((insulate_block *)api - 1)->n_refs);
    result = insulate_module_add_object_ref(module, insulate_last_name(name), capsule);
    Py_DECREF(capsule);
    return result;
}

/* Insulate_ImportCapsule: imports the API of another module, and the objects that keep
 * it alive.
 *   name: the capsule's dotted name.
 *   out_api: receives the pointer, which is valid as long as the result.
 * Returns: *strong*: a tuple of the capsule and its module, for an OBJECT field of the
 *   client's module state; or NULL.
 * Errors: exceptions of the import and the attribute; ValueError if it is not such a
 *   capsule.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Capsules", PyCapsule_Import.
 */
INSULATE_PRIV_INLINE PyObject *
Insulate_ImportCapsule(const char *name, void **out_api)
{
    const char *last = insulate_last_name(name);
    PyObject *module_name;
    PyObject *module = INSULATE_PRIV_NULL;
    PyObject *capsule = INSULATE_PRIV_NULL;
    PyObject *keeper = INSULATE_PRIV_NULL;
    void *api;

    if (last == name) {
        PyErr_SetString(PyExc_ValueError, "the name of a capsule has a dot");
        return INSULATE_PRIV_NULL;
    }
    module_name = PyUnicode_FromStringAndSize(name, last - name - 1);
    if (module_name != INSULATE_PRIV_NULL) {
        module = PyImport_Import(module_name);
        Py_DECREF(module_name);
    }
    if (module != INSULATE_PRIV_NULL) {
        capsule = PyObject_GetAttrString(module, last);
    }
    if (capsule != INSULATE_PRIV_NULL) {
        api = PyCapsule_GetPointer(capsule, name);
        if (api != INSULATE_PRIV_NULL) {
            keeper = PyTuple_Pack(2, capsule, module);
        }
        if (keeper != INSULATE_PRIV_NULL) {
            *out_api = api;
        }
    }
    Py_XDECREF(capsule);
    Py_XDECREF(module);
    return keeper;
}

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_CAPSULES_H */
