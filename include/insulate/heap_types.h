/* insulate/heap_types.h: heap types that behave alike on every CPython.
 *
 * Tables of slots and methods, flags, and functions that make, free and visit; for
 * modules that write their PyType_Spec themselves.  insulate.h includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_HEAP_TYPES_H
#define INSULATE_HEAP_TYPES_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- tables */

/* INSULATE_SLOT: one entry of a PyType_Slot or PyModuleDef_Slot table.
 *   SLOT: the slot's number, Py_tp_repr for example.
 *   VALUE: a function, a table or a string.
 * Returns: an initialiser; compilers do not warn about the conversion.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Type Objects", PyType_Slot.
 */
#define INSULATE_SLOT(SLOT, VALUE) {(SLOT), INSULATE_PRIV_POINTER(VALUE)}

/* INSULATE_SLOT_END: the last entry of a PyType_Slot table, and an argument for macros
 * that require at least one slot.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Type Objects", PyType_Slot.
 */
#define INSULATE_SLOT_END {0, INSULATE_PRIV_NULL}

/* INSULATE_METHOD: one entry of a PyMethodDef table, of any calling convention.
 *   NAME: the method's name in Python, a string.
 *   FUNCTION: the C function; its type must match FLAGS.
 *   FLAGS: METH_NOARGS, METH_O, METH_VARARGS | METH_KEYWORDS and so on.
 *   DOC: the documentation, a string or NULL.
 * Returns: an initialiser; compilers do not warn about the type of the function.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Common Object Structures", PyMethodDef.
 */
#define INSULATE_METHOD(NAME, FUNCTION, FLAGS, DOC)                                    \
    {(NAME), (INSULATE_PRIV_EXTENSION(PyCFunction)(void *)(FUNCTION)), (FLAGS), (DOC)}

/* INSULATE_CLASS_METHOD: one entry of a class's PyMethodDef table for a method that
 * gets its defining class, with which PREFIX_state_from_class() returns the state.
 *   NAME: the method's name in Python, a string.
 *   FUNCTION: a function of the type PyCMethod: (self, defining_class, args, nargs,
 *     kwnames); kwnames is NULL or a tuple.
 *   DOC: the documentation, a string or NULL.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Regular Methods".
 */
#define INSULATE_CLASS_METHOD(NAME, FUNCTION, DOC)                                     \
    INSULATE_METHOD(NAME, FUNCTION, METH_METHOD | 0x0080 | METH_KEYWORDS, DOC)

/* INSULATE_METHODS_END: the last entry of a PyMethodDef table.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Common Object Structures", PyMethodDef.
 */
#define INSULATE_METHODS_END                                                           \
    {INSULATE_PRIV_NULL, INSULATE_PRIV_NULL, 0, INSULATE_PRIV_NULL}

/* -------------------------------------------------- classes */

/* INSULATE_NO_INSTANCES: a flag for a PyType_Spec: Python code cannot create instances.
 * Before 3.10, Insulate_NewType implements it: it removes tp_new, or makes tp_new
 * refuse for classes that can have subclasses and in the limited API.
 * Returns: a flag of PyType_Spec.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Changing Static Types to Heap Types".
 */
#define INSULATE_NO_INSTANCES (1UL << 7)

/* INSULATE_IMMUTABLE_IF_POSSIBLE: a flag for a PyType_Spec: Python code cannot set the
 * attributes of the class; without effect on 3.9, where heap types are always mutable.
 * Returns: a flag of PyType_Spec.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Changing Static Types to Heap Types".
 */
#define INSULATE_IMMUTABLE_IF_POSSIBLE (1UL << 8)

/* INSULATE_IMMUTABLE: the same flag if it is required: the module does not compile if
 * it supports 3.9.
 * Returns: a flag of PyType_Spec.
 * Errors: a compile error before 3.10.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.10.
 * Source: Guide "Changing Static Types to Heap Types".
 */
#if INSULATE_PRIV_API >= 0x030a0000
#define INSULATE_IMMUTABLE INSULATE_IMMUTABLE_IF_POSSIBLE
#else
#define INSULATE_IMMUTABLE insulate_python_3_9_has_no_immutable_heap_types
#endif

