/* What becomes of the statements of the function that made the module. */
#ifndef INSULATE_CONVERT_PLAN_INIT_STEPS_H
#define INSULATE_CONVERT_PLAN_INIT_STEPS_H

#include "convert/conversion.h"

enum init_step_kind {
    INIT_REMOVES,        /* RANGE, a statement, goes */
    INIT_LEAVES_TEXT,    /* TEXT stands for it, as the grammar needs a statement there */
    INIT_CUTS,           /* RANGE, a part of a statement, goes */
    INIT_GIVES,          /* RANGE, an expression whose value was the new module, is TEXT */
    INIT_STORES,         /* the field of the state gets the module */
    INIT_KEEPS,          /* the variable gets the module, and a reference of its own */
    INIT_DECLARES,       /* its initialiser, up to the end of the declaration, does so */
    INIT_LENDS,          /* the variable gets the module, and owns nothing */
    INIT_DECLARES_LENT,  /* its initialiser is the module, which it does not own */
    INIT_RETURNS,        /* RANGE returns TEXT */
    INIT_RETURNS_ASKING, /* 0, or -1 where what was not asked for left an exception */
    INIT_RETURNS_CHOICE, /* a conditional expression: TEXT, or else OTHER */
    INIT_RETURNS_ERROR,  /* what sets the exception is called in front of it */
    INIT_RETURNS_COMMA,  /* the same, in one expression: it is no statement of a block */
    INIT_RETURNS_PASSED, /* the module from a helper that was handed it, or NULL */
    INIT_RETURNS_KEPT,   /* the variable, which owns a reference, or is NULL */
    INIT_RETURNS_BRACED, /* the same in braces, behind the condition of NODE, an `if` */
    INIT_CHECKS,         /* NODE is a call whose failure was ignored: it ends the import;
                            TEXT: a blank and the comment behind it, or nothing */
    INIT_ASKS,           /* RANGE, empty, behind constants of which NODE is the first: one test ends
                            the import if adding one failed */
    INIT_RETURNS_BY,     /* RANGE, the use of a macro that returns, is TEXT, one that returns -1 */
    INIT_RETURNS_LENT,   /* the variable, which owns nothing, and may be NULL */
};

struct init_step {
    enum init_step_kind kind;
    const struct node *node; /* the statement; NULL: it is not compiled, or in a macro */
    const struct source_file *file;
    struct range range;
    const char *text, *other;
    const char *reason; /* of the edit */
};

/* Before the first step. */
void init_steps_begin(struct conversion *c);

void add_init_step(struct conversion *c, struct init_step step);

/* Step number I (from 0) in the order in which they are made, or NULL behind the last. */
const struct init_step *init_step_at(const struct conversion *c, size_t i);

#endif
