/* Whether pages of this process can be read, as the kernel says: where few addresses are
 * asked about and many mappings lie, far less than reading the list of these. */
#ifndef INSULATE_PROBE_READABLE_PAGES_H
#define INSULATE_PROBE_READABLE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Asks the kernel about the page of the address; for a signal handler, too. */
bool readable_page_ask(uintptr_t address);

/* The same for all pages of a range.  Each page is asked about once until the next
 * readable_pages_forget; for one thread. */
bool readable_pages_have(uintptr_t address, size_t size);
void readable_pages_forget(void);

#endif
