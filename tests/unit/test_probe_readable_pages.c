#include "probe/readable_pages.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmocka_all.h"

static uintptr_t
map_two_pages(size_t page_size)
{
    char *pages = mmap(NULL, 2 * page_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    assert_int_equal(mprotect(pages + page_size, page_size, PROT_NONE), 0);
    return (uintptr_t)pages;
}

static void
readable_page_ask__no_page_at_all_is_not_readable(void **state)
{
    (void)state;
    errno = ENOENT;
    assert_false(readable_page_ask(0));
    assert_false(readable_page_ask(UINTPTR_MAX));
    assert_int_equal(errno, ENOENT);
}

static void
readable_pages_have__a_range_ends_where_its_page_does(void **state)
{
    (void)state;
    size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t pages = map_two_pages(page_size);
    readable_pages_forget();
    assert_true(readable_page_ask(pages));
    assert_true(readable_page_ask(pages + page_size - 1));
    assert_false(readable_page_ask(pages + page_size));
    assert_true(readable_pages_have(pages, page_size));
    assert_false(readable_pages_have(pages + page_size - 8, 9));
    assert_false(readable_pages_have(pages, 0));
    assert_false(readable_pages_have(pages, SIZE_MAX));
    munmap((void *)pages, 2 * page_size);
}

static void
readable_pages_have__what_was_said_holds_until_it_is_forgotten(void **state)
{
    (void)state;
    size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t pages = map_two_pages(page_size);
    readable_pages_forget();
    assert_true(readable_pages_have(pages, 1));
    assert_false(readable_pages_have(pages + page_size, 1));
    munmap((void *)pages, 2 * page_size);
    readable_pages_forget();
    assert_false(readable_pages_have(pages, 1));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readable_page_ask__no_page_at_all_is_not_readable),
        cmocka_unit_test(readable_pages_have__a_range_ends_where_its_page_does),
        cmocka_unit_test(readable_pages_have__what_was_said_holds_until_it_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
