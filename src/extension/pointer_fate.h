/* What becomes of what a pointer leads to. */
#ifndef INSULATE_EXTENSION_POINTER_FATE_H
#define INSULATE_EXTENSION_POINTER_FATE_H

#include "model/source.h"

/* In the order of what they demand. */
enum pointer_fate {
    POINTER_USED,     /* it is read, asked, or handed to what only looks at it */
    POINTER_RELEASED, /* it is given to the function that takes it back */
    POINTER_SHARED,   /* somebody else has it, too, it moves on, or nothing is known */
};

/* What becomes of the value that USE of a pointer has there, through locals and the functions of
 * the project, if RELEASER takes it back. */
enum pointer_fate pointer_fate(const struct node *use, const char *releaser);

/* Is the variable of USE, whose value is given away there, given another by what comes next,
 * before anything else happens? */
bool pointer_is_replaced(const struct node *use);

#endif
