#ifndef INSULATE_CONVERT_FACTS_INITIAL_TEXTS_H
#define INSULATE_CONVERT_FACTS_INITIAL_TEXTS_H

#include "convert/conversion.h"

/* The text that the characters of VARIABLE begin with, spelled out where it is declared. */
struct initial_text {
    const struct node *text; /* NULL: it begins otherwise */
    bool fills;              /* the text is as long as the array, or longer */
};

struct initial_text begins_as_text(const struct variable *variable);

#endif
