/* What the module's init function hands over: PEP 489 definition, PEP 793 slots or
 * a finished module; and what the slots declare. */
#ifndef INSULATE_PROBE_DEFINITION_H
#define INSULATE_PROBE_DEFINITION_H

#include "probe/python.h"

/* Calls the init function of the file in a forked copy of this process, which it may
 * harm as it likes, and reports `init`.  Returns false if nothing was learnt. */
bool definition_report(const char *name, const char *path);

/* The library that holds the module's definition, which may be another than its file
 * (mypyc's are shells around one); NULL if unknown. */
const char *definition_home(struct py_object *module);

/* m_size of an imported module's definition; 0 where there is none. */
size_t definition_state_size(struct py_object *module);

/* m_traverse of an imported module's definition; NULL where there is none. */
py_traverse definition_traverse(struct py_object *module);

/* The same of m_clear. */
py_clear definition_clear(struct py_object *module);

/* Reports `init` from the definition that an imported module object carries. */
void definition_report_of(struct py_object *module);

#endif
