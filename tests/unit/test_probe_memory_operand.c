/* probe/memory_operand.c: operands as an assembler encodes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "probe/memory_operand.h"

static uint64_t registers[16];

static void
set_registers(void)
{
    for (unsigned i = 0; i < 16; i++) {
        registers[i] = 0x1000 * (i + 1);
    }
}

static void
check_update(const uint8_t *code, uintptr_t address, size_t size, bool is_update)
{
    struct memory_operand operand;
    set_registers();
    assert_true(memory_operand_of(code, registers, &operand));
    assert_int_equal(operand.address, address);
    assert_int_equal(operand.size, size);
    assert_int_equal(operand.is_update, is_update);
}

enum { READS, WRITES, EXCHANGES, SWAPS, COMPARES };

static void
check_access(const uint8_t *code, size_t size, int access)
{
    struct memory_operand operand;
    set_registers();
    assert_true(memory_operand_of(code, registers, &operand));
    assert_int_equal(operand.size, size);
    assert_int_equal(operand.is_write, access != READS);
    assert_int_equal(operand.is_atomic, access >= EXCHANGES);
    assert_int_equal(operand.is_compared, access == COMPARES);
    assert_int_equal(operand.is_swapped, access == SWAPS);
}

static void
check_none(const uint8_t *code)
{
    struct memory_operand operand;
    set_registers();
    assert_false(memory_operand_of(code, registers, &operand));
}

static void
test_updates(void **state)
{
    (void)state;
    /* addq $1, 0x10(%rax) */
    check_update((const uint8_t[]){0x48, 0x83, 0x40, 0x10, 0x01}, 0x1010, 8, true);
    /* incl (%rbx) */
    check_update((const uint8_t[]){0xff, 0x03}, 0x4000, 4, true);
    /* addw %ax, (%rbx) */
    check_update((const uint8_t[]){0x66, 0x01, 0x03}, 0x4000, 2, true);
    /* xorb $1, (%rbx) */
    check_update((const uint8_t[]){0x80, 0x33, 0x01}, 0x4000, 1, true);
    /* cmpxchg %rdx, (%rbx), without lock */
    check_update((const uint8_t[]){0x48, 0x0f, 0xb1, 0x13}, 0x4000, 8, true);
}

static void
test_atomic_and_plain_accesses(void **state)
{
    (void)state;
    /* lock addq $1, 0x10(%rax) */
    check_update((const uint8_t[]){0xf0, 0x48, 0x83, 0x40, 0x10, 0x01}, 0x1010, 8,
                 false);
    /* xchg %rdx, (%rbx): atomic without the prefix */
    check_update((const uint8_t[]){0x48, 0x87, 0x13}, 0x4000, 8, false);
    /* mov (%rbx), %rax; mov %rax, (%rbx); cmpq $0, (%rbx) */
    check_update((const uint8_t[]){0x48, 0x8b, 0x03}, 0x4000, 8, false);
    check_update((const uint8_t[]){0x48, 0x89, 0x03}, 0x4000, 8, false);
    check_update((const uint8_t[]){0x48, 0x83, 0x3b, 0x00}, 0x4000, 8, false);
}

static void
test_reads_and_writes(void **state)
{
    (void)state;
    check_access((const uint8_t[]){0x48, 0x8b, 0x03}, 8, READS);        /* mov (%rbx), %rax */
    check_access((const uint8_t[]){0x48, 0x89, 0x03}, 8, WRITES);       /* mov %rax, (%rbx) */
    check_access((const uint8_t[]){0x48, 0x83, 0x3b, 0x00}, 8, READS);  /* cmpq $0, (%rbx) */
    check_access((const uint8_t[]){0xc6, 0x03, 0x01}, 1, WRITES);       /* movb $1, (%rbx) */
    check_access((const uint8_t[]){0x48, 0xff, 0x03}, 8, WRITES);       /* incq (%rbx) */
    check_access((const uint8_t[]){0xff, 0x33}, 4, READS);              /* push (%rbx) */
    check_access((const uint8_t[]){0x0f, 0x94, 0x03}, 1, WRITES);       /* sete (%rbx) */
    check_access((const uint8_t[]){0x0f, 0xb6, 0x03}, 1, READS); /* movzbl (%rbx), %eax */
    check_access((const uint8_t[]){0x0f, 0x11, 0x03}, 16, WRITES); /* movups %xmm0, (%rbx) */
    check_access((const uint8_t[]){0xf2, 0x0f, 0x10, 0x03}, 8, READS); /* movsd */
    check_access((const uint8_t[]){0xf3, 0x0f, 0x11, 0x03}, 4, WRITES); /* movss */
    check_access((const uint8_t[]){0xf3, 0x0f, 0x7e, 0x03}, 8, READS);  /* movq (%rbx), %xmm0 */
    check_access((const uint8_t[]){0x66, 0x48, 0x0f, 0x7e, 0x03}, 8, WRITES);
    check_access((const uint8_t[]){0x48, 0x87, 0x13}, 8, SWAPS); /* xchg %rdx, (%rbx) */
    /* lock xaddq %rax, (%rbx); lock cmpxchgq %rdx, (%rbx) */
    check_access((const uint8_t[]){0xf0, 0x48, 0x0f, 0xc1, 0x03}, 8, EXCHANGES);
    check_access((const uint8_t[]){0xf0, 0x48, 0x0f, 0xb1, 0x13}, 8, COMPARES);
}

