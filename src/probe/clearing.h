/* The extension's clear functions, as the collector and m_free call them. */
#ifndef INSULATE_PROBE_CLEARING_H
#define INSULATE_PROBE_CLEARING_H

#include "probe/python.h"

#include <stdbool.h>

/* Adds functions for Python code to a namespace:
 *   _clear(object)          calls m_clear of a module, or tp_clear of an instance, if the
 *                           extension has one; returns whether it has
 *   _state_objects(module)  a list of the objects in the module's state */
bool clearing_add_functions(struct py_object *names);

#endif
