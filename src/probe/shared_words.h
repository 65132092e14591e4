/* The words that all threads share: the extension's writable data, the module state and
 * instances. */
#ifndef INSULATE_PROBE_SHARED_WORDS_H
#define INSULATE_PROBE_SHARED_WORDS_H

#include "probe/python.h"

#include <stddef.h>
#include <stdint.h>

#define SHARED_WORD_LIMIT 8192

/* Looks up where they lie; needs an attached thread.  INSTANCES is a list. */
void shared_words_find(struct py_object *module, struct py_object *instances);
int shared_words_count(void);
/* Their values now, in an array of SHARED_WORD_LIMIT. */
void shared_words_read(uint64_t *values);
/* "word 2 of the module state". */
void shared_words_name(int index, char *text, size_t size);
/* Where word INDEX lies. */
uintptr_t shared_words_address(int index);
/* Is the address in one of them? */
bool shared_words_has(uintptr_t address);
/* The same for an address; false if it is in none of them. */
bool shared_words_name_address(uintptr_t address, char *text, size_t size);
/* Does the value look like an address? */
bool shared_words_is_address(uint64_t value);

#endif
