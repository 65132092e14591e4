#include "probe/outer_reach.h"

#include <dlfcn.h>

#include "cmocka_all.h"

static struct outer_use
use_of(const char *name)
{
    /* rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, … */
    uint64_t registers[16] = {0};
    uintptr_t stack[12] = {0};
    struct outer_use use;
    registers[7] = 71;
    registers[6] = 61;
    registers[2] = 21;
    outer_reach_prepare();
    outer_reach_of((uintptr_t)dlsym(RTLD_DEFAULT, name), registers, stack, &use);
    return use;
}

static void
outer_reach_of__what_is_not_known_may_do_anything(void **state)
{
    (void)state;
    assert_int_equal(use_of("getpid").reach, OUTER_REACH_OPEN);
    assert_int_equal(use_of("PyList_New").reach, OUTER_REACH_OPEN); /* is not here */
}

static void
outer_reach_of__arguments_that_may_point_to_memory(void **state)
{
    (void)state;
    struct outer_use use = use_of("memcmp");
    assert_int_equal(use.reach, OUTER_REACH_CLOSED);
    assert_int_equal(use.n_arguments, 2);
    assert_int_equal(use.arguments[0], 71);
    assert_int_equal(use.arguments[1], 61);
    use = use_of("malloc");
    assert_int_equal(use.reach, OUTER_REACH_CLOSED);
    assert_int_equal(use.n_arguments, 0);
    assert_false(use.makes);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outer_reach_of__what_is_not_known_may_do_anything),
        cmocka_unit_test(outer_reach_of__arguments_that_may_point_to_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
