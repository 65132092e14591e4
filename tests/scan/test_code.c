/* The decoders: lengths and effects of single instructions, as objdump shows them. */
#include <string.h>

#include "../unit/cmocka_all.h"
#include "binary/code.h"

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
check(const struct processor *processor, const struct example *example)
{
    struct instruction got;
    uint8_t bytes[24] = {0};
    memcpy(bytes, example->bytes, example->size);
    assert_true(processor->decode(bytes, sizeof(bytes), AT, &got));
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
        check(&processor_x86, &examples[i]);
    }
}

static void
x86__cut_off__is_no_instruction(void **state)
{
    (void)state;
    static const uint8_t call[] = {0xe8, 1, 2, 3};
    struct instruction got;
    for (size_t size = 0; size <= sizeof(call); size++) {
        assert_false(processor_x86.decode(call, size, AT, &got));
    }
    static const uint8_t prefixes[15] = {0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
                                         0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66};
    assert_false(processor_x86.decode(prefixes, sizeof(prefixes), AT, &got));
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
        check(&processor_arm64, &examples[i]);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x86__instructions__lengths_and_effects),
        cmocka_unit_test(x86__cut_off__is_no_instruction),
        cmocka_unit_test(arm64__instructions__effects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
