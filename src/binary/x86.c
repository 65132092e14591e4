/* x86-64: instruction lengths (Intel SDM volume 2, appendix A, opcode maps) and
 * the effects that code.h wants. */
#include <string.h>

#include "binary/code.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11 };
#define BIT(r) (UINT32_C(1) << (r))

enum map { MAP_ONE, MAP_0F, MAP_0F38, MAP_0F3A, MAP_OTHER };

struct cursor {
    const uint8_t *bytes;
    size_t size, at;
    bool failed;
};

struct decoded {
    enum map map;
    uint8_t opcode;
    bool is_vex;
    bool operand_is_16, is_wide; /* 66 prefix, REX.W */
    bool repeat_f3;
    uint8_t rex_r, rex_x, rex_b;
    bool has_modrm;
    uint8_t mod, reg, rm; /* reg and rm with their REX bits */
    uint8_t extension;    /* reg without it: /0 … /7 */
    bool is_rip_relative;
    struct memory_operand memory;
    int64_t immediate;
};

static uint8_t
next_byte(struct cursor *cursor)
{
    if (cursor->at >= cursor->size) {
        cursor->failed = true;
        return 0;
    }
    return cursor->bytes[cursor->at++];
}

/* A little-endian number of SIZE bytes with its sign. */
static int64_t
next_number(struct cursor *cursor, unsigned size)
{
    if (size > cursor->size - cursor->at) {
        cursor->failed = true;
        return 0;
    }
    const uint8_t *bytes = cursor->bytes + cursor->at;
    uint32_t low = 0;
    cursor->at += size;
    switch (size) {
    case 0:
        return 0;
    case 1:
        return (int8_t)bytes[0];
    default:
        break;
    }
    for (unsigned i = 0; i < 4 && i < size; i++) {
        low |= (uint32_t)bytes[i] << (8 * i);
    }
    if (size <= 4) {
        return (int32_t)(low << (32 - 8 * size)) >> (32 - 8 * size);
    }
    uint64_t value = low;
    for (unsigned i = 4; i < size; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return (int64_t)value;
}

static bool
is_in(uint8_t value, uint8_t low, uint8_t high)
{
    return value >= low && value <= high;
}

/* --- opcode maps ------------------------------------------------------------- */

static bool
one_has_modrm(uint8_t op)
{
    if (op < 0x40) {
        return (op & 7) < 4;
    }
    return op == 0x63 || op == 0x69 || op == 0x6b || is_in(op, 0x80, 0x8f) || op == 0xc0
           || op == 0xc1 || op == 0xc6 || op == 0xc7 || is_in(op, 0xd0, 0xd3)
           || is_in(op, 0xd8, 0xdf) || op == 0xf6 || op == 0xf7 || op >= 0xfe;
}

/* Not in 64-bit mode, or a prefix that nothing follows. */
static bool
one_is_invalid(uint8_t op)
{
    if (op < 0x40) {
        return (op & 7) >= 6;
    }
    return op < 0x50 || op == 0x60 || op == 0x61 || is_in(op, 0x64, 0x67) || op == 0x82
           || op == 0x9a || op == 0xce || is_in(op, 0xd4, 0xd6) || op == 0xea
           || op == 0xf0 || op == 0xf2 || op == 0xf3;
}

static unsigned
one_immediate(const struct decoded *d)
{
    uint8_t op = d->opcode;
    unsigned z = d->operand_is_16 ? 2 : 4;
    if (op < 0x40) {
        return (op & 7) == 4 ? 1 : (op & 7) == 5 ? z : 0;
    }
    if (is_in(op, 0x70, 0x7f) || op == 0x6a || op == 0x6b || op == 0x80 || op == 0x83
        || op == 0xa8 || is_in(op, 0xb0, 0xb7) || op == 0xc0 || op == 0xc1 || op == 0xc6
        || op == 0xcd || is_in(op, 0xe0, 0xe7) || op == 0xeb)
    {
        return 1;
    }
    if (op == 0x68 || op == 0x69 || op == 0x81 || op == 0xa9 || op == 0xc7) {
        return z;
    }
    if (is_in(op, 0xb8, 0xbf)) {
        return d->is_wide ? 8 : z;
    }
    if (op == 0xe8 || op == 0xe9) {
        return 4;
    }
    if (is_in(op, 0xa0, 0xa3)) {
        return 8;
    }
    if (op == 0xc2 || op == 0xca) {
        return 2;
    }
    if (op == 0xc8) {
        return 3;
    }
    if (op == 0xf6) {
        return d->extension < 2 ? 1 : 0;
    }
    return op == 0xf7 && d->extension < 2 ? z : 0;
}

static bool
two_has_modrm(uint8_t op)
{
    return !(is_in(op, 0x05, 0x0b) || op == 0x0e || is_in(op, 0x30, 0x37) || op == 0x77
             || is_in(op, 0x80, 0x8f) || is_in(op, 0xa0, 0xa2) || is_in(op, 0xa8, 0xaa)
             || is_in(op, 0xc8, 0xcf));
}

static unsigned
two_immediate(uint8_t op)
{
    if (is_in(op, 0x80, 0x8f)) {
        return 4;
    }
    return is_in(op, 0x70, 0x73) || op == 0xa4 || op == 0xac || op == 0xba || op == 0xc2
                   || is_in(op, 0xc4, 0xc6) || op == 0x0f
               ? 1
               : 0;
}

/* --- decoding ---------------------------------------------------------------- */

/* VEX and EVEX prefixes carry the map and the upper register bits. */
static bool
read_vector_prefix(struct cursor *cursor, uint8_t first, struct decoded *d)
{
    uint8_t payload = next_byte(cursor);
    uint8_t map = 1;
    d->is_vex = true;
    d->rex_r = (payload & 0x80) != 0 ? 0 : 8;
    if (first != 0xc5) {
        d->rex_x = (payload & 0x40) != 0 ? 0 : 8;
        d->rex_b = (payload & 0x20) != 0 ? 0 : 8;
        map = payload & (first == 0x62 ? 7 : 31);
        d->is_wide = (next_byte(cursor) & 0x80) != 0;
        if (first == 0x62) {
            (void)next_byte(cursor);
        }
    }
    d->map = map == 1 ? MAP_0F : map == 2 ? MAP_0F38 : map == 3 ? MAP_0F3A : MAP_OTHER;
    d->opcode = next_byte(cursor);
    return map != 0 && !cursor->failed;
}

static bool
read_opcode(struct cursor *cursor, struct decoded *d)
{
    uint8_t byte = next_byte(cursor);
    for (unsigned n = 0; n < 14; n++, byte = next_byte(cursor)) {
        if (byte == 0x66) {
            d->operand_is_16 = true;
        }
        else if (byte == 0xf3) {
            d->repeat_f3 = true;
        }
        else if (byte != 0x67 && byte != 0xf2 && byte != 0xf0 && byte != 0x2e
                 && byte != 0x36 && byte != 0x3e && byte != 0x26 && byte != 0x64
                 && byte != 0x65)
        {
            break;
        }
    }
    if (byte == 0xc4 || byte == 0xc5 || byte == 0x62) {
        return read_vector_prefix(cursor, byte, d);
    }
    if ((byte & 0xf0) == 0x40) {
        d->is_wide = (byte & 8) != 0;
        d->rex_r = (byte & 4) != 0 ? 8 : 0;
        d->rex_x = (byte & 2) != 0 ? 8 : 0;
        d->rex_b = (byte & 1) != 0 ? 8 : 0;
        byte = next_byte(cursor);
    }
    d->opcode = byte;
    if (byte != 0x0f) {
        return !cursor->failed && !one_is_invalid(byte);
    }
    d->opcode = next_byte(cursor);
    d->map = MAP_0F;
    if (d->opcode == 0x38 || d->opcode == 0x3a) {
        d->map = d->opcode == 0x38 ? MAP_0F38 : MAP_0F3A;
        d->opcode = next_byte(cursor);
    }
    return !cursor->failed;
}

static void
read_modrm(struct cursor *cursor, struct decoded *d)
{
    uint8_t byte = next_byte(cursor);
    d->has_modrm = true;
    d->mod = byte >> 6;
    d->extension = (byte >> 3) & 7;
    d->reg = (uint8_t)(d->extension | d->rex_r);
    d->rm = (uint8_t)((byte & 7) | d->rex_b);
    d->memory = (struct memory_operand){NO_REGISTER, NO_REGISTER, false, 0};
    if (d->mod == 3) {
        return;
    }
    bool has_base = true;
    d->memory.base = d->rm;
    if ((byte & 7) == 4) {
        uint8_t sib = next_byte(cursor);
        uint8_t index = (uint8_t)(((sib >> 3) & 7) | d->rex_x);
        d->memory.base = (uint8_t)((sib & 7) | d->rex_b);
        d->memory.has_index = index != RSP;
        has_base = !(d->mod == 0 && (sib & 7) == 5);
    }
    else if (d->mod == 0 && (byte & 7) == 5) {
        d->is_rip_relative = true;
        has_base = false;
    }
    if (!has_base) {
        d->memory.base = NO_REGISTER;
    }
    unsigned size = d->mod == 1 ? 1 : d->mod == 2 || !has_base ? 4 : 0;
    d->memory.displacement = next_number(cursor, size);
}

/* --- effects ----------------------------------------------------------------- */

/* Do these instructions of the one-byte map write their r/m operand? */
static bool
one_writes_memory(const struct decoded *d)
{
    uint8_t op = d->opcode;
    if (op < 0x38) {
        return (op & 7) < 2;
    }
    switch (op) {
    case 0x80:
    case 0x81:
    case 0x83:
        return d->extension != 7;
    case 0x86:
    case 0x87:
    case 0x88:
    case 0x89:
    case 0x8f:
    case 0xc0:
    case 0xc1:
    case 0xc6:
    case 0xc7:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
        return true;
    case 0xf6:
    case 0xf7:
        return d->extension == 2 || d->extension == 3;
    case 0xfe:
    case 0xff:
        return d->extension < 2;
    case 0xd9:
    case 0xdb:
    case 0xdd:
        return d->extension == 2 || d->extension == 3 || d->extension == 7;
    default:
        return false;
    }
}

static bool
two_writes_memory(const struct decoded *d)
{
    uint8_t op = d->opcode;
    return op == 0x11 || op == 0x13 || op == 0x17 || op == 0x29 || op == 0x2b
           || (op == 0x7e && !d->repeat_f3) || op == 0x7f || op == 0xd6 || op == 0xe7
           || is_in(op, 0x90, 0x9f) || op == 0xa4 || op == 0xa5 || op == 0xab
           || op == 0xac || op == 0xad || op == 0xb0 || op == 0xb1 || op == 0xb3
           || op == 0xbb || op == 0xc0 || op == 0xc1 || op == 0xc3
           || (op == 0xba && d->extension >= 5) || (op == 0xc7 && d->extension == 1);
}

/* General registers that instructions of the 0F map change. */
static uint32_t
two_changes(const struct decoded *d)
{
    uint8_t op = d->opcode;
    uint32_t rm = d->has_modrm && d->mod == 3 ? BIT(d->rm) : 0;
    if (op == 0x05 || op == 0xa2 || op == 0x31 || op == 0x01) {
        return BIT(RAX) | BIT(RBX) | BIT(RCX) | BIT(RDX) | BIT(R11);
    }
    if (op == 0x2c || op == 0x2d || is_in(op, 0x40, 0x4f) || op == 0x50 || op == 0xc5
        || op == 0xd7 || op == 0xaf || is_in(op, 0xb6, 0xb9) || is_in(op, 0xbc, 0xbf))
    {
        return BIT(d->reg);
    }
    if (op == 0xc0 || op == 0xc1 || op == 0xb0 || op == 0xb1) {
        return BIT(d->reg) | BIT(RAX) | rm;
    }
    if (is_in(op, 0xc8, 0xcf)) {
        return BIT((op & 7) | d->rex_b);
    }
    return is_in(op, 0x90, 0x9f) || op == 0x7e || is_in(op, 0xa3, 0xad) || op == 0xb3
                   || op == 0xba || op == 0xbb
               ? rm
               : 0;
}

static uint32_t
one_changes(const struct decoded *d)
{
    uint8_t op = d->opcode;
    uint32_t rm = d->has_modrm && d->mod == 3 ? BIT(d->rm) : 0;
    if (op < 0x40) {
        if (is_in(op, 0x38, 0x3d)) {
            return 0; /* cmp */
        }
        return (op & 7) < 2 ? rm : (op & 7) < 4 ? BIT(d->reg) : BIT(RAX);
    }
    if (is_in(op, 0x58, 0x5f)) {
        return BIT((op & 7) | d->rex_b);
    }
    if (is_in(op, 0x90, 0x97)) {
        return BIT(RAX) | BIT((op & 7) | d->rex_b);
    }
    if (is_in(op, 0xb0, 0xbf)) {
        return BIT((op & 7) | d->rex_b);
    }
    switch (op) {
    case 0x63:
    case 0x69:
    case 0x6b:
    case 0x8a:
    case 0x8b:
    case 0x8d:
        return BIT(d->reg);
    case 0x80:
    case 0x81:
    case 0x83:
        return d->extension == 7 ? 0 : rm;
    case 0x84:
    case 0x85:
        return 0; /* test */
    case 0x86:
    case 0x87:
        return rm | BIT(d->reg);
    case 0x98:
    case 0x99:
    case 0xa0:
    case 0xa1:
        return BIT(RAX) | BIT(RDX);
    case 0xa4:
    case 0xa5:
    case 0xa6:
    case 0xa7:
    case 0xaa:
    case 0xab:
    case 0xac:
    case 0xad:
    case 0xae:
    case 0xaf:
        return BIT(RSI) | BIT(RDI) | BIT(RCX) | BIT(RAX);
    case 0xc9:
        return BIT(RBP) | BIT(RSP);
    case 0xf6:
    case 0xf7:
        return d->extension < 2 ? 0 : d->extension < 4 ? rm : BIT(RAX) | BIT(RDX);
    case 0xe4:
    case 0xe5:
    case 0xec:
    case 0xed:
        return BIT(RAX);
    default:
        return rm;
    }
}

static void
decode_flow(const struct decoded *d, struct instruction *out, uint64_t next)
{
    uint8_t op = d->opcode;
    bool is_relative = false;
    if (d->map == MAP_0F && !d->is_vex) {
        if (is_in(op, 0x80, 0x8f)) {
            out->flow = FLOW_BRANCH;
            is_relative = true;
        }
        else if (op == 0x0b) {
            out->flow = FLOW_STOP;
        }
    }
    else if (d->map == MAP_ONE) {
        if (is_in(op, 0x70, 0x7f) || is_in(op, 0xe0, 0xe3)) {
            out->flow = FLOW_BRANCH;
            is_relative = true;
        }
        else if (op == 0xe8 || op == 0xe9 || op == 0xeb) {
            out->flow = op == 0xe8 ? FLOW_CALL : FLOW_JUMP;
            is_relative = true;
        }
        else if (op == 0xc3 || op == 0xc2) {
            out->flow = FLOW_RETURN;
        }
        else if (op == 0xf4 || op == 0xcc) {
            out->flow = FLOW_STOP;
        }
        else if (op == 0xff && (d->extension == 2 || d->extension == 4)) {
            out->flow = d->extension == 2 ? FLOW_CALL : FLOW_JUMP;
            if (d->mod == 3) {
                out->target_register = d->rm;
            }
            else {
                out->target_is_memory = true;
            }
        }
    }
    if (is_relative) {
        out->target_is_known = true;
        out->target = next + (uint64_t)d->immediate;
    }
}

/* The instructions of the one-byte map whose result can be known. */
static bool
decode_known(const struct decoded *d, struct instruction *out)
{
    bool is_word = d->is_wide;
    bool in_memory = d->has_modrm && d->mod != 3;
    out->is_word = is_word;
    switch (d->opcode) {
    case 0x8d: /* lea */
        out->effect = EFFECT_ADDRESS;
        out->destination = d->reg;
        return in_memory && is_word;
    case 0x8b: /* mov register, r/m */
        out->effect = in_memory ? EFFECT_LOAD : EFFECT_COPY;
        out->destination = d->reg;
        out->source = d->rm;
        return is_word;
    case 0x89: /* mov r/m, register */
        out->effect = in_memory ? EFFECT_STORE : EFFECT_COPY;
        out->destination = in_memory ? NO_REGISTER : d->rm;
        out->source = d->reg;
        return is_word || in_memory;
    case 0xc6: /* mov byte r/m, number */
        out->effect = EFFECT_STORE;
        out->is_word = false;
        out->number = d->immediate;
        return in_memory && d->extension == 0;
    case 0xc7: /* mov r/m, number */
        out->effect = in_memory ? EFFECT_STORE : EFFECT_SET;
        out->destination = in_memory ? NO_REGISTER : d->rm;
        out->number = d->immediate;
        return d->extension == 0;
    case 0x31: /* xor r, r */
    case 0x33:
        out->effect = EFFECT_SET;
        out->destination = d->rm;
        return d->mod == 3 && d->rm == d->reg;
    case 0x81:
    case 0x83: /* add, sub r, number */
        out->effect = EFFECT_ADD;
        out->destination = d->rm;
        out->source = d->rm;
        out->number = d->extension == 0 ? d->immediate : -d->immediate;
        return d->mod == 3 && is_word && (d->extension == 0 || d->extension == 5);
    default:
        if (is_in(d->opcode, 0xb8, 0xbf)) {
            out->effect = EFFECT_SET;
            out->destination = (uint8_t)((d->opcode & 7) | d->rex_b);
            out->number = is_word ? d->immediate : (int64_t)(uint32_t)d->immediate;
            return true;
        }
        return false;
    }
}

static void
decode_effect(const struct decoded *d, struct instruction *out)
{
    bool in_memory = d->has_modrm && d->mod != 3;
    if (d->map == MAP_ONE && decode_known(d, out)) {
        return;
    }
    out->effect = EFFECT_NONE;
    out->destination = out->source = NO_REGISTER;
    out->number = 0;
    if (d->map == MAP_ONE) {
        out->changed = one_changes(d);
        if (in_memory && one_writes_memory(d)) {
            out->effect = EFFECT_CHANGE;
        }
    }
    else if (d->map == MAP_0F) {
        out->changed = d->is_vex && !is_in(d->opcode, 0x2c, 0x2d) && d->opcode != 0x50
                               && d->opcode != 0x7e && d->opcode != 0xd7
                           ? 0
                           : two_changes(d);
        if (in_memory && two_writes_memory(d)) {
            out->effect = EFFECT_CHANGE;
        }
    }
    else {
        out->changed = BIT(d->reg) | (d->has_modrm && d->mod == 3 ? BIT(d->rm) : 0);
    }
}

static bool
x86_decode(const struct image *image, const uint8_t *bytes, size_t size,
           uint64_t address, struct instruction *out_instruction)
{
    (void)image;
    struct cursor cursor = {bytes, size < 15 ? size : 15, 0, false};
    struct decoded d = {0};
    *out_instruction = (struct instruction){.destination = NO_REGISTER,
                                            .source = NO_REGISTER,
                                            .target_register = NO_REGISTER};
    if (!read_opcode(&cursor, &d)) {
        return false;
    }
    bool has_modrm = d.map == MAP_ONE  ? one_has_modrm(d.opcode)
                     : d.map == MAP_0F ? two_has_modrm(d.opcode)
                                       : true;
    if (has_modrm) {
        read_modrm(&cursor, &d);
    }
    unsigned immediate = d.map == MAP_ONE    ? one_immediate(&d)
                         : d.map == MAP_0F   ? two_immediate(d.opcode)
                         : d.map == MAP_0F3A ? 1
                                             : 0;
    d.immediate = next_number(&cursor, immediate);
    if (cursor.failed) {
        return false;
    }
    uint64_t next = address + cursor.at;
    if (d.is_rip_relative) {
        d.memory.displacement += (int64_t)next;
    }
    out_instruction->size = (uint8_t)cursor.at;
    out_instruction->memory = d.memory;
    decode_flow(&d, out_instruction, next);
    if (out_instruction->flow == FLOW_NEXT) {
        decode_effect(&d, out_instruction);
    }
    return true;
}

/* System V ABI, "Parameter Passing" and "Register Usage". */
static const uint8_t arguments[] = {RDI, RSI, RDX, RCX, R8, R9};
const struct processor processor_x86 = {
    .decode = x86_decode,
    .arguments = arguments,
    .n_arguments = 6,
    .result = RAX,
    .step = 1,
    .has_wide_operands = true,
    .stack = NO_REGISTER,
    .table = NO_REGISTER,
    .stub_table = NO_REGISTER,
    .lost_in_calls = BIT(RAX) | BIT(RCX) | BIT(RDX) | BIT(RSI) | BIT(RDI) | BIT(R8)
                     | BIT(R9) | BIT(R10) | BIT(R11),
};