#if INSULATE_PRIV_API < 0x030c0000
/* tp_new of a class without instances, where the flag for that is not known. */
INSULATE_PRIV_INLINE PyObject *
insulate_refuse_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)type, "__name__");
    (void)args;
    (void)kwargs;
    if (name != INSULATE_PRIV_NULL) {
        PyErr_Format(PyExc_TypeError, "cannot create '%U' instances", name);
        Py_DECREF(name);
    }
    return INSULATE_PRIV_NULL;
}

/* bytes: the basicsize of the base that an extension of it comes after; -1 on error. */
INSULATE_PRIV_INLINE Py_ssize_t
insulate_size_of_bases(PyObject *bases, const PyType_Slot *slots)
{
    Py_ssize_t largest = insulate_basic_size_if_told(&PyBaseObject_Type);

    if (largest < 0) {
        return -1;
    }
    for (; bases == INSULATE_PRIV_NULL && slots->slot != 0; slots++) {
        if (slots->slot == Py_tp_base || slots->slot == Py_tp_bases) {
            bases = (PyObject *)slots->pfunc;
        }
    }
    if (bases != INSULATE_PRIV_NULL && PyTuple_Check(bases)) {
        Py_ssize_t n_bases = PyTuple_Size(bases);
        for (Py_ssize_t i = 0; i < n_bases; i++) {
            PyObject *base = PyTuple_GetItem(bases, i);
            Py_ssize_t size = insulate_basic_size_if_told((PyTypeObject *)base);
            if (size < 0) {
                return -1;
            }
            largest = size > largest ? size : largest;
        }
    }
    else if (bases != INSULATE_PRIV_NULL) {
        largest = insulate_basic_size_if_told((PyTypeObject *)bases);
    }
    return largest;
}

/* `members`, to be freed by PyMem_Free, with offsets that count from the object. */
INSULATE_PRIV_INLINE PyMemberDef *
insulate_absolute_members(const PyMemberDef *members, Py_ssize_t offset)
{
    size_t n_members = 0;
    PyMemberDef *copy;

    while (members[n_members].name != INSULATE_PRIV_NULL) {
        n_members++;
    }
    copy = (PyMemberDef *)PyMem_Malloc((n_members + 1) * sizeof(PyMemberDef));
    if (copy == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        return INSULATE_PRIV_NULL;
    }
    for (size_t i = 0; i <= n_members; i++) {
        copy[i] = members[i];
        if (i < n_members && (copy[i].flags & INSULATE_PRIV_RELATIVE_OFFSET)) {
            copy[i].flags &= ~INSULATE_PRIV_RELATIVE_OFFSET;
            copy[i].offset += offset;
        }
    }
    return copy;
}

/* The class of `spec` on a CPython that knows less than the newest: a changed copy of
 * the spec and of its slots. */
INSULATE_PRIV_INLINE PyObject *
insulate_type_from_older_spec(PyObject *module, const PyType_Spec *spec,
                              PyObject *bases)
{
    PyType_Spec copy = *spec;
    PyType_Slot *slots;
    PyMemberDef *members = INSULATE_PRIV_NULL;
    PyObject *type = INSULATE_PRIV_NULL;
    size_t n_slots = 0;
    const int forget_flags = insulate_running_minor() < 10;
    const int refuse =
        forget_flags && (spec->flags & INSULATE_NO_INSTANCES)
        && (INSULATE_PRIV_LIMITED || (spec->flags & Py_TPFLAGS_BASETYPE));

    while (spec->slots[n_slots].slot != 0) {
        n_slots++;
    }
    slots = (PyType_Slot *)PyMem_Malloc((n_slots + 2) * sizeof(PyType_Slot));
    if (slots == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        return INSULATE_PRIV_NULL;
    }
    for (size_t i = 0; i <= n_slots; i++) {
        slots[i] = spec->slots[i];
    }
    copy.slots = slots;
    if (forget_flags) {
        copy.flags &=
            ~(unsigned int)(INSULATE_NO_INSTANCES | INSULATE_IMMUTABLE_IF_POSSIBLE);
    }
    if (refuse) {
        slots[n_slots].slot = Py_tp_new;
        slots[n_slots].pfunc = INSULATE_PRIV_POINTER(insulate_refuse_new);
        slots[n_slots + 1].slot = 0;
        slots[n_slots + 1].pfunc = INSULATE_PRIV_NULL;
    }
    if (spec->basicsize < 0) {
        Py_ssize_t size = insulate_size_of_bases(bases, spec->slots);
        if (size < 0) {
            goto done;
        }
        size = INSULATE_PRIV_ALIGN(size);
        copy.basicsize = (int)(size - spec->basicsize);
        for (size_t i = 0; i < n_slots; i++) {
            if (slots[i].slot == Py_tp_members && members == INSULATE_PRIV_NULL) {
                members =
                    insulate_absolute_members((PyMemberDef *)slots[i].pfunc, size);
                if (members == INSULATE_PRIV_NULL) {
                    goto done;
                }
                slots[i].pfunc = members;
            }
        }
    }
    type = PyType_FromModuleAndSpec(module, &copy, bases);
#if !INSULATE_PRIV_LIMITED
    if (type != INSULATE_PRIV_NULL && forget_flags && !refuse
        && (spec->flags & INSULATE_NO_INSTANCES))
    {
        ((PyTypeObject *)type)->tp_new = INSULATE_PRIV_NULL;
        PyType_Modified((PyTypeObject *)type);
    }
#endif
done:
    PyMem_Free(slots);
    PyMem_Free(members);
    return type;
}
#endif

