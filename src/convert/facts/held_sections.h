/* The critical sections that code runs in. */
#ifndef INSULATE_CONVERT_FACTS_HELD_SECTIONS_H
#define INSULATE_CONVERT_FACTS_HELD_SECTIONS_H

#include "convert/facts/shared_places.h"

/* The bit of the module among those of parameters. */
#define HOLDS_MODULE (UINT32_C(1) << 31)

/* By function id: a bit for each parameter whose section all callers hold. */
struct held_sections {
    const struct conversion *c;
    const struct thread_functions *functions;
    uint32_t *held;
};

/* The sections that are there, and those that each function would take of its parameters
 * WANTED, by id (NULL: none). */
struct held_sections held_sections_read(const struct conversion *c,
                                        const struct thread_functions *functions,
                                        const uint32_t *wanted);

/* The bit of OBJECT in the function of NODE; 0: it is no parameter. */
uint32_t object_bit(const struct node *object);

/* Is OBJECT, an instance, held at NODE, or known to no other thread? */
bool object_is_held(const struct held_sections *sections, const struct node *node,
                    const struct node *object);

/* Is ACCESS to PLACE in a section of its object, or is that nobody else's? */
bool access_is_held(const struct held_sections *sections, const struct shared_place *place,
                    const struct shared_access *access);

/* Is a section around NODE in its function of what NODE, an expression, names? */
bool node_is_in_section(const struct conversion *c, const struct node *node,
                        const struct node *object);

/* Is FUNCTION called directly only: static, and its address goes nowhere? */
bool function_is_helper(const struct function *function);

#endif
