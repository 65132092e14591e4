/* insulate/backports.h: functions of newer CPythons for older ones, under CPython's names.
 *
 * Where CPython has a name, here is nothing: code that uses these names need not change
 * when the oldest CPython that it supports rises, and loses this #include in the end.
 *
 * Each name is a macro for a function of this file, so that it does not conflict with
 * the functions that pythoncapi_compat.h, included before, defines.  That file cannot be
 * included behind another definition of its functions: where it is found, it is
 * therefore included first.  Define INSULATE_NO_PYTHONCAPI_COMPAT to keep it out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_BACKPORTS_H
#define INSULATE_BACKPORTS_H

#include "core.h"

/* -------------------------------------------------- beside pythoncapi_compat.h */

/* INSULATE_NO_PYTHONCAPI_COMPAT: define it before insulate/backports.h to keep that from
 * including pythoncapi_compat.h, which it does in the full API if the compiler finds it.
 * Then pythoncapi_compat.h must be included before insulate/backports.h, or not at all.
 * Returns: nothing.
 * Errors: none.
 * Thread state: not needed; it is for the preprocessor.
 * Since: 0.1; CPython 3.9.
 * Source: https://github.com/python/pythoncapi-compat.
 */
#if !INSULATE_PRIV_LIMITED && PY_VERSION_HEX < 0x030f0000                              \
    && !defined(PYTHONCAPI_COMPAT) && !defined(INSULATE_NO_PYTHONCAPI_COMPAT)          \
    && defined(__has_include)
#if __has_include("pythoncapi_compat.h")
#include "pythoncapi_compat.h"
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- back-ports: modules and classes */

/* PyModule_AddObjectRef: adds an object to a module as an attribute.
 *   module: a module object.
 *   name: the attribute's name, in UTF-8.
 *   value: the object; *borrowed*.  NULL with an exception set fails with it.
 * Returns: 0, or -1.
 * Errors: exceptions of setting the attribute; SystemError if `value` is NULL and no
 *   exception is set.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.10.
 * Source: C-API "Module Objects", PyModule_AddObjectRef.
 */
#if INSULATE_PRIV_API < 0x030a0000 && !defined(PyModule_AddObjectRef)
#define PyModule_AddObjectRef insulate_module_add_object_ref
#endif

/* PyModule_Add: adds an object to a module as an attribute, and releases it.
 *   module: a module object.
 *   name: the attribute's name, in UTF-8.
 *   value: the object; *stolen*, also on failure.  NULL with an exception set fails with
 *     it.
 * Returns: 0, or -1.
 * Errors: as PyModule_AddObjectRef.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13.
 * Source: C-API "Module Objects", PyModule_Add.
 */
#if INSULATE_PRIV_API < 0x030d0000 && !defined(PyModule_Add)
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
insulate_module_add(PyObject *module, const char *name, PyObject *value)
{
    int result = insulate_module_add_object_ref(module, name, value);
    Py_XDECREF(value);
    return result;
}
#define PyModule_Add insulate_module_add
#endif

/* PyType_GetModuleByDef: the module of a class or of one of its bases, by definition.
 *   type: any type.
 *   definition: the definition, or PREFIX_module_token().
 * Returns: *borrowed*: the module of the first class in the MRO that a module with that
 *   definition created, or NULL.
 * Errors: TypeError if there is none.
 * Thread state: attached.  Not in traverse functions.
 * Since: 0.1; CPython 3.9, CPython's own since 3.11, in the limited API since 3.13.
 * Source: C-API "Type Objects", PyType_GetModuleByDef; Guide "Module State Access from
 *   Slot Methods, Getters and Setters".
 */
#if (INSULATE_PRIV_LIMITED ? INSULATE_PRIV_API < 0x030d0000                            \
                           : PY_VERSION_HEX < 0x030b0000)                              \
    && !defined(PyType_GetModuleByDef)
#define PyType_GetModuleByDef insulate_type_get_module_by_def
#endif

/* INSULATE_HAS_FREEZE: defined if PyType_Freeze is available: since 3.10 in the full
 * API, since 3.14 in the limited API.
 * Returns: 1.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.10.
 * Source: C-API "Type Objects", PyType_Freeze.
 */
#if INSULATE_PRIV_API >= 0x030e0000                                                    \
    || (!INSULATE_PRIV_LIMITED && PY_VERSION_HEX >= 0x030a0000)
