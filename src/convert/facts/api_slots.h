#ifndef INSULATE_CONVERT_FACTS_API_SLOTS_H
#define INSULATE_CONVERT_FACTS_API_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

bool is_type_record(const char *record);
bool is_teardown_slot(const char *slot);

/* "nb_add" for Py_nb_add's number; NULL if there is none. */
const char *slot_name(int64_t number);

#endif
