#ifndef INSULATE_CONVERT_FACTS_HANDED_REFERENCES_H
#define INSULATE_CONVERT_FACTS_HANDED_REFERENCES_H

#include "convert/conversion.h"

/* Does the function of the project that CALL calls give the reference of ARGUMENT away, wherever
 * it succeeds? */
bool hands_on(const struct conversion *c, const struct node *call,
              const struct node *argument);

/* Does the call that has USE as an argument take its reference over: one of the C API, by its
 * name or an N of its format, or a function that hands it on?  A macro may have written the call,
 * or be given what it passes. */
bool is_handed_over(const struct conversion *c, const struct node *use);

#endif