#define INSULATE_HAS_FREEZE 1
#endif

/* PyType_Freeze: makes a class immutable once C code has set its attributes; test
 * INSULATE_HAS_FREEZE.
 *   type: a heap type of this module that no other thread uses yet; its bases must be
 *     immutable.
 * Returns: 0, or -1.
 * Errors: TypeError if a base is mutable.
 * Thread state: attached.
 * Since: 0.1; CPython 3.10, CPython's own since 3.14.
 * Source: C-API "Type Objects", PyType_Freeze.
 */
#if defined(INSULATE_HAS_FREEZE) && INSULATE_PRIV_API < 0x030e0000                     \
    && !defined(PyType_Freeze)
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
insulate_type_freeze(PyTypeObject *type)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t n_bases = mro == INSULATE_PRIV_NULL ? 0 : PyTuple_GET_SIZE(mro);
    for (Py_ssize_t i = 1; i < n_bases; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_IMMUTABLETYPE)) {
            PyErr_Format(PyExc_TypeError,
                         "Creating immutable type %s from mutable base %s",
                         type->tp_name, base->tp_name);
            return -1;
        }
    }
    type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    PyType_Modified(type);
    return 0;
}
#define PyType_Freeze insulate_type_freeze
#endif

/* PyObject_GetTypeData: the data of a class whose spec has a negative basicsize. In the
 * limited API before 3.12, it requires INSULATE_USE_PRIVATE_LAYOUT.
 *   self: an instance of `cls` or of a subclass.
 *   cls: a class that Insulate_NewType or Insulate_AddType created.
 * Returns: the data; it belongs to the instance.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.12.
 * Source: PEP 697.
 */
#if INSULATE_PRIV_API < 0x030c0000 && INSULATE_PRIV_HAS_TYPE_DATA                      \
    && !defined(PyObject_GetTypeData)
#define PyObject_GetTypeData insulate_object_get_type_data
#endif

/* Py_RELATIVE_OFFSET: a flag of PyMemberDef: the offset of the member is relative to
 * the data of a class whose spec has a negative basicsize. Before 3.12, only
 * Insulate_NewType and Insulate_AddType support it, not PyType_FromModuleAndSpec.
 * Returns: a flag of PyMemberDef.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9, CPython's own since 3.12.
 * Source: PEP 697.
 */
#ifndef Py_RELATIVE_OFFSET
#define Py_RELATIVE_OFFSET 8
#endif

/* Py_T_INT: the kind of a PyMemberDef. Also defined: Py_T_SHORT, Py_T_LONG, Py_T_FLOAT,
 * Py_T_DOUBLE, Py_T_STRING, Py_T_CHAR, Py_T_BYTE, Py_T_UBYTE, Py_T_USHORT, Py_T_UINT,
 * Py_T_ULONG, Py_T_STRING_INPLACE, Py_T_BOOL, Py_T_OBJECT_EX, Py_T_LONGLONG,
 * Py_T_ULONGLONG, Py_T_PYSSIZET.
 * Returns: a number.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9, CPython's own since 3.12.
 * Source: C-API "Common Object Structures", PyMemberDef.
 */
/* Py_READONLY: a flag of PyMemberDef: Python code cannot set the member.
 * Returns: a flag of PyMemberDef.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9, CPython's own since 3.12.
 * Source: C-API "Common Object Structures", PyMemberDef.
 */
#ifndef Py_READONLY
#define Py_READONLY 1
#endif
#ifndef Py_T_SHORT
#define Py_T_SHORT 0
#define Py_T_INT 1
#define Py_T_LONG 2
#define Py_T_FLOAT 3
#define Py_T_DOUBLE 4
#define Py_T_STRING 5
#define Py_T_CHAR 7
#define Py_T_BYTE 8
#define Py_T_UBYTE 9
#define Py_T_USHORT 10
#define Py_T_UINT 11
#define Py_T_ULONG 12
#define Py_T_STRING_INPLACE 13
#define Py_T_BOOL 14
#define Py_T_OBJECT_EX 16
#define Py_T_LONGLONG 17
#define Py_T_ULONGLONG 18
#define Py_T_PYSSIZET 19
#endif

/* -------------------------------------------------- back-ports: traverse functions */

