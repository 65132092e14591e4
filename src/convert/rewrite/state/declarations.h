#ifndef INSULATE_CONVERT_REWRITE_STATE_DECLARATIONS_H
#define INSULATE_CONVERT_REWRITE_STATE_DECLARATIONS_H

#include "convert/rewrite/rewriter.h"

/* Where the declaration begins that this declarator is part of: behind the statement
 * before it. */
uint32_t declaration_begin(const struct declaration *declaration);

/* Does another variable stand in the same declaration? */
bool is_one_of_several(const struct declaration *declaration);

/* Where the comment above the declaration begins; the line of the declaration if
 * there is none that is its own. */
uint32_t comment_above(const struct declaration *declaration);

/* Does all that is declared together with DECLARATION move to the state? */
bool declaration_goes(const struct conversion *c, const struct declaration *declaration);

/* Take the declarations of VARIABLE, which moves, away. */
void remove_declarations(struct rewriter *r, const struct variable *variable);

#endif
