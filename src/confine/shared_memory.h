/* What shm_open and sem_open name lies in one folder of the machine. */
#ifndef INSULATE_CONFINE_SHARED_MEMORY_H
#define INSULATE_CONFINE_SHARED_MEMORY_H

/* Gives this process, and all that it starts, a folder of its own, empty at first: names
 * that another process has left, or makes meanwhile, do not change what foreign code
 * does, and nothing is left of its own.  For processes with one thread.  Where the kernel
 * refuses it (a container, no namespaces of users), all stays as it was. */
void shared_memory_make_private(void);

#endif
