#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>

#include "base/macros.h"

static volatile sig_atomic_t noted;

static void
note(int number)
{
    noted = number;
}

void
interrupt_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    /* Without SA_RESTART, so that a wait ends at once. */
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
        struct sigaction before;
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(numbers[i], &action, NULL);
        }
    }
}

int
interrupt_signal(void)
{
    return noted;
}