/* The class of `spec`; the name has a dot. */
INSULATE_PRIV_INLINE PyObject *
insulate_type_from_spec(PyObject *module, PyType_Spec *spec, PyObject *bases)
{
#if INSULATE_PRIV_API < 0x030c0000
    PyObject *tuple;
    PyObject *type;

    /* 3.9 knows only a tuple. */
    if (bases == INSULATE_PRIV_NULL || PyTuple_Check(bases)) {
        return insulate_type_from_older_spec(module, spec, bases);
    }
    tuple = PyTuple_Pack(1, bases);
    if (tuple == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    type = insulate_type_from_older_spec(module, spec, tuple);
    Py_DECREF(tuple);
    return type;
#else
    return PyType_FromModuleAndSpec(module, spec, bases);
#endif
}

#if !INSULATE_PRIV_LIMITED
/* The class of `spec` whose name has no dot, as a static type without one is: its
 * __module__ is builtins and its tp_name has no dot either. */
INSULATE_PRIV_INLINE PyObject *
insulate_type_without_dot(PyObject *module, PyType_Spec *spec, PyObject *bases)
{
    static const char prefix[] = "builtins.";
    PyType_Spec copy = *spec;
    PyObject *type;
    size_t length = 0;
    char *name;

    while (spec->name[length] != '\0') {
        length++;
    }
    name = (char *)PyMem_Malloc(sizeof(prefix) + length);
    if (name == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        return INSULATE_PRIV_NULL;
    }
    for (size_t i = 0; i < sizeof(prefix) - 1; i++) {
        name[i] = prefix[i];
    }
    for (size_t i = 0; i <= length; i++) {
        name[sizeof(prefix) - 1 + i] = spec->name[i];
    }
    copy.name = name;
    type = insulate_type_from_spec(module, &copy, bases);
    if (type != INSULATE_PRIV_NULL) {
        /* Up to 3.10 tp_name points to what the spec said; later it is a copy that the
         * class frees through another pointer. */
        ((PyTypeObject *)type)->tp_name = spec->name;
    }
    PyMem_Free(name);
    return type;
}
#endif

/* Insulate_NewType: creates a heap type with the same behaviour on every CPython.
 *   module: the module object it belongs to.
 *   spec: the description: INSULATE_NO_INSTANCES, INSULATE_IMMUTABLE_IF_POSSIBLE,
 *     negative basicsize and Py_RELATIVE_OFFSET work on all versions; a name without a
 *     dot creates a class of builtins, as for a static type (not in the limited API).
 *   bases: a class, a tuple of classes, or NULL.
 * Returns: *strong*: the class, or NULL.
 * Errors: exceptions of PyType_FromModuleAndSpec; MemoryError.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Defining Heap Types".
 */
INSULATE_PRIV_INLINE PyTypeObject *
Insulate_NewType(PyObject *module, PyType_Spec *spec, PyObject *bases)
{
#if !INSULATE_PRIV_LIMITED
    if (insulate_last_name(spec->name) == spec->name) {
        return (PyTypeObject *)insulate_type_without_dot(module, spec, bases);
    }
#endif
    return (PyTypeObject *)insulate_type_from_spec(module, spec, bases);
}

/* Insulate_AddType: creates a heap type, stores it in the module state and adds it to
 * the module under the last part of its name.
 *   module: the module object it belongs to.
 *   field: the TYPE field of the module state; it must be NULL.
 *   spec: as for Insulate_NewType.
 *   bases: a class, a tuple of classes, or NULL.
 * Returns: 0, or -1; then the field is NULL, or the functions of the state release it.
 * Errors: exceptions of creating the class and setting the attribute.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Defining Heap Types".
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_AddType(PyObject *module, PyTypeObject **field, PyType_Spec *spec,
                 PyObject *bases)
{
    *field = Insulate_NewType(module, spec, bases);
    if (*field == INSULATE_PRIV_NULL) {
        return -1;
    }
    return insulate_module_add_object_ref(module, insulate_last_name(spec->name),
                                          (PyObject *)*field);
}

/* Insulate_AddException: creates an exception class, stores it in the module state and
 * adds it to the module under the last part of its name.
 *   module: the module object it belongs to.
 *   field: the OBJECT field of the module state; it must be NULL.
 *   name: the dotted name.
 *   doc: the documentation, or NULL.
 *   base: a class, a tuple of classes, or NULL for Exception.
 * Returns: 0, or -1; then the field is NULL, or the functions of the state release it.
 * Errors: exceptions of creating the class and setting the attribute.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_AddException(PyObject *module, PyObject **field, const char *name,
                      const char *doc, PyObject *base)
{
    *field = PyErr_NewExceptionWithDoc(name, doc, base, INSULATE_PRIV_NULL);
    if (*field == INSULATE_PRIV_NULL) {
        return -1;
    }
    return insulate_module_add_object_ref(module, insulate_last_name(name), *field);
}

#if !INSULATE_PRIV_LIMITED
/* Insulate_SetTypeVectorcall: sets the vectorcall function of a class, which replaces
 * tp_new and tp_init. The slot for it exists only since 3.14. Not in the limited API.
 *   type: a heap type of this module that no other thread uses yet.
 *   function: the vectorcall function.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Type Objects", tp_vectorcall.
 */
INSULATE_PRIV_INLINE void
Insulate_SetTypeVectorcall(PyTypeObject *type, vectorcallfunc function)
{
    type->tp_vectorcall = function;
}
#endif

/* Insulate_RefuseReduce: a METH_O method, for __reduce_ex__: refuses pickling and
 * copying with all protocols.
 *   self: the object.
 *   protocol: not used.
 * Returns: NULL.
 * Errors: TypeError.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: bpo-41052.
 */
INSULATE_PRIV_INLINE PyObject *
Insulate_RefuseReduce(PyObject *self, PyObject *protocol)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__name__");
    (void)protocol;
    if (name != INSULATE_PRIV_NULL) {
        PyErr_Format(PyExc_TypeError, "cannot pickle '%U' object", name);
        Py_DECREF(name);
    }
    return INSULATE_PRIV_NULL;
}

