#include "probe/memory_operand.h"

#include <string.h>

enum { REX_B = 1, REX_X = 2, REX_R = 4, REX_W = 8 };
enum { STACK_POINTER = 4 };

struct instruction {
    const uint8_t *at; /* what is not read yet */
    uint8_t rex;
    uint8_t repetition; /* F2, F3, or 0 */
    bool is_locked, is_of_thread, is_short, has_short_address;
};

/* Prefixes in any order; REX stands last and is void before another one. */
static void
read_prefixes(struct instruction *instruction)
{
    for (;; instruction->at++) {
        uint8_t byte = *instruction->at;
        switch (byte) {
        case 0xf0:
            instruction->is_locked = true;
            break;
        case 0x64:
        case 0x65:
            instruction->is_of_thread = true;
            break;
        case 0x66:
            instruction->is_short = true;
            break;
        case 0x67:
            instruction->has_short_address = true;
            break;
        case 0x26:
        case 0x2e:
        case 0x36:
        case 0x3e:
        case 0xf2:
        case 0xf3:
            instruction->repetition = byte;
            break;
        default:
            if ((byte & 0xf0) == 0x40) {
                instruction->rex = byte & 0x0f;
                break;
            }
            return;
        }
        if ((byte & 0xf0) != 0x40) {
            instruction->rex = 0;
        }
    }
}

/* How an instruction uses its operand; and how many bytes of an immediate follow, which
 * an address relative to the next instruction needs. */
enum use { USE_NONE, USE_READ, USE_WRITE, USE_UPDATE, USE_EXCHANGE };

struct shape {
    enum use use;
    bool is_byte;
    unsigned immediate; /* bytes */
};

/* ModRM is read for an opcode that has one only: the code may end before it. */
static unsigned
group_at(const uint8_t *modrm)
{
    return (*modrm >> 3) & 7U; /* the middle field */
}

static bool
names_register(const uint8_t *modrm)
{
    return *modrm >> 6 == 3; /* the operand is none in memory */
}

static struct shape
shape_of_arithmetic(uint8_t opcode)
{
    bool is_comparison = (opcode & 0x38) == 0x38;
    if ((opcode & 7) > 3) {
        return (struct shape){USE_NONE, false, 0};
    }
    return (struct shape){(opcode & 2) == 0 && !is_comparison ? USE_UPDATE : USE_READ,
                          (opcode & 1) == 0, 0};
}

/* One byte. */
static struct shape
shape_of_short(uint8_t opcode, const uint8_t *modrm, unsigned word)
{
    unsigned group;
    if (opcode < 0x40) {
        return shape_of_arithmetic(opcode);
    }
    bool is_byte = (opcode & 1) == 0;
    switch (opcode) {
    case 0x80:
    case 0x83:
        return (struct shape){group_at(modrm) == 7 ? USE_READ : USE_UPDATE, is_byte, 1};
    case 0x81:
        return (struct shape){group_at(modrm) == 7 ? USE_READ : USE_UPDATE, false, word};
    case 0x63:
    case 0x84:
    case 0x85:
    case 0x8a:
    case 0x8b:
        return (struct shape){USE_READ, is_byte, 0};
    case 0x86: /* xchg is atomic by itself */
    case 0x87:
        return (struct shape){USE_EXCHANGE, is_byte, 0};
    case 0x88:
    case 0x89:
        return (struct shape){USE_WRITE, is_byte, 0};
    case 0x8f:
        return (struct shape){USE_WRITE, false, 0};
    case 0x69:
        return (struct shape){USE_READ, false, word};
    case 0x6b:
        return (struct shape){USE_READ, false, 1};
    case 0xc6:
        return (struct shape){USE_WRITE, true, 1};
    case 0xc7:
        return (struct shape){USE_WRITE, false, word};
    case 0xc0:
    case 0xc1:
        return (struct shape){USE_UPDATE, is_byte, 1};
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
        return (struct shape){USE_UPDATE, is_byte, 0};
    case 0xf6:
    case 0xf7:
        group = group_at(modrm);
        return (struct shape){group == 2 || group == 3 ? USE_UPDATE : USE_READ,
                              is_byte, group > 1 ? 0 : is_byte ? 1 : word};
    case 0xfe:
    case 0xff:
        group = group_at(modrm);
        if (group > 1 && group < 6) {
            return (struct shape){USE_NONE, false, 0}; /* where to go on */
        }
        return (struct shape){group < 2 ? USE_UPDATE : USE_READ, is_byte, 0};
    default:
        return (struct shape){USE_NONE, false, 0};
    }
}

