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

/* WORD as a mention that means nothing yet. */
struct mention mention_of(const struct word *word);

/* Find every mention in the files of the project. */
void plan_mentions(struct conversion *c);

/* One more. */
void add_mention(struct conversion *c, struct mention mention);

#endif