/* PyType_GetModule_DuringGC: the module of a class, for traverse functions.
 *   type: any type.
 * Returns: *borrowed*: the module, or NULL.
 * Errors: none; no exception is set and none is lost.
 * Thread state: attached, or during a garbage collection.
 * Since: 0.1; CPython 3.9, CPython's own since 3.15.
 * Source: C-API "Supporting Cyclic Garbage Collection", PyType_GetModule_DuringGC.
 */
/* PyModule_GetState_DuringGC: PyModule_GetState, for traverse functions.
 *   module: a module object.
 * Returns: the state, which belongs to the module, or NULL.
 * Errors: none; no exception is set.
 * Thread state: attached, or during a garbage collection.
 * Since: 0.1; CPython 3.9, CPython's own since 3.15.
 * Source: C-API "Supporting Cyclic Garbage Collection", PyModule_GetState_DuringGC.
 */
/* PyType_GetModuleState_DuringGC: PyType_GetModuleState, for traverse functions.
 *   type: the defining class.
 * Returns: the state of its module, which belongs to that, or NULL.
 * Errors: none; no exception is set and none is lost.
 * Thread state: attached, or during a garbage collection.
 * Since: 0.1; CPython 3.9, CPython's own since 3.15.
 * Source: C-API "Supporting Cyclic Garbage Collection", PyType_GetModuleState_DuringGC.
 */
/* PyObject_GetTypeData_DuringGC: PyObject_GetTypeData, for traverse functions. In the
 * limited API before 3.12, it requires INSULATE_USE_PRIVATE_LAYOUT.
 *   self: an instance of `cls` or of a subclass.
 *   cls: a class that Insulate_NewType or Insulate_AddType created.
 * Returns: the data; it belongs to the instance.
 * Errors: none; no exception is set.
 * Thread state: attached, or during a garbage collection.
 * Since: 0.1; CPython 3.9, CPython's own since 3.15.
 * Source: C-API "Supporting Cyclic Garbage Collection", PyObject_GetTypeData_DuringGC.
 */
#if INSULATE_PRIV_API < 0x030f0000
#ifndef PyType_GetModule_DuringGC
#define PyType_GetModule_DuringGC insulate_type_get_module_during_gc
#endif
#ifndef PyModule_GetState_DuringGC
#define PyModule_GetState_DuringGC insulate_module_get_state_during_gc
#endif
#ifndef PyType_GetModuleState_DuringGC
#define PyType_GetModuleState_DuringGC insulate_type_get_module_state_during_gc
#endif
#if INSULATE_PRIV_HAS_TYPE_DATA && !defined(PyObject_GetTypeData_DuringGC)
#define PyObject_GetTypeData_DuringGC insulate_object_get_type_data_during_gc
#endif
#endif

/* -------------------------------------------------- back-ports: strong references */

/* Py_NewRef: a strong reference to an object.
 *   object: not NULL.
 * Returns: *strong*: the object.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.10.
 * Source: C-API "Reference Counting", Py_NewRef.
 */
/* Py_XNewRef: a strong reference to an object that may be NULL.
 *   object: or NULL.
 * Returns: *strong*: the object, or NULL.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.10.
 * Source: C-API "Reference Counting", Py_XNewRef.
 */
#if INSULATE_PRIV_API < 0x030a0000
#ifndef Py_NewRef
#define Py_NewRef(object) insulate_new_ref((PyObject *)(object))
#endif
#ifndef Py_XNewRef
#define Py_XNewRef(object) insulate_new_ref((PyObject *)(object))
#endif
#endif

/* PyList_GetItemRef: an item of a list, by its index.
 *   list: a list.
 *   index: from 0; negative ones are out of range.
 * Returns: *strong*: the item, or NULL.
 * Errors: IndexError; TypeError if `list` is not a list.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13.
 * Source: C-API "List Objects", PyList_GetItemRef.
 */
#if INSULATE_PRIV_API < 0x030d0000 && !defined(PyList_GetItemRef)
INSULATE_PRIV_INLINE PyObject *
insulate_list_get_item_ref(PyObject *list, Py_ssize_t index)
{
    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "expected a list");
        return INSULATE_PRIV_NULL;
    }
    return insulate_new_ref(PyList_GetItem(list, index));
}
#define PyList_GetItemRef insulate_list_get_item_ref
#endif

