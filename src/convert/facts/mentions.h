#ifndef INSULATE_CONVERT_FACTS_MENTIONS_H
#define INSULATE_CONVERT_FACTS_MENTIONS_H

#include "convert/conversion.h"
#include "convert/facts/inactive/words.h"

/* One identifier that means a project variable, function or macro. */
struct mention {
    const struct source_file *file;
    uint32_t begin, end; /* of the word */
    uint32_t qualifier;  /* of `spam::` in front of it; `begin` if there is none */
    uint32_t address;    /* of the & in front of both; `qualifier` if there is none */
    uint32_t member;     /* behind the dot that follows; `end` if there is none */
    bool is_inactive;    /* in code that no configuration of the run compiles */
    bool is_behind_type; /* a word that can be a type's, or a star, is in front */
    bool is_joined;      /* # or ## stands beside it */
    const struct variable *variable; /* exactly one of the three is set */
    const struct function *function;
    const struct macro *macro;
    const struct function *within; /* the function whose body holds it */
    const struct macro *in_macro;  /* the macro whose body holds it */
    const struct variable *holder; /* the variable in whose initialiser it is */
    const struct node *node;       /* NULL in inactive code and in arguments of
                                       macros that drop them */
    bool is_pasted; /* the token begins a name that in_macro puts together, of the
                       variable and, in other uses of the macro, of others: token_pasting.c */
};

struct name {
    const char *text;
    const struct variable *variable;
    const struct function *function;
    const struct macro *macro;
};

/* Find every mention in the files of the project: the same for all attempts of a run. */
void plan_mentions(struct conversion *c);

/* WORD, in the body of MACRO, begins a name that it puts together, of VARIABLE too. */
void add_pasted_mention(struct conversion *c, const struct word *word,
                        const struct variable *variable, const struct macro *macro);

/* How many there are, and number I, from 0. */
size_t mention_count(const struct conversion *c);
const struct mention *mention_at(const struct conversion *c, size_t i);

/* The mention in FUNCTION behind LAST (NULL: the first); NULL behind the last. */
const struct mention *next_mention_in(const struct conversion *c,
                                      const struct function *function,
                                      const struct mention *last);

/* For all attempts of a run; nothing is read yet. */
struct mentions *mentions_new(struct arena *arena);
/* Before the first question of an attempt. */
void mentions_begin(struct conversion *c, struct mentions *common);

#endif
