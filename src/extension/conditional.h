/* What of a file the preprocessor would keep under another Python than the one whose
 * headers were read. */
#ifndef INSULATE_EXTENSION_CONDITIONAL_H
#define INSULATE_EXTENSION_CONDITIONAL_H

#include <stdint.h>

#include "base/arena.h"
#include "extension/condition.h"

/* Is OFFSET of FILE part of the program in BUILD, as far as #if conditions over the
 * version tell?  UNKNOWN where one asks for anything else. */
enum truth offset_is_compiled(const struct source_file *file, uint32_t offset,
                              const struct build *build);

/* The conditions of a whole project under one build, with what its own #define
 * directives say. */
struct conditions;

/* All is in ARENA; SOURCE is borrowed, BUILD copied but its settings. */
const struct conditions *conditions_new(struct arena *arena, const struct source *source,
                                        const struct build *build);
/* Is OFFSET of FILE part of the program? */
enum truth conditions_at(const struct conditions *conditions,
                         const struct source_file *file, uint32_t offset);
/* What the condition of the directive is whose '#' is token HASH of FILE. */
enum truth conditions_test(const struct conditions *conditions,
                           const struct source_file *file, size_t hash);
/* For each of the N tokens of FILE, in order: is it part of the program?  WISHES may
 * be NULL; else WISHES[i] becomes what would make an UNKNOWN one a YES: none where no
 * defines of the project's own do. */
void conditions_evaluate(const struct conditions *conditions,
                         const struct source_file *file, const uint32_t *tokens, size_t n, enum truth *out_truths,
                         struct macro_settings *wishes);

#endif