/* PyDict_GetItemRef: a value of a dictionary, by its key.
 *   dict: a dictionary.
 *   key: a hashable object.
 *   result: receives a *strong* reference to the value, or NULL.
 * Returns: 1 if the key exists, 0 without an exception if not, -1 on failure.
 * Errors: exceptions of hashing and comparing the key; SystemError if `dict` is not a
 *   dictionary.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13.
 * Source: C-API "Dictionary Objects", PyDict_GetItemRef.
 */
#if INSULATE_PRIV_API < 0x030d0000 && !defined(PyDict_GetItemRef)
INSULATE_PRIV_INLINE int
insulate_dict_get_item_ref(PyObject *dict, PyObject *key, PyObject **result)
{
    *result = insulate_new_ref(PyDict_GetItemWithError(dict, key));
    if (*result != INSULATE_PRIV_NULL) {
        return 1;
    }
    return PyErr_Occurred() ? -1 : 0;
}
#define PyDict_GetItemRef insulate_dict_get_item_ref
#endif

/* PyDict_GetItemStringRef: a value of a dictionary, by its key as a C string.
 *   dict: a dictionary.
 *   key: the key, in UTF-8.
 *   result: receives a *strong* reference to the value, or NULL.
 * Returns: 1 if the key exists, 0 without an exception if not, -1 on failure.
 * Errors: MemoryError; as PyDict_GetItemRef.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13.
 * Source: C-API "Dictionary Objects", PyDict_GetItemStringRef.
 */
#if INSULATE_PRIV_API < 0x030d0000 && !defined(PyDict_GetItemStringRef)
INSULATE_PRIV_INLINE int
insulate_dict_get_item_string_ref(PyObject *dict, const char *key, PyObject **result)
{
    PyObject *text = PyUnicode_FromString(key);
    int found;
    *result = INSULATE_PRIV_NULL;
    if (text == INSULATE_PRIV_NULL) {
        return -1;
    }
    *result = insulate_new_ref(PyDict_GetItemWithError(dict, text));
    found = *result != INSULATE_PRIV_NULL ? 1 : PyErr_Occurred() ? -1 : 0;
    Py_DECREF(text);
    return found;
}
#define PyDict_GetItemStringRef insulate_dict_get_item_string_ref
#endif

/* PyDict_SetDefaultRef: a value of a dictionary, which gets a default if it has none.
 *   dict: a dictionary.
 *   key: a hashable object.
 *   default_value: the value to insert if the key does not exist; borrowed.
 *   result: receives a *strong* reference to the value of the key, or NULL on failure; may
 *     be NULL.
 * Returns: 1 if the key existed, 0 if the default was inserted, -1 on failure.
 * Errors: MemoryError; as PyDict_GetItemRef.
 * Thread state: attached. Before 3.13 the lookup and the insertion are one step only if
 *   hashing and comparing the key do not run Python code.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13, in the limited API since 3.15.
 * Source: C-API "Dictionary Objects", PyDict_SetDefaultRef.
 */
#if (INSULATE_PRIV_API < 0x030d0000                                                    \
     || (INSULATE_PRIV_LIMITED && INSULATE_PRIV_API < 0x030f0000))                     \
    && !defined(PyDict_SetDefaultRef)
INSULATE_PRIV_INLINE int
insulate_dict_set_default_ref(PyObject *dict, PyObject *key, PyObject *default_value,
                              PyObject **result)
{
    PyObject *value = insulate_new_ref(PyDict_GetItemWithError(dict, key));
    int found = value != INSULATE_PRIV_NULL ? 1 : PyErr_Occurred() ? -1 : 0;
    if (found == 0) {
        if (PyDict_SetItem(dict, key, default_value) < 0) {
            found = -1;
        }
        else {
            value = insulate_new_ref(default_value);
        }
    }
    if (result != INSULATE_PRIV_NULL) {
        *result = value;
    }
    else {
        Py_XDECREF(value);
    }
    return found;
}
#define PyDict_SetDefaultRef insulate_dict_set_default_ref
#endif

/* PyWeakref_GetRef: the object of a weak reference, if it is still alive.
 *   reference: a weak reference or proxy.
 *   result: receives a *strong* reference to the object, or NULL.
 * Returns: 1 if it is alive, 0 without an exception if not, -1 on failure.
 * Errors: TypeError if `reference` is not a weak reference.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13.
 * Source: C-API "Weak Reference Objects", PyWeakref_GetRef.
 */
