/* What writes modules for their authors, and what to do there for isolated ones. */
#ifndef INSULATE_MODEL_GENERATOR_H
#define INSULATE_MODEL_GENERATOR_H

#include <stdbool.h>

enum generator {
    GENERATOR_NONE, /* a human, or nothing that is known here */
#define GENERATOR(id, name, remedy, ending, word, macro) GENERATOR_##id,
#include "model/generators.inc"
#undef GENERATOR
};

const char *generator_name(enum generator generator);   /* NULL for none */
const char *generator_remedy(enum generator generator); /* the end of a sentence; NULL */

/* The one with whose name TEXT begins ("Cython 3.1.2"); TEXT may be NULL. */
enum generator generator_named(const char *text);
/* The one whose init functions MACRO makes ("NB_MODULE"). */
enum generator generator_of_macro(const char *macro);

/* Could a file of this NAME be the input of one (x.pyx, lib.rs)? */
bool generator_reads_name(const char *name);
/* The one whose input a file of this NAME and TEXT is. */
enum generator generator_reading(const char *name, const char *text);

#endif
