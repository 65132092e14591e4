#ifndef INSULATE_CONVERT_FACTS_MENTIONS_H
#define INSULATE_CONVERT_FACTS_MENTIONS_H

#include "convert/conversion.h"
#include "convert/facts/inactive/words.h"

struct name {
    const char *text;
    const struct variable *variable;
    const struct function *function;
    const struct macro *macro;
};

/* Find every mention in the files of the project. */
void plan_mentions(struct conversion *c);

/* WORD, in the body of MACRO, begins a name that it puts together, of VARIABLE too. */
void add_pasted_mention(struct conversion *c, const struct word *word,
                        const struct variable *variable, const struct macro *macro);

#endif
