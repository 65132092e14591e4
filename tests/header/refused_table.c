/* Must not compile: a table of methods tells classes apart. */
#include "insulate.h"

#define FIELDS(X) X(DATA, int number)
INSULATE_STATE(refused, FIELDS)
INSULATE_INSTANCE(One, refused, FIELDS)
INSULATE_INSTANCE(Two, refused, FIELDS)

static PyMethodDef table[] = {INSULATE_METHODS_END};

INSULATE_CLASS(One, "refused.One", 0, table, One_new_default, INSULATE_SLOT_END)
INSULATE_CLASS(Two, "refused.Two", 0, table, Two_new_default, INSULATE_SLOT_END)
