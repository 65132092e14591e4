/* One thread is run instruction by instruction while it executes code of the extension,
 * and is held in front of one of its accesses to memory, so that other threads run in
 * between.  x86-64 only.
 *
 * The places where it may be held are numbered from 0: in front of an instruction that
 * accesses memory other than the thread's stack, and behind each call of a function of the
 * interpreter or the C library.  Such functions are not stepped through. */
#ifndef INSULATE_PROBE_STEPPING_H
#define INSULATE_PROBE_STEPPING_H

#include "probe/outer_reach.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Once per process.  Returns false where threads cannot be stepped. */
bool stepping_prepare(void);

enum { STEPPING_NOWHERE = -1 };
/* Accesses of one call that are noted at the most. */
enum { STEPPING_ACCESSES = 8192 };

/* Blocks that the calling thread allocates until then are new ones, too. */
void stepping_expect(void);
/* The calling thread begins with the next call of code of the extension, and is held at
 * place number STOP_AT. */
void stepping_begin(long stop_at);
/* The call is over, and what the thread does until the end belongs to it: code of the extension
 * that the interpreter calls meanwhile is stepped through. */
void stepping_go_on(void);
/* Returns how many places there were. */
long stepping_end(void);

/* What the stepped thread did to memory other than its stack: what the extension's own
 * instructions access, and what a function that they called has changed. */
enum access_flags {
    ACCESS_WRITE = 1,
    ACCESS_ATOMIC = 2,   /* reads and writes in one step */
    ACCESS_COMPARED = 4, /* writes only if nothing has changed in between */
    ACCESS_SWAPPED = 512, /* writes what it has, whatever was there: xchg */
    ACCESS_CALLED = 8,   /* by a function that was called */
    ACCESS_FRESH = 16,   /* an allocator returned the block */
    ACCESS_USED = 32,    /* a function got the object */
    ACCESS_BORROWED = 64, /* and returned a reference that it lends */
    ACCESS_SECTION = 128, /* no access: a critical section of the object or mutex begins, */
    ACCESS_SECTION_END = 256, /* and the innermost one ends */
};

struct access {
    uintptr_t address;
    size_t size;
    uintptr_t base;   /* what the function got that was called, or what it has lent */
    uintptr_t code;   /* the instruction, or that function */
    long place;       /* where the thread may be held in front of it, or behind it if it
                       * was a call; below 0: nowhere */
    unsigned flags;
};

/* An allocator has returned a block to the calling thread. */
void stepping_note_block(const void *block, size_t size);
/* Those of the last call that was stepped, or up to where it is held; borrowed. */
size_t stepping_accesses(const struct access **out_accesses);
/* Instructions of this process that were run one by one, so far. */
long stepping_count(void);
/* Could all of them be noted? */
bool stepping_is_complete(void);

/* Calls of functions outside the extension that are noted of one call. */
enum { STEPPING_USES = 512 };

/* From the next call on, is code of the extension seen that such functions call back?  No
 * other thread may run it meanwhile. */
void stepping_watch_calls(bool on);
/* Does the address lie in the stack of the thread that was stepped? */
bool stepping_is_of_stack(uintptr_t address);
/* Those of the last call that was stepped; borrowed. */
size_t stepping_outer_uses(const struct outer_use **out_uses);
/* Was nothing of it out of sight: what each instruction accesses, and all that runs of the
 * extension?  Needs stepping_watch_calls. */
bool stepping_is_followed(void);

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
