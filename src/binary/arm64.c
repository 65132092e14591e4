/* AArch64 (Arm ARM, C4 "A64 instruction set encoding"): the instructions that
 * make addresses, load, store and call. */
#include "binary/code.h"

#define BIT(r) (UINT32_C(1) << (r))

static uint32_t
field(uint32_t word, unsigned low, unsigned width)
{
    return (word >> low) & ((UINT32_C(1) << width) - 1);
}

static int64_t
signed_field(uint32_t word, unsigned low, unsigned width)
{
    uint64_t value = field(word, low, width);
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static bool
decode_branch(uint32_t word, uint64_t address, struct instruction *out)
{
    int64_t offset = 0;
    if ((word & 0x7c000000) == 0x14000000) { /* b, bl */
        out->flow = (word >> 31) != 0 ? FLOW_CALL : FLOW_JUMP;
        offset = signed_field(word, 0, 26) * 4;
    }
    else if ((word & 0xff000000) == 0x54000000     /* b.cond */
             || (word & 0x7e000000) == 0x34000000) /* cbz, cbnz */
    {
        out->flow = FLOW_BRANCH;
        offset = signed_field(word, 5, 19) * 4;
    }
    else if ((word & 0x7e000000) == 0x36000000) { /* tbz, tbnz */
        out->flow = FLOW_BRANCH;
        offset = signed_field(word, 5, 14) * 4;
    }
    else if ((word & 0xfe1ff000) == 0xd61f0000) { /* br, blr, ret */
        uint32_t kind = field(word, 21, 2);
        out->flow = kind == 0 ? FLOW_JUMP : kind == 1 ? FLOW_CALL : FLOW_RETURN;
        out->target_register = kind < 2 ? (uint8_t)field(word, 5, 5) : NO_REGISTER;
        return true;
    }
    else if ((word & 0xffe0001f) == 0xd4200000 || (word >> 16) == 0) { /* brk, udf */
        out->flow = FLOW_STOP;
        return true;
    }
    else {
        return false;
    }
    out->target_is_known = true;
    out->target = address + (uint64_t)offset;
    return true;
}

/* Loads and stores: op0 has bit 27 set and bit 25 clear. */
static void
decode_memory(uint32_t word, struct instruction *out)
{
    uint8_t base = (uint8_t)field(word, 5, 5);
    uint8_t target = (uint8_t)field(word, 0, 5);
    bool is_vector = field(word, 26, 1) != 0;
    unsigned scale = field(word, 30, 2);
    out->memory = (struct memory_operand){base, NO_REGISTER, false, 0};
    if ((word & 0x3b000000) == 0x18000000) { /* ldr literal */
        out->changed = is_vector ? 0 : BIT(target);
        return;
    }
    if ((word & 0x3a000000) == 0x28000000) { /* ldp, stp */
        bool is_load = field(word, 22, 1) != 0;
        bool writes_back = field(word, 23, 1) != 0;
        unsigned bytes = is_vector ? 2 + scale : 2 + (scale >> 1);
        out->memory.displacement = signed_field(word, 15, 7) * ((int64_t)1 << bytes);
        out->effect = is_load ? EFFECT_NONE : EFFECT_CHANGE;
        out->changed =
            is_load && !is_vector ? BIT(target) | BIT(field(word, 10, 5)) : 0;
        out->changed |= writes_back && field(word, 24, 1) != 0 ? BIT(base) : 0;
        return;
    }
    if ((word & 0x3b000000) == 0x39000000) { /* ldr, str with an offset */
        bool is_load = is_vector ? field(word, 22, 1) != 0 : field(word, 22, 2) != 0;
        unsigned shift = is_vector && field(word, 23, 1) != 0 ? 4 : scale;
        out->memory.displacement = (int64_t)(field(word, 10, 12) << shift);
        out->is_word = scale == 3 && !is_vector;
        if (!is_load) {
            out->effect = is_vector ? EFFECT_CHANGE : EFFECT_STORE;
            out->source = target == 31 ? NO_REGISTER : target; /* xzr: zero */
        }
        else if (out->is_word && field(word, 22, 2) == 1) {
            out->effect = EFFECT_LOAD;
            out->destination = target;
        }
        else {
            out->changed = is_vector ? 0 : BIT(target);
        }
        return;
    }
    if ((word & 0x3b000000) == 0x38000000) { /* register offset, unscaled, pre/post */
        bool is_load = is_vector ? field(word, 22, 1) != 0 : field(word, 22, 2) != 0;
        bool by_register = field(word, 21, 1) != 0 && field(word, 10, 2) == 2;
        bool writes_back = field(word, 21, 1) == 0 && (field(word, 10, 2) & 1) != 0;
        out->memory.has_index = by_register;
        out->memory.displacement =
            by_register || field(word, 10, 2) == 1 ? 0 : signed_field(word, 12, 9);
        if (field(word, 21, 1) != 0 && !by_register) { /* atomics */
            out->effect = EFFECT_CHANGE;
            out->changed = BIT(target);
            return;
        }
        out->effect = is_load ? EFFECT_NONE : EFFECT_CHANGE;
        out->changed =
            (is_load && !is_vector ? BIT(target) : 0) | (writes_back ? BIT(base) : 0);
        return;
    }
    if ((word & 0x3f000000) == 0x08000000) { /* exclusive, acquire, release */
        bool is_load = field(word, 22, 1) != 0;
        out->effect = is_load ? EFFECT_NONE : EFFECT_CHANGE;
        out->changed = BIT(target) | BIT(field(word, 16, 5));
        return;
    }
    out->changed = is_vector ? 0 : BIT(target);
}

static void
decode_arithmetic(uint32_t word, uint64_t address, struct instruction *out)
{
    uint8_t target = (uint8_t)field(word, 0, 5);
    uint8_t source = (uint8_t)field(word, 5, 5);
    out->destination = target;
    if ((word & 0x1f000000) == 0x10000000) { /* adr, adrp */
        int64_t value = signed_field(word, 5, 19) * 4 + field(word, 29, 2);
        bool is_page = (word >> 31) != 0;
        out->effect = EFFECT_ADDRESS;
        out->is_word = !is_page; /* a page is only half an address */
        out->memory = (struct memory_operand){
            NO_REGISTER, NO_REGISTER, false,
            is_page ? (int64_t)(address & ~UINT64_C(0xfff)) + value * 4096
                    : (int64_t)address + value};
        return;
    }
    if ((word & 0xff800000) == 0x91000000) { /* add x, x, #imm */
        out->effect = EFFECT_ADD;
        out->source = source;
        out->number = (int64_t)field(word, 10, 12)
                      << (field(word, 22, 1) != 0 ? 12 : 0);
        return;
    }
    if ((word & 0xffe0ffe0) == 0xaa0003e0) { /* mov x, x */
        out->effect = EFFECT_COPY;
        out->source = (uint8_t)field(word, 16, 5);
        if (out->source == 31) {
            out->effect = EFFECT_SET;
        }
        return;
    }
    if ((word & 0x7f800000) == 0x52800000 && field(word, 21, 2) == 0) { /* movz */
        out->effect = EFFECT_SET;
        out->number = field(word, 5, 16);
        return;
    }
    out->destination = NO_REGISTER;
    bool is_vector = (word & 0x0e000000) == 0x0e000000;
    out->changed = BIT(target);
    if (is_vector && (word & 0x5f200000) != 0x1e200000) {
        out->changed = 0; /* only conversions reach general registers */
    }
}

static bool
arm64_decode(const struct image *image, const uint8_t *bytes, size_t size,
             uint64_t address, struct instruction *out_instruction)
{
    (void)image;
    if (size < 4) {
        return false;
    }
    uint32_t word = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8
                    | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    *out_instruction = (struct instruction){.size = 4,
                                            .destination = NO_REGISTER,
                                            .source = NO_REGISTER,
                                            .target_register = NO_REGISTER};
    if (decode_branch(word, address, out_instruction)) {
        return true;
    }
    if ((word & 0x0a000000) == 0x08000000) {
        decode_memory(word, out_instruction);
    }
    else if ((word & 0xfffff01f) != 0xd503201f) { /* hints change nothing */
        decode_arithmetic(word, address, out_instruction);
    }
    return true;
}

/* Procedure Call Standard for AArch64, 6.1.1: x0 to x18 and x30 are not kept. */
static const uint8_t arguments[] = {0, 1, 2, 3, 4, 5};
const struct processor processor_arm64 = {
    .decode = arm64_decode,
    .arguments = arguments,
    .n_arguments = 6,
    .result = 0,
    .step = 4,
    .stack = NO_REGISTER,
    .table = NO_REGISTER,
    .stub_table = NO_REGISTER,
    .lost_in_calls = UINT32_C(0x4007ffff),
};
