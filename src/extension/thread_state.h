/* The thread state that a function runs with. */
#ifndef INSULATE_EXTENSION_THREAD_STATE_H
#define INSULATE_EXTENSION_THREAD_STATE_H

#include "extension/extension.h"

enum thread_state {
    STATE_OF_IMPORT,  /* attached, of the interpreter that imports the module; then only */
    STATE_OF_CALLER,  /* attached, of the interpreter whose code calls it */
    STATE_UNKNOWN,    /* other code has its address, or can call it by its name */
    STATE_NONE,       /* a new thread begins with it: none until it attaches one */
};

/* What FUNCTION is called with.  *OUT_USE, if not NULL, becomes the name that gives its
 * address away, or NULL.  ARENA is scratch. */
enum thread_state thread_state_of(struct arena *arena, const struct extension *extension,
                                  const struct function *function,
                                  const struct node **out_use);

/* The call of PyGILState_Ensure in FUNCTION with which a thread that CPython does not know
 * may attach itself to the main interpreter; NULL: there is none. */
const struct node *foreign_attachment(struct arena *arena,
                                      const struct extension *extension,
                                      const struct function *function);

#endif
