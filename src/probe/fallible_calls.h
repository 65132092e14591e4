/* Functions of the C API that the extension calls and that can fail: they do so on
 * demand, with MemoryError, and leave everything as it was.  What an extension does
 * when PyModule_AddObjectRef or PyDict_SetItem fails, no allocation may show: most calls
 * need none. */
#ifndef INSULATE_PROBE_FALLIBLE_CALLS_H
#define INSULATE_PROBE_FALLIBLE_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Puts own functions in the place of those that the extension has imported.  Once; the
 * extension is loaded. */
void fallible_calls_prepare(void);

/* From now on the calls are noted as sites, each once in the life of the process, but for
 * those where an allocation can fail (fault_injection_allocates). */
void fallible_calls_learn(void);

/* From now on the call of this site fails, the first time; -1: none. */
void fallible_calls_begin(long site);

/* Ends either.  Returns how many sites are known. */
long fallible_calls_end(void);

/* Is it code that stands between the extension and what it calls? */
bool fallible_calls_has_code(uintptr_t address);

/* Where the call was made that failed, or 0; and the name of its function. */
uintptr_t fallible_calls_place(void);
const char *fallible_calls_name(void);

#endif