/* Insulate_RefuseOldReduce: a METH_O method, for __reduce_ex__: behaves like a static
 * type without tp_new. It refuses protocols 0 and 1, which would treat the heap type
 * like a Python class, and calls object.__reduce_ex__ for the others.
 *   self: the object.
 *   protocol: the pickling protocol, an int.
 * Returns: the result of object.__reduce_ex__, or NULL.
 * Errors: TypeError for protocols below 2; exceptions of object.__reduce_ex__.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: bpo-41052.
 */
INSULATE_PRIV_INLINE PyObject *
Insulate_RefuseOldReduce(PyObject *self, PyObject *protocol)
{
    long number = PyLong_AsLong(protocol);
    if (number == -1 && PyErr_Occurred()) {
        return INSULATE_PRIV_NULL;
    }
    if (number < 2) {
        return Insulate_RefuseReduce(self, protocol);
    }
    return PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__reduce_ex__", "OO",
                               self, protocol);
}

/* Insulate_Free: frees the memory of an object, then releases its type; for the end of
 * a dealloc function.
 *   self: an object without references, not tracked, its fields released.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Garbage-Collection Protocol".
 */
INSULATE_PRIV_INLINE void
Insulate_Free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
#if !INSULATE_PRIV_LIMITED
    type->tp_free(self);
