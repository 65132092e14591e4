#include "probe/readable_pages.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096 /* the smallest one */
#define SLOTS 1024

/* What was said of a page, in the slot of its number. */
static struct {
    uintptr_t page;
    unsigned round;
    bool is_readable;
} answers[SLOTS];
static unsigned round_now = 1;

/* The kernel looks at the memory before it looks at what to do with it. */
bool
readable_page_ask(uintptr_t address)
{
    uintptr_t word = address & ~(uintptr_t)7;
    int saved = errno;
    bool can_be_read =
        syscall(SYS_rt_sigprocmask, ~0L, word, NULL, sizeof(uint64_t)) != 0
        && errno == EINVAL;
    errno = saved;
    return can_be_read;
}

static bool
is_page_readable(uintptr_t page)
{
    size_t slot = page % SLOTS;
    if (answers[slot].round != round_now || answers[slot].page != page) {
        answers[slot].page = page;
        answers[slot].round = round_now;
        answers[slot].is_readable = readable_page_ask(page * PAGE);
    }
    return answers[slot].is_readable;
}

bool
readable_pages_have(uintptr_t address, size_t size)
{
    if (size == 0 || address + size < address) {
        return false;
    }
    uintptr_t last = (address + size - 1) / PAGE;
    for (uintptr_t page = address / PAGE; page <= last; page++) {
        if (!is_page_readable(page)) {
            return false;
        }
    }
    return true;
}

void
readable_pages_forget(void)
{
    round_now++;
}
