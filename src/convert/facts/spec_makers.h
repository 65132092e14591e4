#ifndef INSULATE_CONVERT_FACTS_SPEC_MAKERS_H
#define INSULATE_CONVERT_FACTS_SPEC_MAKERS_H

#include "model/source.h"

/* A function of the API that makes a type of a PyType_Spec. */
struct spec_maker {
    const char *name;
    int module; /* the argument; -1: it has none */
    bool has_bases;
};

/* What CALL makes a heap type without a module by; NULL: it does not. */
const struct spec_maker *maker_without_module(const struct node *call);

#endif
