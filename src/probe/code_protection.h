/* The extension's code, not executable: the call that reaches it next faults at its first
 * instruction, however much ran before it. */
#ifndef INSULATE_PROBE_CODE_PROTECTION_H
#define INSULATE_PROBE_CODE_PROTECTION_H

#include <stdbool.h>
#include <stdint.h>

/* Returns false where that cannot be, as in pages that are written to, too. */
bool code_protection_prepare(void);

/* For all threads.  In a signal handler, too. */
void code_protection_begin(void);
void code_protection_end(void);

/* Is the address in code that may be protected? */
bool code_protection_has(uintptr_t address);

#endif