#if INSULATE_PRIV_API < 0x030d0000 && !defined(PyWeakref_GetRef)
#if PY_VERSION_HEX >= 0x030f0000
/* Removed from the headers, but still in the stable ABI. */
PyAPI_FUNC(PyObject *) PyWeakref_GetObject(PyObject *reference);
#endif
#if INSULATE_PRIV_GNU
#define INSULATE_PRIV_ALLOW_DEPRECATED                                                 \
    _Pragma("GCC diagnostic push")                                                     \
        _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define INSULATE_PRIV_FORBID_DEPRECATED _Pragma("GCC diagnostic pop")
#elif defined(_MSC_VER)
#define INSULATE_PRIV_ALLOW_DEPRECATED                                                 \
    __pragma(warning(push)) __pragma(warning(disable : 4996))
#define INSULATE_PRIV_FORBID_DEPRECATED __pragma(warning(pop))
#endif
INSULATE_PRIV_INLINE int
insulate_weakref_get_ref(PyObject *reference, PyObject **result)
{
    PyObject *object;
    *result = INSULATE_PRIV_NULL;
    if (!PyWeakref_Check(reference)) {
        PyErr_SetString(PyExc_TypeError, "expected a weakref");
        return -1;
    }
    INSULATE_PRIV_ALLOW_DEPRECATED
    object = PyWeakref_GetObject(reference);
    INSULATE_PRIV_FORBID_DEPRECATED
    if (object == INSULATE_PRIV_NULL) {
        return -1;
    }
    if (object == Py_None) {
        return 0;
    }
    *result = insulate_new_ref(object);
    return 1;
}
#define PyWeakref_GetRef insulate_weakref_get_ref
#endif

/* PyImport_AddModuleRef: a module of sys.modules, created empty if it does not exist.
 *   name: the module's name, in UTF-8.
 * Returns: *strong*: the module, or NULL.
 * Errors: MemoryError; exceptions of sys.modules.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13.
 * Source: C-API "Importing Modules", PyImport_AddModuleRef.
 */
#if INSULATE_PRIV_API < 0x030d0000 && !defined(PyImport_AddModuleRef)
INSULATE_PRIV_INLINE PyObject *
insulate_import_add_module_ref(const char *name)
{
    return insulate_new_ref(PyImport_AddModule(name));
}
#define PyImport_AddModuleRef insulate_import_add_module_ref
#endif

/* -------------------------------------------------- back-ports: critical sections */

/* Py_BEGIN_CRITICAL_SECTION: begins a block that only one thread at a time can execute
 * for an object. It does nothing in builds with a GIL, which protects code that does
 * not call Python.
 *   op: the object whose fields the block uses.
 * Returns: the beginning of a block.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13, in the limited API since 3.15.
 * Source: C-API "Synchronization Primitives", Py_BEGIN_CRITICAL_SECTION.
 */
/* Py_END_CRITICAL_SECTION: ends the block of Py_BEGIN_CRITICAL_SECTION.
 * Returns: the end of a block.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13, in the limited API since 3.15.
 * Source: C-API "Synchronization Primitives", Py_END_CRITICAL_SECTION.
 */
/* Py_BEGIN_CRITICAL_SECTION2: Py_BEGIN_CRITICAL_SECTION for two objects at once.
 *   a, b: the objects; they may be the same.
 * Returns: the beginning of a block.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13, in the limited API since 3.15.
 * Source: C-API "Synchronization Primitives", Py_BEGIN_CRITICAL_SECTION2.
 */
/* Py_END_CRITICAL_SECTION2: ends the block of Py_BEGIN_CRITICAL_SECTION2.
 * Returns: the end of a block.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9, CPython's own since 3.13, in the limited API since 3.15.
 * Source: C-API "Synchronization Primitives", Py_END_CRITICAL_SECTION2.
 */
/* Other headers define them with the same text, which is no conflict. */
#ifndef Py_BEGIN_CRITICAL_SECTION
/* clang-format off: it takes the braces for blocks. */
#define Py_BEGIN_CRITICAL_SECTION(op) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#define Py_END_CRITICAL_SECTION2() }
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_BACKPORTS_H */
