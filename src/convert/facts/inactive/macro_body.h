/* What the definition of a macro says.  It has no tree: the compiler sees what its uses
 * make only. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_MACRO_BODY_H
#define INSULATE_CONVERT_FACTS_INACTIVE_MACRO_BODY_H

#include "base/arena.h"
#include "convert/facts/inactive/words.h"
#include "model/extent.h"

/* The name of parameter I of MACRO; false if it has less. */
bool macro_parameter(const struct macro *macro, size_t i, struct range *out);
/* The number of the parameter of MACRO that is spelled as [BEGIN, END) of FILE is; -1:
 * none. */
int macro_parameter_number(const struct macro *macro, const struct source_file *file,
                           uint32_t begin, uint32_t end);
/* Does the body begin with `return`? */
bool macro_is_return(const struct macro *macro);
/* Is the word at OFFSET of the body nothing else than all of it? */
bool macro_is_word(const struct macro *macro, uint32_t begin, uint32_t end);
bool macro_has_word(const struct macro *macro, const char *word);
/* Does the body give fields of a type: `.tp_name`? */
bool macro_fills_types(const struct macro *macro);
/* Is PARAMETER called wherever the body of MACRO has it, or the last there, so that the
 * macro around calls it? */
bool macro_only_calls(const struct macro *macro, const char *parameter);
/* The name of the parameter for an argument by its number, __VA_ARGS__ for the rest; NULL:
 * MACRO has none. */
const char *macro_parameter_for(struct arena *arena, const struct macro *macro,
                                size_t argument);
/* Does # or ## stand beside TOKEN of the body? */
bool macro_joins(const struct macro *macro, size_t token);
/* Does the body of MACRO make names and texts of PARAMETER only, by ## and #? */
bool macro_only_spells(const struct macro *macro, const char *parameter);
/* The head and, behind its brace, the body of the first function that MACRO defines. */
bool macro_made_function(const struct macro *macro, struct brackets *out_head,
                         uint32_t *out_body);
/* The statement `return …` that begins at OFFSET of the body, without its semicolon. */
bool macro_return(const struct macro *macro, uint32_t offset, struct range *out);
/* The statement `Py_XDECREF(x);` of the body whose x is at OFFSET, up to the next token; that
 * right in front of OFFSET; the first whose x is spelled as NAME, of the same file, is. */
bool macro_release_of(const struct macro *macro, uint32_t offset, struct range *out);
bool macro_release_before(const struct macro *macro, uint32_t offset, struct range *out);
bool macro_release_by_name(const struct macro *macro, const struct range *name,
                           struct range *out);
/* What the body gives to FIELD: behind `.field =`, with blanks for its line
 * continuations; NULL if it is not written so. */
const char *macro_value(struct arena *arena, const struct macro *macro,
                        const char *field);
/* The first word of the next name that the body puts together with ##. */
bool macro_next_paste(const struct macro *macro, struct word *io_word);
/* What the name that begins at OFFSET of the body is for USE; NULL: not a plain name. */
const char *macro_pasted_name(struct arena *arena, const struct macro *macro,
                              uint32_t offset, const struct expansion *use);
/* The number 0 that WORD, a macro, is defined as here. */
bool word_number(const struct word *word, struct range *out);
/* Is the word that begins at OFFSET compared by its address: `== &word`? */
bool word_is_compared(const struct source_file *file, uint32_t offset);
/* A macro of several words, in a #define that is not compiled, around OFFSET, where it is
 * in the body, and no parameter: its name; is it like a function? */
bool inactive_macro(const struct source_file *file, uint32_t offset,
                    struct range *out_name, bool *out_function_like);
/* The parameters of the next inactive definition of a macro like a function behind WORD,
 * which becomes its name. */
bool inactive_macro_next(struct word *word, struct brackets *out);

#endif
