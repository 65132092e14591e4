/* insulate/deprecated.h: the single-file insulate.h: includes all parts and defines the
 * old names. It will be removed in the release after 0.1; docs/header-upgrade.md lists
 * the replacements.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_DEPRECATED_H
#define INSULATE_DEPRECATED_H

#include "../insulate.h"
#include "backports.h"
#include "callbacks.h"
#include "capsules.h"
#include "class_state.h"
#if INSULATE_PRIV_HAS_TYPE_DATA
#include "extension_class.h"
#endif
#include "threads.h"

#define Insulate_AddObjectRef PyModule_AddObjectRef
#define Insulate_GetModuleByDef PyType_GetModuleByDef
#define Insulate_IsHeapType(TYPE) (PyType_HasFeature((TYPE), Py_TPFLAGS_HEAPTYPE) != 0)
#define Insulate_TypeModule_DuringGC PyType_GetModule_DuringGC
#define Insulate_ModuleState_DuringGC PyModule_GetState_DuringGC
#define Insulate_TypeModuleState_DuringGC PyType_GetModuleState_DuringGC
#define Insulate_GetTypeData PyObject_GetTypeData
#define Insulate_TypeData_DuringGC PyObject_GetTypeData_DuringGC
#define INSULATE_RELATIVE_OFFSET Py_RELATIVE_OFFSET
#ifdef INSULATE_HAS_FREEZE
#define Insulate_FreezeType PyType_Freeze
#endif
#define INSULATE_BEGIN_CRITICAL_SECTION Py_BEGIN_CRITICAL_SECTION
#define INSULATE_END_CRITICAL_SECTION Py_END_CRITICAL_SECTION

#endif /* INSULATE_DEPRECATED_H */