static void
test_addresses(void **state)
{
    (void)state;
    /* mov 8(%rsp,%r12,4), %eax: index r12 has the number of "none" without REX */
    check_update((const uint8_t[]){0x42, 0x8b, 0x44, 0xa4, 0x08},
                 0x5000 + 4 * 0xd000 + 8, 4, false);
    /* mov (%rsp), %eax */
    check_update((const uint8_t[]){0x8b, 0x04, 0x24}, 0x5000, 4, false);
    /* mov (%r12), %eax; mov 0(%r13), %eax */
    check_update((const uint8_t[]){0x41, 0x8b, 0x04, 0x24}, 0xd000, 4, false);
    check_update((const uint8_t[]){0x41, 0x8b, 0x45, 0x00}, 0xe000, 4, false);
    /* mov -0x100(%rax), %eax */
    check_update((const uint8_t[]){0x8b, 0x80, 0x00, 0xff, 0xff, 0xff}, 0xf00, 4, false);
    /* mov 0x1234, %eax, without a base */
    check_update((const uint8_t[]){0x8b, 0x04, 0x25, 0x34, 0x12, 0x00, 0x00}, 0x1234, 4,
                 false);
    /* addl $5, 0x20(%rip): relative to the next instruction */
    static const uint8_t relative[] = {0x83, 0x05, 0x20, 0x00, 0x00, 0x00, 0x05};
    check_update(relative, (uintptr_t)relative + sizeof relative + 0x20, 4, true);
    /* movl $5, 0x20(%rip) */
    static const uint8_t store[] = {0xc7, 0x05, 0x20, 0, 0, 0, 5, 0, 0, 0};
    check_update(store, (uintptr_t)store + sizeof store + 0x20, 4, false);
}

static void
test_none(void **state)
{
    (void)state;
    check_none((const uint8_t[]){0x48, 0x01, 0xd8});             /* add %rbx, %rax */
    check_none((const uint8_t[]){0x48, 0x8d, 0x40, 0x10});       /* lea 0x10(%rax), %rax */
    check_none((const uint8_t[]){0x64, 0x48, 0x8b, 0x00});       /* mov %fs:(%rax), %rax */
    check_none((const uint8_t[]){0xff, 0x25, 0x10, 0, 0, 0});    /* jmp *0x10(%rip) */
    check_none((const uint8_t[]){0xf3, 0x0f, 0x1e, 0xfa});       /* endbr64 */
    check_none((const uint8_t[]){0x0f, 0x1f, 0x40, 0x00});       /* nop 0(%rax) */
    check_none((const uint8_t[]){0xe8, 0x00, 0x00, 0x00, 0x00}); /* call */
    check_none((const uint8_t[]){0xc3});                         /* ret: one byte is read */
    check_none((const uint8_t[]){0x67, 0x8b, 0x03});             /* mov (%ebx), %eax */
}

static void
test_returns(void **state)
{
    (void)state;
    assert_true(instruction_returns((const uint8_t[]){0xc3, 0x90}));
    assert_true(instruction_returns((const uint8_t[]){0xf3, 0xc3}));
    assert_true(instruction_returns((const uint8_t[]){0xc2, 0x08, 0x00}));
    assert_false(instruction_returns((const uint8_t[]){0xe8, 0xc3}));
}

static bool
is_known(const uint8_t *code)
{
    return instruction_is_known(code);
}

