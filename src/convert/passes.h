/* The passes of a conversion, as tables. */
#ifndef INSULATE_CONVERT_PASSES_H
#define INSULATE_CONVERT_PASSES_H

#include "convert/rewrite/rewriter.h"

enum phase {
    PHASE_SELECTION, /* what the module is, and what moves */
    PHASE_PLAN,      /* who needs the state, and has it from where */
    PHASE_CHECK,     /* what else stands against it; not begun of a module refused */
    PHASE_THREADS,   /* what guards a module that is isolated already */
    PHASE_CLAIM,     /* what a module declares that has nothing to convert */
};

/* A pass that finds out and decides. */
struct pass {
    const char *name;
    enum phase phase;
    void (*run)(struct conversion *c);
    /* Files below src/convert/, without .c, whose fields it reads, and writes. */
    const char *reads, *writes;
};

/* A pass that writes what is decided. */
struct rewrite_pass {
    const char *name;
    void (*run)(struct rewriter *r);
    const char *reads, *writes;
};

/* Run the passes up to those of LAST; false: there is nothing to do, or the plan refused the
 * module before what else stands against it was asked. */
bool passes_run(struct conversion *c, enum phase last);

/* Plan and write what guards a module without the GIL: nothing else is rewritten then. */
void passes_guard(struct conversion *c);
void passes_rewrite_guards(struct rewriter *r);

/* Plan and write what a module declares that has nothing to convert. */
void passes_claim(struct conversion *c);
void passes_rewrite_claim(struct rewriter *r);

/* Run those that rewrite, of a module that is not refused, and has something to do. */
void passes_rewrite(struct rewriter *r);

#endif
