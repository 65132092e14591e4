/* Who owns the objects that functions of the C API give and take. */
#ifndef INSULATE_EXTENSION_REFERENCES_H
#define INSULATE_EXTENSION_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>

#include "model/source.h"

enum reference {
    REFERENCE_NEW,      /* the caller's; what is not known counts as that */
    REFERENCE_BORROWED, /* an object that belongs to something else */
    REFERENCE_POINTER,  /* no object, or one behind a pointer, that belongs elsewhere */
    REFERENCE_NONE,     /* the result is no object */
};
/* What the function or macro NAME of the C API gives, by its documentation. */
enum reference reference_given_by(const char *name);
/* The number of the argument whose reference NAME takes; -1: none; or all. */
enum { REFERENCE_STOLEN_ALL = -2 };
int reference_stolen_by(const char *name);
/* Does it take it only where it does not fail? */
bool reference_is_stolen_on_success(const char *name);
/* Does the table have it? */
bool reference_is_listed(const char *name);

/* Does NAME crash where its argument number N is NULL? */
bool argument_must_be_there(const char *name, size_t n);

/* Does CALL give an object that lives for ever: a truth value, or a small number?  A
 * reference to it that is lost costs nothing. */
bool call_gives_immortal(const struct node *call);

/* Is NODE a call whose result is an object that belongs to something else? */
bool call_gives_borrowed(const struct node *node);

#endif
