/* A module planned and rewritten once.  One that cannot be converted whole is attempted again
 * on lower rungs: see ladder.h. */
#ifndef INSULATE_CONVERT_ATTEMPT_H
#define INSULATE_CONVERT_ATTEMPT_H

#include "convert/rewrite/rewriter.h"

/* What all attempts of a run have in common. */
struct conversion_request {
    const struct extension *extension;
    const struct convert_options *options;
    struct arena *arena;
    struct findings *findings;
    const struct module *const *modules; /* all that the run converts */
    size_t n_modules;
    const struct conditions *conditions; /* facts/inactive/conditionals.h */
    struct mentions *mentions;           /* facts/mentions.h */
};

struct attempt {
    const struct conversion_request *request;
    bool leaves_out_assertions; /* see conversion.h */
    const bool *constants;      /* see conversion.h */
    const char *const *settings;
    bool leaves_claim; /* nothing is declared of a module that is converted already */
    struct conversion c;
    struct rewriter r;
};

/* Begin the conversion of MODULE on RUNG with what it is; nothing is planned yet.
 * KEPT_STATICS, see conversion.h, is NULL on other rungs than RUNG_SOME_STATICS. */
void attempt_begin(struct attempt *a, const struct conversion_request *request,
                   const struct module *module, enum rung rung,
                   const char *const *kept_statics);

/* Plan it, and rewrite it if nothing stands against it. */
void attempt_run(struct attempt *a);

/* Guard what threads share of a module that the attempt found nothing else to do for; of
 * another one say that it comes first. */
void attempt_guard(struct attempt *a);

#endif
