/* The system calls of a process that runs foreign code, and of all that it starts. */
#ifndef INSULATE_CONFINE_CALL_FILTER_H
#define INSULATE_CONFINE_CALL_FILTER_H

/* First byte on the socket: what follows it. */
enum call_filter_state {
    CALL_FILTER_READY = 1,   /* the descriptor on which the kernel asks */
    CALL_FILTER_LIMITED = 2, /* no filter, but RLIMIT_NPROC */
    CALL_FILTER_ABSENT = 3,  /* neither: processes without end */
};

/* Processes and threads that the user may have on top, without a filter. */
enum { CALL_FILTER_MORE_TASKS = 256 };

/* Installs the filter in this process, for good, and gives the descriptor on which the
 * kernel asks about calls to whoever is at the other end of SOCKET (AF_UNIX).  From then
 * on call_monitor_serve must answer there.  Before foreign code runs. */
void call_filter_install(int socket);

#endif
