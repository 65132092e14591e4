/* Crashes: which signal, where, and through which frames. */
#ifndef INSULATE_PROBE_CRASH_H
#define INSULATE_PROBE_CRASH_H

/* Installs the handlers, once per process. */
void crash_install(void);

/* From now on only crashes of the extension's own code are reported, and, while memory
 * runs out, those of the interpreter when the extension calls it with what the failed
 * allocation has left. */
void crash_report_target_only(void);

/* Crashes end the process as if there were no handlers: for forked copies. */
void crash_ignore(void);

/* Gives the calling thread a stack for the handler: an overflow of the normal one
 * is a crash like any other. */
void crash_protect_thread(void);

/* Handles a fault that no one else wants: reports it and ends by the signal. */
void crash_report(int signal_number, void *info, void *context);

#endif