#else
    ((freefunc)(uintptr_t)PyType_GetSlot(type, Py_tp_free))(self);
#endif
    Py_DECREF(type);
}

/* Insulate_Finalize: calls the class's Py_tp_finalize, if it has one; the beginning of
 * a dealloc function.  In the limited API the finalizer is called with the reference
 * count that it would have elsewhere, too.
 *   self: an object without references, tracked.
 * Returns: 0, or -1 if the finalizer resurrected the object: then return immediately.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: PEP 442.
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_Finalize(PyObject *self)
{
#if !INSULATE_PRIV_LIMITED
    if (Py_TYPE(self)->tp_finalize == INSULATE_PRIV_NULL) {
        return 0;
    }
    return PyObject_CallFinalizerFromDealloc(self);
#else
    destructor finalize =
        (destructor)(uintptr_t)PyType_GetSlot(Py_TYPE(self), Py_tp_finalize);
    if (finalize == INSULATE_PRIV_NULL || PyObject_GC_IsFinalized(self)) {
        return 0;
    }
    Py_SET_REFCNT(self, 1);
    finalize(self);
    if (Py_REFCNT(self) > 1) {
        Py_SET_REFCNT(self, Py_REFCNT(self) - 1);
        return -1;
    }
    Py_SET_REFCNT(self, 0);
    return 0;
#endif
}

/* Insulate_Alloc: allocates an instance of a heap type, zeroed and tracked. Use it
 * instead of PyObject_New, which allocates no GC header.
 *   type: the class, or a subclass.
 * Returns: *strong*: the instance, or NULL.
 * Errors: MemoryError.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Garbage-Collection Protocol".
 */
INSULATE_PRIV_INLINE PyObject *
Insulate_Alloc(PyTypeObject *type)
{
#if !INSULATE_PRIV_LIMITED
    return type->tp_alloc(type, 0);
#else
    allocfunc alloc = (allocfunc)(uintptr_t)PyType_GetSlot(type, Py_tp_alloc);
    return alloc(type, 0);
#endif
}

/* Insulate_FindClass: the class of this module that the data of an instance belongs to.
 *   type: the type of any object.
 *   methods: the method table of the class, which identifies it for all module objects.
 * Returns: *borrowed*: the first of the type and its bases with that table, or NULL.
 * Errors: none.
 * Thread state: attached, or during a garbage collection.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Type Objects", tp_methods (which is not inherited), tp_base.
 */
INSULATE_PRIV_INLINE PyTypeObject *
Insulate_FindClass(PyTypeObject *type, const PyMethodDef *methods)
{
    /* A class with data of its own is on the chain of tp_base of all its subclasses,
     * also with multiple inheritance: that chain is the one of the memory layout. */
    while (type != INSULATE_PRIV_NULL && !insulate_is_own_class(type, methods)) {
        type = (PyTypeObject *)insulate_type_slot(type, Py_tp_base);
    }
    return type;
}

/* Insulate_TraverseBase: calls the traverse function of the base, and visits the type
 * once.
 *   self: an instance of `cls` or of a subclass.
 *   cls: the class whose traverse function calls this one; its base must be a class
 *     written in C.
 *   visit, arg: of the traverse function.
 * Returns: a nonzero result of visit, or 0.
 * Errors: none.
 * Thread state: during a garbage collection.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Garbage-Collection Protocol".
 */
INSULATE_PRIV_INLINE int
Insulate_TraverseBase(PyObject *self, PyTypeObject *cls, visitproc visit, void *arg)
{
    PyTypeObject *base = (PyTypeObject *)insulate_type_slot(cls, Py_tp_base);
    traverseproc traverse =
        (traverseproc)(uintptr_t)insulate_type_slot(base, Py_tp_traverse);
    if (!insulate_is_heap_type(base)) {
        Py_VISIT(Py_TYPE(self));
    }
    return traverse == INSULATE_PRIV_NULL ? 0 : traverse(self, visit, arg);
}

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_HEAP_TYPES_H */
