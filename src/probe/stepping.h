/* One thread is run instruction by instruction while it executes code of the extension,
 * and is held in front of one of its accesses to memory, so that other threads run in
 * between.  x86-64 only.
 *
 * The places where it may be held are numbered from 0: in front of an instruction that
 * accesses memory other than the thread's stack, and behind each call of a function of the
 * interpreter or the C library.  Such functions are not stepped through. */
#ifndef INSULATE_PROBE_STEPPING_H
#define INSULATE_PROBE_STEPPING_H

#include <stdbool.h>
#include <stdint.h>

/* Once per process.  Returns false where threads cannot be stepped. */
bool stepping_prepare(void);

enum { STEPPING_NOWHERE = -1 };

/* The calling thread begins with the next call of code of the extension, and is held at
 * place number STOP_AT. */
void stepping_begin(long stop_at);
/* Returns how many places there were. */
long stepping_end(void);

/* A function to stand for FUNCTION of the extension: stepping begins with its first
 * instruction.  For one function at a time; without stepping_begin it is just called. */
uintptr_t stepping_entry_for(uintptr_t function);

/* For the thread that holds the stepped one; called in any thread. */
bool stepping_is_held(void);
uintptr_t stepping_held_at(void); /* the instruction that comes next */
void stepping_release(void);
/* Changes when stepping_is_held does. */
struct wake_up *stepping_wake_up(void);

/* The return address that stands for CALLER, which is one of the stepping's own while the
 * extension is called through it. */
uintptr_t stepping_caller(uintptr_t caller);

/* In the stepped thread: makes its stack readable again for backtrace. */
void stepping_restore_stack(void);

#endif
