#include "probe/code_protection.h"

#include "probe/image.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct range pages[IMAGE_RANGES];
static int n_pages;
static atomic_bool is_protected;

static bool
protect(int protection)
{
    for (int i = 0; i < n_pages; i++) {
        void *begin;
        memcpy(&begin, &pages[i].begin, sizeof begin);
        if (mprotect(begin, pages[i].end - pages[i].begin, protection) != 0) {
            return false;
        }
    }
    return true;
}

static bool
is_written(const struct image *image, const struct range *code)
{
    for (int i = 0; i < image->n_writable; i++) {
        if (image->writable[i].begin < code->end && code->begin < image->writable[i].end) {
            return true;
        }
    }
    return false;
}

bool
code_protection_prepare(void)
{
    const struct image *target = image_target();
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    n_pages = 0;
    for (int i = 0; target != NULL && i < target->n_code; i++) {
        struct range *range = &pages[n_pages++];
        range->begin = target->code[i].begin & ~(page - 1);
        range->end = (target->code[i].end + page - 1) & ~(page - 1);
        if (is_written(target, range)) {
            n_pages = 0;
            return false;
        }
    }
    return n_pages > 0 && protect(PROT_READ) && protect(PROT_READ | PROT_EXEC);
}

void
code_protection_begin(void)
{
    atomic_store(&is_protected, protect(PROT_READ));
}

void
code_protection_end(void)
{
    if (atomic_exchange(&is_protected, false)) {
        (void)protect(PROT_READ | PROT_EXEC);
    }
}

bool
code_protection_has(uintptr_t address)
{
    for (int i = 0; i < n_pages; i++) {
        if (address >= pages[i].begin && address < pages[i].end) {
            return true;
        }
    }
    return false;
}