/* Behind 0f. */
static struct shape
shape_of_long(uint8_t opcode, const uint8_t *modrm, uint8_t repetition)
{
    switch (opcode) {
    case 0xab: /* bts, btr, btc of a register: beyond the operand, too */
    case 0xb3:
    case 0xbb:
    case 0xa3:
        return (struct shape){USE_NONE, false, 0};
    case 0xba:
        return (struct shape){group_at(modrm) > 4 ? USE_UPDATE : USE_READ, false, 1};
    case 0xb0:
    case 0xb1:
    case 0xc0:
    case 0xc1:
        return (struct shape){USE_UPDATE, (opcode & 1) == 0, 0};
    case 0xb6: /* movzx, movsx of a byte */
    case 0xbe:
        return (struct shape){USE_READ, true, 0};
    case 0xaf:
    case 0xb7:
    case 0xbf:
        return (struct shape){USE_READ, false, 0};
    case 0x10: /* movups, movss, movsd */
    case 0x11:
        return (struct shape){(opcode & 1) != 0 ? USE_WRITE : USE_READ, false, 0};
    case 0x13:
    case 0x17:
    case 0xd6:
    case 0x29:
    case 0x2b:
    case 0x7f:
    case 0xe7:
    case 0xc3: /* movnti */
        return (struct shape){USE_WRITE, false, 0};
    case 0x7e: /* movd; with F3 a movq that reads */
        return (struct shape){repetition == 0xf3 ? USE_READ : USE_WRITE, false, 0};
    default:
        break;
    }
    bool is_move = (opcode >= 0x12 && opcode <= 0x17) || (opcode >= 0x28 && opcode <= 0x2f)
                   || (opcode >= 0x40 && opcode <= 0x6f);
    if (opcode >= 0x90 && opcode <= 0x9f) {
        return (struct shape){USE_WRITE, true, 0}; /* setcc */
    }
    return (struct shape){is_move ? USE_READ : USE_NONE, false, 0};
}

/* Bytes of an operand that is not as long as a register; 0: it is. */
static unsigned
special_size(uint8_t opcode, uint8_t repetition, bool is_short)
{
    bool is_calculation = opcode == 0x14 || opcode == 0x15 || opcode == 0x2c
                          || opcode == 0x2d || (opcode >= 0x51 && opcode <= 0x6d);
    if (is_calculation) { /* of one number, or of what a register holds */
        return repetition == 0xf3 ? 4 : repetition == 0xf2 ? 8 : 16;
    }
    switch (opcode) {
    case 0x2e: /* ucomiss, ucomisd */
    case 0x2f:
        return is_short ? 8 : 4;
    case 0x10:
    case 0x11:
        return repetition == 0xf3 ? 4 : repetition == 0xf2 ? 8 : 16;
    case 0xb7: /* movzx, movsx of two bytes */
    case 0xbf:
        return 2;
    case 0x7e:
        return repetition == 0xf3 ? 8 : 0;
    case 0x12:
    case 0x13:
    case 0x16:
    case 0x17:
    case 0xd6:
        return 8;
    case 0x28:
    case 0x29:
    case 0x2b:
    case 0x6f:
    case 0x7f:
    case 0xe7:
        return 16;
    default:
        return 0;
    }
}

static int32_t
read_displacement(const uint8_t *at, size_t size)
{
    int32_t value;
    if (size == 1) {
        return (int8_t)*at;
    }
    memcpy(&value, at, sizeof value);
    return value;
}

/* ModRM, SIB and displacement.  Returns false if the operand is a register. */
static bool
read_address(struct instruction *instruction, const uint64_t registers[16],
             unsigned immediate, uintptr_t *out_address)
{
    uint8_t modrm = *instruction->at++;
    unsigned mode = modrm >> 6;
    unsigned base = modrm & 7;
    size_t displacement = mode == 1 ? 1 : mode == 2 ? 4 : 0;
    uint64_t address = 0;
    bool is_relative = mode == 0 && base == 5;
    if (mode == 3 || instruction->has_short_address) {
        return false;
    }
    if (base == STACK_POINTER) {
        uint8_t sib = *instruction->at++;
        unsigned index =
            ((sib >> 3) & 7U) | ((instruction->rex & REX_X) != 0 ? 8U : 0U);
        base = sib & 7;
        if (index != STACK_POINTER) {
            address += registers[index] << (sib >> 6);
        }
        if (mode == 0 && base == 5) {
            displacement = 4;
        }
        else {
            address += registers[base | ((instruction->rex & REX_B) != 0 ? 8U : 0U)];
        }
    }
    else if (is_relative) {
        displacement = 4;
    }
    else {
        address += registers[base | ((instruction->rex & REX_B) != 0 ? 8U : 0U)];
    }
    if (displacement != 0) {
        address += (uint64_t)(int64_t)read_displacement(instruction->at, displacement);
    }
    instruction->at += displacement;
    if (is_relative) {
        address += (uintptr_t)instruction->at + immediate;
    }
    *out_address = address;
    return true;
}

