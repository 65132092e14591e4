/* The decoders: lengths and effects of single instructions, as objdump shows them. */
#include <string.h>

#include "../unit/cmocka_all.h"
#include "base/arena.h"
#include "binary/code.h"
#include "binary/disassembler.h"

struct example {
    const char *bytes;
    size_t size;
    enum flow flow;
    enum effect effect;
    uint8_t destination;
    uint64_t target; /* of a jump or call; else the displacement of an operand */
};

enum { AT = 0x1000 };

static void
check(const struct image *image, const struct processor *processor,
      const struct example *example)
{
    struct instruction got;
    uint8_t bytes[24] = {0};
    memcpy(bytes, example->bytes, example->size);
    assert_true(processor->decode(image, bytes, sizeof(bytes), AT, &got));
    assert_int_equal(got.size, example->size);
    assert_int_equal(got.flow, example->flow);
    assert_int_equal(got.effect, example->effect);
    if (example->destination != NO_REGISTER) {
        assert_int_equal(got.destination, example->destination);
    }
    if (example->target != 0) {
        assert_int_equal(got.target_is_known ? got.target
                                             : (uint64_t)got.memory.displacement,
                         example->target);
    }
}

#define BYTES(text) text, sizeof(text) - 1

static void
x86__instructions__lengths_and_effects(void **state)
{
    (void)state;
    static const struct example examples[] = {
        /* lea rdi, [rip+0x10] */
        {BYTES("\x48\x8d\x3d\x10\0\0\0"), FLOW_NEXT, EFFECT_ADDRESS, 7, AT + 7 + 0x10},
        /* mov rax, [rip-1] */
        {BYTES("\x48\x8b\x05\xff\xff\xff\xff"), FLOW_NEXT, EFFECT_LOAD, 0, AT + 6},
        /* mov [rip+8], r12 */
        {BYTES("\x4c\x89\x25\x08\0\0\0"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER,
         AT + 15},
        /* mov qword [rip+4], 0: the operand counts from behind the number */
        {BYTES("\x48\xc7\x05\x04\0\0\0\0\0\0\0"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER,
         AT + 15},
        /* mov rbx, rdi */
        {BYTES("\x48\x89\xfb"), FLOW_NEXT, EFFECT_COPY, 3, 0},
        /* mov r8, 0x1122334455667788 */
        {BYTES("\x49\xb8\x88\x77\x66\x55\x44\x33\x22\x11"), FLOW_NEXT, EFFECT_SET, 8,
         0},
        /* xor esi, esi */
        {BYTES("\x31\xf6"), FLOW_NEXT, EFFECT_SET, 6, 0},
        /* add dword [rip+1], 1 */
        {BYTES("\x83\x05\x01\0\0\0\x01"), FLOW_NEXT, EFFECT_CHANGE, NO_REGISTER,
         AT + 8},
        /* lock inc dword [rax+rcx*4+0x10] */
        {BYTES("\xf0\xff\x44\x88\x10"), FLOW_NEXT, EFFECT_CHANGE, NO_REGISTER, 0x10},
        /* call +5, jmp -2, je +0x100 */
        {BYTES("\xe8\x05\0\0\0"), FLOW_CALL, EFFECT_NONE, NO_REGISTER, AT + 10},
        {BYTES("\xeb\xfe"), FLOW_JUMP, EFFECT_NONE, NO_REGISTER, AT},
        {BYTES("\x0f\x84\0\x01\0\0"), FLOW_BRANCH, EFFECT_NONE, NO_REGISTER,
         AT + 0x106},
        /* bnd jmp [rip+0x20], endbr64, ret */
        {BYTES("\xf2\xff\x25\x20\0\0\0"), FLOW_JUMP, EFFECT_NONE, NO_REGISTER,
         AT + 0x27},
        {BYTES("\xf3\x0f\x1e\xfa"), FLOW_NEXT, EFFECT_NONE, NO_REGISTER, 0},
        {BYTES("\xc3"), FLOW_RETURN, EFFECT_NONE, NO_REGISTER, 0},
        /* movaps [rip+0], xmm0; vmovdqu ymm0, [rdi]; vpternlogd zmm0, zmm1, [rax+0x40], 1 */
        {BYTES("\x0f\x29\x05\0\0\0\0"), FLOW_NEXT, EFFECT_CHANGE, NO_REGISTER, AT + 7},
        {BYTES("\xc5\xfe\x6f\x07"), FLOW_NEXT, EFFECT_NONE, NO_REGISTER, 0},
        {BYTES("\x62\xf3\x75\x48\x25\x40\x01\x01"), FLOW_NEXT, EFFECT_NONE, NO_REGISTER,
         0},
        /* nop word cs:[rax+rax+0] with many prefixes */
        {BYTES("\x66\x66\x2e\x0f\x1f\x84\0\0\0\0\0"), FLOW_NEXT, EFFECT_NONE,
         NO_REGISTER, 0},
        /* test dword [rdi], 1: /0 of f7 has a number, /3 (neg) has not */
        {BYTES("\xf7\x07\x01\0\0\0"), FLOW_NEXT, EFFECT_NONE, NO_REGISTER, 0},
        {BYTES("\xf7\x1f"), FLOW_NEXT, EFFECT_CHANGE, NO_REGISTER, 0},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(examples); i++) {
        print_message("example %zu\n", i);
        check(NULL, &processor_x86, &examples[i]);
    }
}

static void
x86__cut_off__is_no_instruction(void **state)
{
    (void)state;
    static const uint8_t call[] = {0xe8, 1, 2, 3};
    struct instruction got;
    for (size_t size = 0; size <= sizeof(call); size++) {
        assert_false(processor_x86.decode(NULL, call, size, AT, &got));
    }
    static const uint8_t prefixes[15] = {0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
                                         0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66};
    assert_false(processor_x86.decode(NULL, prefixes, sizeof(prefixes), AT, &got));
}

static void
arm64__instructions__effects(void **state)
{
    (void)state;
    static const struct example examples[] = {
        /* adrp x0, +1 page; add x0, x0, #0x30; ldr x1, [x0, #8]; str x2, [x0, #16] */
        {BYTES("\0\0\0\xb0"), FLOW_NEXT, EFFECT_ADDRESS, 0, AT + 0x1000},
        {BYTES("\0\xc0\0\x91"), FLOW_NEXT, EFFECT_ADD, 0, 0},
        {BYTES("\x01\x04\x40\xf9"), FLOW_NEXT, EFFECT_LOAD, 1, 8},
        {BYTES("\x02\x08\0\xf9"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER, 16},
        /* mov x19, x0; mov w0, #1; str wzr, [x0, #4] */
        {BYTES("\xf3\x03\0\xaa"), FLOW_NEXT, EFFECT_COPY, 19, 0},
        {BYTES("\x20\0\x80\x52"), FLOW_NEXT, EFFECT_SET, 0, 0},
        {BYTES("\x1f\x04\0\xb9"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER, 4},
        /* bl +8; b -4; cbz x0, +16; br x17; ret */
        {BYTES("\x02\0\0\x94"), FLOW_CALL, EFFECT_NONE, NO_REGISTER, AT + 8},
        {BYTES("\xff\xff\xff\x17"), FLOW_JUMP, EFFECT_NONE, NO_REGISTER, AT - 4},
        {BYTES("\x80\0\0\xb4"), FLOW_BRANCH, EFFECT_NONE, NO_REGISTER, AT + 16},
        {BYTES("\x20\x02\x1f\xd6"), FLOW_JUMP, EFFECT_NONE, NO_REGISTER, 0},
        {BYTES("\xc0\x03\x5f\xd6"), FLOW_RETURN, EFFECT_NONE, NO_REGISTER, 0},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(examples); i++) {
        print_message("example %zu\n", i);
        check(NULL, &processor_arm64, &examples[i]);
    }
}

/* EXAMPLES decoded by libcapstone for MACHINE; skipped where it is not there, or does
 * not know the machine. */
static void
check_all(uint16_t machine, unsigned word_size, bool is_big_endian,
          const struct processor *processor, const struct example *examples, size_t n)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct image image = {.arena = arena,
                          .machine = machine,
                          .word_size = word_size,
                          .is_big_endian = is_big_endian};
    disassembler_open(&image);
    if (image.disassembler == NULL) {
        print_message("SKIPPED: %s\n", image.code_doubt);
        arena_cleanup(&arena); /* skip() does not return */
        skip();
    }
    assert_ptr_equal(processor_find(&image), processor);
    for (size_t i = 0; i < n; i++) {
        print_message("example %zu\n", i);
        check(&image, processor, &examples[i]);
    }
    disassembler_close(&image);
    assert_null(processor_find(&image));
}

static void
i386__instructions__effects(void **state)
{
    (void)state;
    static const struct example examples[] = {
        /* lea eax, [ebx+0x4c]; mov eax, [ebx-12]; mov [ebx+0xa4], eax */
        {BYTES("\x8d\x43\x4c"), FLOW_NEXT, EFFECT_ADDRESS, 0, 0x4c},
        {BYTES("\x8b\x43\xf4"), FLOW_NEXT, EFFECT_LOAD, 0, (uint64_t)-12},
        {BYTES("\x89\x83\xa4\0\0\0"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER, 0xa4},
        /* mov dword [ebx+4], 1; add dword [ebx+4], 1; mov byte [ebx+4], al */
        {BYTES("\xc7\x43\x04\x01\0\0\0"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER, 4},
        {BYTES("\x83\x43\x04\x01"), FLOW_NEXT, EFFECT_CHANGE, NO_REGISTER, 4},
        {BYTES("\x88\x43\x04"), FLOW_NEXT, EFFECT_CHANGE, NO_REGISTER, 4},
        /* movaps [ebx+16], xmm0; cmp dword [ebx+4], 1 */
        {BYTES("\x0f\x29\x43\x10"), FLOW_NEXT, EFFECT_CHANGE, NO_REGISTER, 16},
        {BYTES("\x83\x7b\x04\x01"), FLOW_NEXT, EFFECT_NONE, NO_REGISTER, 0},
        /* add ebx, 0x2e4e; sub esp, 8; push eax; push [eax]; pop ebx */
        {BYTES("\x81\xc3\x4e\x2e\0\0"), FLOW_NEXT, EFFECT_ADD, 3, 0},
        {BYTES("\x83\xec\x08"), FLOW_NEXT, EFFECT_ADD, 4, 0},
        {BYTES("\x50"), FLOW_NEXT, EFFECT_PUSH, NO_REGISTER, 0},
        {BYTES("\xff\x30"), FLOW_NEXT, EFFECT_PUSH_LOAD, NO_REGISTER, 0},
        {BYTES("\x5b"), FLOW_NEXT, EFFECT_POP, 3, 0},
        /* call +5; jmp [ebx+12]; jne -2; ret; ud2 */
        {BYTES("\xe8\x05\0\0\0"), FLOW_CALL, EFFECT_NONE, NO_REGISTER, AT + 10},
        {BYTES("\xff\xa3\x0c\0\0\0"), FLOW_JUMP, EFFECT_NONE, NO_REGISTER, 12},
        {BYTES("\x75\xfe"), FLOW_BRANCH, EFFECT_NONE, NO_REGISTER, AT},
        {BYTES("\xc3"), FLOW_RETURN, EFFECT_NONE, NO_REGISTER, 0},
        {BYTES("\x0f\x0b"), FLOW_STOP, EFFECT_NONE, NO_REGISTER, 0},
    };
    check_all(EM_386, 4, false, &processor_i386, examples, ARRAY_LENGTH(examples));
}

static void
s390x__instructions__effects(void **state)
{
    (void)state;
    static const struct example examples[] = {
        /* larl r2, +0x18; lgrl r1, +0x10; stgrl r1, +0x10; lg r2, 8(r1) */
        {BYTES("\xc0\x20\0\0\0\x0c"), FLOW_NEXT, EFFECT_ADDRESS, 2, AT + 0x18},
        {BYTES("\xc4\x18\0\0\0\x08"), FLOW_NEXT, EFFECT_LOAD, 1, AT + 0x10},
        {BYTES("\xc4\x1b\0\0\0\x08"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER,
         AT + 0x10},
        {BYTES("\xe3\x20\x10\x08\0\x04"), FLOW_NEXT, EFFECT_LOAD, 2, 8},
        /* stg r2, 8(r1); mvi 4(r11), 1; asi 4(r11), 1; aghi r2, 1; lghi r1, 1 */
        {BYTES("\xe3\x20\x10\x08\0\x24"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER, 8},
        {BYTES("\x92\x01\xb0\x04"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER, 4},
        {BYTES("\xeb\x01\xb0\x04\0\x6a"), FLOW_NEXT, EFFECT_CHANGE, NO_REGISTER, 4},
        {BYTES("\xa7\x2b\0\x01"), FLOW_NEXT, EFFECT_ADD, 2, 0},
        {BYTES("\xa7\x19\0\x01"), FLOW_NEXT, EFFECT_SET, 1, 0},
        /* brasl r14, -0xf0; jg -0x12e; jne +0x2a; cgijlh r1, 0, +0xc8; br r14; br r1 */
        {BYTES("\xc0\xe5\xff\xff\xff\x88"), FLOW_CALL, EFFECT_NONE, NO_REGISTER,
         AT - 0xf0},
        {BYTES("\xc0\xf4\xff\xff\xff\x69"), FLOW_JUMP, EFFECT_NONE, NO_REGISTER,
         AT - 0x12e},
        {BYTES("\xa7\x74\0\x15"), FLOW_BRANCH, EFFECT_NONE, NO_REGISTER, AT + 0x2a},
        {BYTES("\xec\x16\0\x64\0\x7c"), FLOW_BRANCH, EFFECT_NONE, NO_REGISTER,
         AT + 0xc8},
        {BYTES("\x07\xfe"), FLOW_RETURN, EFFECT_NONE, NO_REGISTER, 0},
        {BYTES("\x07\xf1"), FLOW_JUMP, EFFECT_NONE, NO_REGISTER, 0},
    };
    check_all(EM_S390, 8, true, &processor_s390x, examples, ARRAY_LENGTH(examples));
}

static void
riscv64__instructions__effects(void **state)
{
    (void)state;
    static const struct example examples[] = {
        /* auipc a0, 2; addi a0, a0, -1524; ld t3, -1088(t3); sd zero, 8(s0); c.sd */
        {BYTES("\x17\x25\0\0"), FLOW_NEXT, EFFECT_ADDRESS, 10, AT + 0x2000},
        {BYTES("\x13\x05\xc5\xa0"), FLOW_NEXT, EFFECT_ADD, 10, 0},
        {BYTES("\x03\x3e\x0e\xbc"), FLOW_NEXT, EFFECT_LOAD, 28, (uint64_t)-1088},
        {BYTES("\x23\x34\x04\0"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER, 8},
        {BYTES("\x88\xe0"), FLOW_NEXT, EFFECT_STORE, NO_REGISTER, 0},
        /* jal -4; jalr t1, t3; c.jr ra; c.beqz a0, +0x34; c.j -2 */
        {BYTES("\xef\xf0\xdf\xff"), FLOW_CALL, EFFECT_NONE, NO_REGISTER, AT - 4},
        {BYTES("\x67\x03\x0e\0"), FLOW_JUMP, EFFECT_NONE, NO_REGISTER, 0},
        {BYTES("\x82\x80"), FLOW_RETURN, EFFECT_NONE, NO_REGISTER, 0},
        {BYTES("\x15\xca"), FLOW_BRANCH, EFFECT_NONE, NO_REGISTER, AT + 0x34},
    };
    check_all(EM_RISCV, 8, false, &processor_riscv64, examples, ARRAY_LENGTH(examples));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x86__instructions__lengths_and_effects),
        cmocka_unit_test(x86__cut_off__is_no_instruction),
        cmocka_unit_test(arm64__instructions__effects),
        cmocka_unit_test(i386__instructions__effects),
        cmocka_unit_test(s390x__instructions__effects),
        cmocka_unit_test(riscv64__instructions__effects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
