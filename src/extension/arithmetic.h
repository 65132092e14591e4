/* Numbers of #if: C11 6.10.1 has them as intmax_t and uintmax_t, and arithmetic of them
 * goes as in the language, but without its undefined behaviour: what is undefined, or an
 * error, is not known here. */
#ifndef INSULATE_EXTENSION_ARITHMETIC_H
#define INSULATE_EXTENSION_ARITHMETIC_H

#include <stdbool.h>
#include <stddef.h>

/* A number, or one that is not known here, or only how small it may be. */
struct value {
    bool is_known, is_unsigned;
    long long number; /* of an unsigned one, the bits */
    bool is_least;    /* not known, but that it is at least NUMBER */
};

struct value value_of(long long number);
/* NUMBER, not negative, or any above it. */
struct value value_at_least(long long number);
/* Is it known to be other than 0; to be 0? */
bool value_is_true(struct value value);
bool value_is_false(struct value value);

/* What the SIZE bytes of TEXT, an integer or a character constant, mean. */
struct value value_of_text(const char *text, size_t size);

/* A OP B, for all binary operators of #if but the comma. */
struct value value_joined(struct value a, const char *op, struct value b);

/* OP A; OP is one of + - ~ and !. */
struct value value_changed(char op, struct value a);

/* TEST ? A : B. */
struct value value_chosen(struct value test, struct value a, struct value b);

#endif
