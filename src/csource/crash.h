/* libclang may crash on what it reads, most of all by recursing until its stack
 * is full.  A crash in a guarded call ends that call, not the program. */
#ifndef INSULATE_CSOURCE_CRASH_H
#define INSULATE_CSOURCE_CRASH_H

#include <stdbool.h>

/* Catch the signals of a crash, in threads that are in guarded calls; elsewhere they do
 * what they did before.  Until as many have ended it as have begun it. */
void crash_guard_begin(void);
void crash_guard_end(void);

/* Call FUNCTION(DATA).  Returns false if it crashed; what it held is then lost
 * (memory is not freed).  Uses a signal stack of the calling thread. */
bool crash_guarded(void (*function)(void *data), void *data);

#endif