static void
test_known(void **state)
{
    (void)state;
    assert_true(is_known((const uint8_t[]){0x48, 0x8b, 0x47, 0x10}));       /* mov */
    assert_true(is_known((const uint8_t[]){0x48, 0x8d, 0x47, 0x10}));       /* lea */
    assert_true(is_known((const uint8_t[]){0x55}));                         /* push */
    assert_true(is_known((const uint8_t[]){0xe8, 0, 0, 0, 0}));             /* call */
    assert_true(is_known((const uint8_t[]){0xff, 0x90, 0x30, 1, 0, 0}));    /* call *m */
    assert_true(is_known((const uint8_t[]){0xf0, 0x0f, 0xb1, 0x17}));       /* cmpxchg */
    assert_true(is_known((const uint8_t[]){0xf3, 0x0f, 0x1e, 0xfa}));       /* endbr64 */
    assert_true(is_known((const uint8_t[]){0xf2, 0x0f, 0x58, 0x47, 0x10})); /* addsd */
    assert_true(is_known((const uint8_t[]){0x66, 0x0f, 0xef, 0xc0}));       /* pxor, xmm */
    assert_true(is_known((const uint8_t[]){0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0}));
}

static void
test_not_known(void **state)
{
    (void)state;
    assert_false(is_known((const uint8_t[]){0xf3, 0x48, 0xab}));        /* rep stos */
    assert_false(is_known((const uint8_t[]){0xa4}));                    /* movsb */
    assert_false(is_known((const uint8_t[]){0xd9, 0x07}));              /* flds (%rdi) */
    assert_true(is_known((const uint8_t[]){0xd9, 0xc0}));               /* fld %st(0) */
    assert_false(is_known((const uint8_t[]){0x0f, 0x05}));              /* syscall */
    assert_false(is_known((const uint8_t[]){0x0f, 0xab, 0x07}));        /* bts, memory */
    assert_false(is_known((const uint8_t[]){0x0f, 0xc7, 0x0f}));        /* cmpxchg8b */
    assert_false(is_known((const uint8_t[]){0x66, 0x0f, 0xf7, 0xc1}));  /* maskmovdqu */
    assert_false(is_known((const uint8_t[]){0x66, 0x0f, 0xef, 0x07}));  /* pxor, memory */
    assert_false(is_known((const uint8_t[]){0xc5, 0xf8, 0x10, 0x07}));  /* vmovups */
    assert_false(is_known((const uint8_t[]){0x62, 0xf1, 0x7c, 0x48, 0x10, 0x07}));
    assert_false(is_known((const uint8_t[]){0x67, 0x8b, 0x03}));        /* mov (%ebx) */
    assert_false(is_known((const uint8_t[]){0x66, 0x0f, 0x38, 0x00, 0x07}));
}

static void
test_jumps_that_read_where_they_go_on(void **state)
{
    uintptr_t address = 0;
    (void)state;
    set_registers();
    /* call *0x130(%rax) */
    assert_true(jump_operand_of((const uint8_t[]){0xff, 0x90, 0x30, 1, 0, 0}, registers,
                                &address));
    assert_int_equal(address, 0x1130);
    /* jmp *8(%rbx) */
    assert_true(jump_operand_of((const uint8_t[]){0xff, 0x63, 0x08}, registers, &address));
    assert_int_equal(address, 0x4008);
    assert_false(jump_operand_of((const uint8_t[]){0xff, 0xd0}, registers, &address));
    assert_false(jump_operand_of((const uint8_t[]){0xff, 0x30}, registers, &address));
    assert_false(jump_operand_of((const uint8_t[]){0xe8, 0, 0, 0, 0}, registers, &address));
}

static void
test_sizes_of_numbers(void **state)
{
    (void)state;
    check_access((const uint8_t[]){0xf2, 0x0f, 0x58, 0x47, 0x10}, 8, READS);  /* addsd */
    check_access((const uint8_t[]){0xf3, 0x0f, 0x59, 0x47, 0x10}, 4, READS);  /* mulss */
    check_access((const uint8_t[]){0x66, 0x0f, 0x58, 0x47, 0x10}, 16, READS); /* addpd */
    check_access((const uint8_t[]){0x66, 0x0f, 0x2e, 0x47, 0x10}, 8, READS);  /* ucomisd */
    check_access((const uint8_t[]){0x0f, 0x2f, 0x47, 0x10}, 4, READS);        /* comiss */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_updates),
        cmocka_unit_test(test_atomic_and_plain_accesses),
        cmocka_unit_test(test_reads_and_writes),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_returns),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_not_known),
        cmocka_unit_test(test_jumps_that_read_where_they_go_on),
        cmocka_unit_test(test_sizes_of_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
