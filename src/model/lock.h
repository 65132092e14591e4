/* Locks: what serves the whole process on purpose. */
#ifndef INSULATE_MODEL_LOCK_H
#define INSULATE_MODEL_LOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "model/source.h"

/* Is one of WORDS in TYPE's name or in that of its elements, not as a part of a longer
 * name? */
bool type_has_word(const struct type *type, const char *const *words, size_t n_words);
/* Is TYPE a lock, or a key to data of the thread: it serves what is not of one
 * interpreter, on purpose?  A struct of nothing but locks is one, too. */
bool type_is_lock(const struct type *type);
/* Is TYPE of C++'s standard library, and holds a lock for as long as it lives? */
bool type_is_lock_holder(const struct type *type);

#endif