bool
memory_operand_of(const uint8_t *code, const uint64_t registers[16],
                  struct memory_operand *out_operand)
{
    struct instruction instruction = {.at = code};
    struct shape shape;
    read_prefixes(&instruction);
    bool is_wide = (instruction.rex & REX_W) != 0;
    unsigned word = instruction.is_short && !is_wide ? 2 : 4;
    uint8_t opcode = *instruction.at++;
    bool is_compared = false;
    unsigned special = 0;
    if (opcode == 0x0f) {
        opcode = *instruction.at++;
        is_compared = opcode == 0xb0 || opcode == 0xb1;
        special = special_size(opcode, instruction.repetition, instruction.is_short);
        shape = shape_of_long(opcode, instruction.at, instruction.repetition);
    }
    else {
        shape = shape_of_short(opcode, instruction.at, word);
    }
    if (shape.use == USE_NONE || instruction.is_of_thread
        || !read_address(&instruction, registers, shape.immediate,
                         &out_operand->address))
    {
        return false;
    }
    out_operand->size = special != 0 ? special
                        : shape.is_byte ? 1
                        : is_wide       ? 8
                                        : word;
    out_operand->is_update = shape.use == USE_UPDATE && !instruction.is_locked;
    out_operand->is_write = shape.use != USE_READ;
    out_operand->is_atomic = instruction.is_locked || shape.use == USE_EXCHANGE;
    out_operand->is_compared = is_compared && instruction.is_locked;
    out_operand->is_swapped = shape.use == USE_EXCHANGE;
    return true;
}

/* One byte: those that a compiler uses without flags for a newer machine. */
static bool
is_known_short(uint8_t opcode, const uint8_t *modrm)
{
    if (opcode < 0x40) {
        return (opcode & 7) < 6;
    }
    if ((opcode >= 0x50 && opcode <= 0x5f) || (opcode >= 0x70 && opcode <= 0x7f)
        || (opcode >= 0x84 && opcode <= 0x8b) || (opcode >= 0x8f && opcode <= 0x99)
        || (opcode >= 0xb0 && opcode <= 0xc3) || (opcode >= 0xd0 && opcode <= 0xd3)
        || (opcode >= 0xe0 && opcode <= 0xe3))
    {
        return true;
    }
    if (opcode >= 0xd8 && opcode <= 0xdf) {
        return names_register(modrm); /* the old floating-point unit */
    }
    switch (opcode) {
    case 0x63:
    case 0x68:
    case 0x69:
    case 0x6a:
    case 0x6b:
    case 0x80:
    case 0x81:
    case 0x83:
    case 0x8d: /* lea */
    case 0xa8:
    case 0xa9:
    case 0xc9:
    case 0xe8:
    case 0xe9:
    case 0xeb:
    case 0xf6:
    case 0xf7:
    case 0xfe:
        return true;
    case 0xc6:
    case 0xc7:
        return group_at(modrm) == 0;
    case 0xff:
        return group_at(modrm) < 7;
    default:
        return false;
    }
}

/* Behind 0f. */
static bool
is_known_long(uint8_t opcode, const uint8_t *modrm, uint8_t repetition)
{
    if (opcode >= 0x80 && opcode <= 0x9f) {
        return true; /* conditional jumps, setcc */
    }
    bool is_hint = opcode == 0x0d || (opcode >= 0x18 && opcode <= 0x1f);
    bool is_swap = opcode >= 0xc8 && opcode <= 0xcf;
    if (is_hint || is_swap || opcode == 0xa2 || opcode == 0x0b) {
        return true;
    }
    if (opcode < 0x10 || (opcode >= 0x20 && opcode <= 0x27)
        || (opcode >= 0x30 && opcode <= 0x3f) || opcode == 0xff)
    {
        return false; /* the system's, and three bytes */
    }
    if (names_register(modrm)) {
        return opcode != 0xf7; /* maskmovdqu has another operand */
    }
    return shape_of_long(opcode, modrm, repetition).use != USE_NONE;
}

bool
instruction_is_known(const uint8_t *code)
{
    struct instruction instruction = {.at = code};
    read_prefixes(&instruction);
    uint8_t opcode = *instruction.at++;
    if (instruction.has_short_address) {
        return false;
    }
    if (opcode != 0x0f) {
        return is_known_short(opcode, instruction.at);
    }
    opcode = *instruction.at++;
    return is_known_long(opcode, instruction.at, instruction.repetition);
}

bool
jump_operand_of(const uint8_t *code, const uint64_t registers[16], uintptr_t *out_address)
{
    struct instruction instruction = {.at = code};
    read_prefixes(&instruction);
    uint8_t opcode = *instruction.at++;
    if (opcode != 0xff || instruction.is_of_thread) {
        return false;
    }
    unsigned group = group_at(instruction.at);
    return (group == 2 || group == 4)
           && read_address(&instruction, registers, 0, out_address);
}

bool
instruction_returns(const uint8_t *code)
{
    if (code[0] == 0xf2 || code[0] == 0xf3) { /* bnd, rep: without a meaning here */
        code++;
    }
    return code[0] == 0xc3 || code[0] == 0xc2;
}
