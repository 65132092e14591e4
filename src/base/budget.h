/* What a run may use of the machine while it reads what others wrote: processor time and
 * memory.  A few lines of C can ask for more than any machine has.
 *
 * A thread of its own looks at the use some times a second, and ends the run where it is
 * above a limit; between two looks a run may take some hundred MiB more. */
#ifndef INSULATE_BASE_BUDGET_H
#define INSULATE_BASE_BUDGET_H

#include <stddef.h>
#include <stdint.h>

struct budget {
    double seconds_each; /* of processor time, for one piece of work */
    double seconds_all;  /* the same, for the run */
    int64_t memory;      /* bytes that the process holds; 0: see budget_expect */
};

/* The limits where the user names none. */
#define BUDGET_DEFAULT {.seconds_each = 60, .seconds_all = 3600, .memory = 0}

/* Called, in a thread of its own, when the run is above a limit; must not return. */
typedef void budget_exceeded(void *data, const char *message);

/* Hold the process to BUDGET (copied) until budget_end. */
void budget_begin(const struct budget *budget, budget_exceeded *exceeded, void *data);
void budget_end(void);

/* There will be N_PIECES of work, N_JOBS at once.  Where no limit is set, memory is
 * limited to what such work needs at most if it is honest, and to 3/4 of the machine's. */
void budget_expect(size_t n_pieces, size_t n_jobs);

/* The calling thread now works on WHAT (borrowed until budget_leave), which messages
 * name. */
void budget_enter(const char *what);
void budget_leave(void);

#endif
