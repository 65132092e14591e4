/* Uses of fields of instances whose object no section holds, followed to the functions that
 * have the object from somewhere else than their callers. */
#ifndef INSULATE_CONVERT_FACTS_UNHELD_USES_H
#define INSULATE_CONVERT_FACTS_UNHELD_USES_H

#include "convert/facts/held_sections.h"

enum unheld_from {
    UNHELD_PARSED,    /* a call puts it into a local: PyArg_ParseTuple */
    UNHELD_PARAMETER, /* CPython, or an unknown caller, gives it */
    UNHELD_MEMBER,    /* another object has it */
    UNHELD_CALL,      /* a call gives it */
    UNHELD_UNKNOWN,
};

struct unheld_use {
    const struct node *node;   /* the use, or the call that leads to it */
    const struct node *object; /* as that names it; NULL: it is not seen */
    enum unheld_from from;
    const char *name; /* of the variable, the member or the call; "" */
    const char *call; /* UNHELD_PARSED: what puts it there */
};

enum { UNHELD_MOST = 64 };

struct unheld_uses {
    struct unheld_use items[UNHELD_MOST];
    size_t n_items;
};

/* Those of PLACE, one for each object of each function. */
void unheld_uses_read(const struct held_sections *sections, const struct shared_place *place,
                      struct unheld_uses *out);

#endif
