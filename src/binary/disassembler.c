/* Machines whose code libcapstone decodes.  It takes ten times as long as the decoders
 * of this room for x86-64 and AArch64, whose files are many and large.
 *
 * Instructions are told by their names: unlike Capstone's numbers, they are the same in
 * its versions 4 and 5.  What is not named here changes the registers that it names.
 * Pages: "System V ABI, Intel386 supplement", "64-Bit ELF V2 ABI" (OpenPOWER),
 * "ELF ABI s390x Supplement", "RISC-V ELF psABI". */
#include "binary/disassembler.h"

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/macros.h"
#include "base/strbuf.h"
#include "binary/code.h"

#define BIT(r) ((unsigned)(r) < (unsigned)N_REGISTERS ? UINT32_C(1) << (r) : 0)
#define SONAME_OF(major) "libcapstone.so." #major
#define SONAME(major) SONAME_OF(major)

#define CAPSTONE_FUNCTIONS(DO)                                                         \
    DO(close)                                                                          \
    DO(disasm_iter)                                                                    \
    DO(free)                                                                           \
    DO(malloc)                                                                         \
    DO(open)                                                                           \
    DO(option)                                                                         \
    DO(support)                                                                        \
    DO(version)

struct capstone {
    bool is_tried;
#define DECLARE(name) __typeof__(cs_##name) *name;
    CAPSTONE_FUNCTIONS(DECLARE)
#undef DECLARE
    const char *doubt; /* why it cannot be used, or NULL */
};

struct disassembler {
    const struct capstone *capstone;
    csh handle;
    cs_insn *instruction; /* owned */
};

/* --- the library ----------------------------------------------------------------- */

/* Files are read in parallel.  Capstone fills tables of its own when it is first used. */
static pthread_mutex_t capstone_lock = PTHREAD_MUTEX_INITIALIZER;

/* Loaded once and kept; call with the lock held. */
static const struct capstone *
capstone_load(void)
{
    static struct capstone capstone;
    if (capstone.is_tried) {
        return &capstone;
    }
    capstone.is_tried = true;
    void *library = dlopen(SONAME(CS_API_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) { /* the wheel `capstone` */
        CLEANUP(arena_cleanup) struct arena *arena = arena_new();
        const char *path = path_site_packages(arena, "capstone/lib/libcapstone.so");
        library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    }
    if (library == NULL) {
        capstone.doubt = SONAME(CS_API_MAJOR) " is not installed (pip install capstone)";
        return &capstone;
    }
    /* POSIX: dlsym's result may be read as a function pointer through memory. */
#define RESOLVE(name)                                                                  \
    *(void **)(&capstone.name) = dlsym(library, "cs_" #name);                          \
    if (capstone.name == NULL) {                                                       \
        capstone.doubt = SONAME(CS_API_MAJOR) " lacks cs_" #name;                      \
    }
    CAPSTONE_FUNCTIONS(RESOLVE)
#undef RESOLVE
    /* The layout of its results is that of the headers only within one version. */
    int major = 0;
    int minor = 0;
    if (capstone.doubt == NULL) {
        capstone.version(&major, &minor);
    }
    if (capstone.doubt == NULL && major != CS_API_MAJOR) {
        capstone.doubt = SONAME(CS_API_MAJOR) " has another version";
    }
    return &capstone;
}

const char *
disassembler_lack(int *out_major, int *out_minor)
{
    pthread_mutex_lock(&capstone_lock);
    const struct capstone *capstone = capstone_load();
    if (capstone->doubt == NULL) {
        capstone->version(out_major, out_minor);
    }
    pthread_mutex_unlock(&capstone_lock);
    return capstone->doubt;
}

static const struct machine {
    uint16_t machine;
    uint8_t word_size;
    bool is_big_endian;
    bool is_supported; /* by the headers */
    cs_arch arch;
    cs_mode mode;
    const char *name;
} machines[] = {
    {EM_386, 4, false, true, CS_ARCH_X86, CS_MODE_32, "i386"},
    {EM_PPC64, 8, false, true, CS_ARCH_PPC, CS_MODE_64, "64-bit PowerPC"},
    {EM_S390, 8, true, true, CS_ARCH_SYSZ, CS_MODE_BIG_ENDIAN, "s390x"},
#if CS_API_MAJOR >= 5
    {EM_RISCV, 8, false, true, CS_ARCH_RISCV, CS_MODE_RISCV64 | CS_MODE_RISCVC,
     "RISC-V"},
#else
    {EM_RISCV, 8, false, false, CS_ARCH_ALL, CS_MODE_LITTLE_ENDIAN, "RISC-V"},
#endif
};

static const struct machine *
machine_find(const struct image *image)
{
    for (size_t i = 0; i < ARRAY_LENGTH(machines); i++) {
        if (machines[i].machine == image->machine
            && machines[i].word_size == image->word_size
            && machines[i].is_big_endian == image->is_big_endian)
        {
            return &machines[i];
        }
    }
    return NULL;
}

/* The address that r2 holds in every function of a 64-bit PowerPC file: what the first
 * two instructions of an exported one make of its own address, in r12. */
static uint64_t
power_table(const struct image *image)
{
    for (size_t i = 0; i < image->n_exports; i++) {
        const struct symbol *symbol = &image->exports[i];
        uint32_t high = 0;
        uint32_t low = 0;
        if (symbol->type == STT_FUNC && image_is_code(image, symbol->address)
            && image_u32(image, symbol->address, &high)
            && image_u32(image, symbol->address + 4, &low)
            && high >> 16 == 0x3c4c /* addis r2, r12, … */
            && low >> 16 == 0x3842) /* addi r2, r2, … */
        {
            return symbol->address + (uint64_t)((int64_t)(int16_t)high * 65536)
                   + (uint64_t)(int16_t)low;
        }
    }
    return 0;
}

static const char *
open_for(struct image *image, const struct machine *machine)
{
    const struct capstone *capstone = capstone_load();
    if (capstone->doubt != NULL) {
        return capstone->doubt;
    }
    if (!machine->is_supported || !capstone->support((int)machine->arch)) {
        int major = 0;
        int minor = 0;
        capstone->version(&major, &minor);
        return arena_format(image->arena,
                            "Capstone %d.%d does not support %s",
                            major, minor, machine->name);
    }
    struct disassembler *disassembler = ARENA_NEW(image->arena, struct disassembler);
    disassembler->capstone = capstone;
    if (capstone->open(machine->arch, machine->mode, &disassembler->handle)
        != CS_ERR_OK)
    {
        return "Capstone cannot decode it";
    }
    (void)capstone->option(disassembler->handle, CS_OPT_DETAIL, CS_OPT_ON);
    disassembler->instruction = capstone->malloc(disassembler->handle);
    if (disassembler->instruction == NULL) {
        (void)capstone->close(&disassembler->handle);
        return "Capstone cannot decode it";
    }
    /* Any bytes do: tables are filled now, while no one else looks. */
    static const uint8_t bytes[16] = {0};
    const uint8_t *code = bytes;
    size_t size = sizeof(bytes);
    uint64_t address = 0;
    (void)capstone->disasm_iter(disassembler->handle, &code, &size, &address,
                                disassembler->instruction);
    image->disassembler = disassembler;
    return NULL;
}

void
disassembler_open(struct image *image)
{
    const struct machine *machine = machine_find(image);
    if (machine == NULL) {
        return;
    }
    if (machine->machine == EM_PPC64) {
        image->table = power_table(image);
        if (image->table == 0) {
            image->code_doubt =
                "its TOC could not be found: no exported function computes its address";
            return;
        }
    }
    (void)pthread_mutex_lock(&capstone_lock);
    image->code_doubt = open_for(image, machine);
    (void)pthread_mutex_unlock(&capstone_lock);
}

void
disassembler_close(struct image *image)
{
    struct disassembler *disassembler = image->disassembler;
    if (disassembler != NULL) {
        disassembler->capstone->free(disassembler->instruction, 1);
        (void)disassembler->capstone->close(&disassembler->handle);
        image->disassembler = NULL;
    }
}

/* --- operands alike for all machines ----------------------------------------------- */

enum { MAX_OPERANDS = 6 };

struct operand {
    enum { OPERAND_OTHER, OPERAND_REGISTER, OPERAND_NUMBER, OPERAND_MEMORY } kind;
    uint8_t reg;     /* NO_REGISTER: one that is not followed */
    uint8_t size;    /* bytes, where the machine has several */
    bool is_written; /* where the machine tells */
    int64_t number;
    struct memory_operand memory;
};

struct decoded {
    const cs_insn *instruction;
    const char *name;
    struct operand operands[MAX_OPERANDS];
    unsigned n;
    struct instruction *out;
};

static bool
is_name(const struct decoded *d, const char *name)
{
    return strcmp(d->name, name) == 0;
}

static bool
is_one_of(const struct decoded *d, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(d->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}
#define IS_ONE_OF(d, ...)                                                              \
    is_one_of(d, (const char *const[]){__VA_ARGS__},                                   \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static bool
has_kinds(const struct decoded *d, unsigned n, int first, int second)
{
    return d->n >= n && (int)d->operands[0].kind == first
           && (n < 2 || (int)d->operands[1].kind == second);
}

/* Its registers have unknown values afterwards. */
static void
change_registers(const struct decoded *d)
{
    for (unsigned i = 0; i < d->n; i++) {
        if (d->operands[i].kind == OPERAND_REGISTER) {
            d->out->changed |= BIT(d->operands[i].reg);
        }
    }
}

static void
flow_to(const struct decoded *d, enum flow flow, const struct operand *target)
{
    d->out->flow = (uint8_t)flow;
    if (target->kind == OPERAND_NUMBER) {
        d->out->target_is_known = true;
        d->out->target = (uint64_t)target->number;
    }
    else if (target->kind == OPERAND_MEMORY) {
        d->out->target_is_memory = true;
        d->out->memory = target->memory;
    }
    else {
        d->out->target_register = target->reg;
    }
}

static void
set_effect(const struct decoded *d, enum effect effect, uint8_t destination,
           uint8_t source, int64_t number)
{
    d->out->effect = (uint8_t)effect;
    d->out->destination = destination;
    d->out->source = source;
    d->out->number = number;
}

static void
set_memory(const struct decoded *d, enum effect effect, const struct operand *memory,
           bool is_word)
{
    d->out->effect = (uint8_t)effect;
    d->out->memory = memory->memory;
    d->out->is_word = is_word;
}

static struct operand
memory_at(uint8_t base, uint8_t index, bool has_index, int64_t displacement)
{
    return (struct operand){.kind = OPERAND_MEMORY,
                            .reg = NO_REGISTER,
                            .memory = {base, index, has_index, displacement}};
}

static struct operand
memory_absolute(uint64_t address)
{
    return memory_at(NO_REGISTER, NO_REGISTER, false, (int64_t)address);
}

static struct operand
operand_register(uint8_t reg)
{
    return (struct operand){.kind = OPERAND_REGISTER, .reg = reg};
}

static struct operand
operand_number(int64_t number)
{
    return (struct operand){
        .kind = OPERAND_NUMBER, .reg = NO_REGISTER, .number = number};
}

/* Capstone's FIRST to FIRST + 31 (or fewer) are the registers 0 and up. */
static uint8_t
register_from(unsigned reg, unsigned first, unsigned n)
{
    return reg >= first && reg < first + n ? (uint8_t)(reg - first) : NO_REGISTER;
}

static bool
decode_any(const struct image *image, const uint8_t *bytes, size_t size,
           uint64_t address, struct instruction *out, struct decoded *d)
{
    const struct disassembler *disassembler = image->disassembler;
    uint64_t at = address;
    *out = (struct instruction){.destination = NO_REGISTER,
                                .source = NO_REGISTER,
                                .target_register = NO_REGISTER,
                                .memory = {NO_REGISTER, NO_REGISTER, false, 0}};
    if (!disassembler->capstone->disasm_iter(disassembler->handle, &bytes, &size, &at,
                                             disassembler->instruction))
    {
        return false;
    }
    out->size = (uint8_t)disassembler->instruction->size;
    d->instruction = disassembler->instruction;
    d->name = disassembler->instruction->mnemonic;
    d->out = out;
    return true;
}

/* --- i386 ------------------------------------------------------------------------ */

enum { EAX, ECX, EDX, EBX, ESP, EBP, ESI, EDI };

static uint8_t
i386_register(unsigned reg)
{
    static const struct {
        uint16_t names[4];
        uint8_t reg;
    } registers[] = {
        {{X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH}, EAX},
        {{X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH}, ECX},
        {{X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH}, EDX},
        {{X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH}, EBX},
        {{X86_REG_ESP, X86_REG_SP, X86_REG_SPL, X86_REG_SPL}, ESP},
        {{X86_REG_EBP, X86_REG_BP, X86_REG_BPL, X86_REG_BPL}, EBP},
        {{X86_REG_ESI, X86_REG_SI, X86_REG_SIL, X86_REG_SIL}, ESI},
        {{X86_REG_EDI, X86_REG_DI, X86_REG_DIL, X86_REG_DIL}, EDI},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(registers); i++) {
        for (unsigned k = 0; k < 4; k++) {
            if (registers[i].names[k] == reg) {
                return registers[i].reg;
            }
        }
    }
    return NO_REGISTER;
}

static void
i386_operands(struct decoded *d)
{
    const cs_x86 *x86 = &d->instruction->detail->x86;
    for (unsigned i = 0; i < x86->op_count && d->n < MAX_OPERANDS; i++) {
        const cs_x86_op *op = &x86->operands[i];
        struct operand *operand = &d->operands[d->n++];
        *operand = (struct operand){.reg = NO_REGISTER};
        if (op->type == X86_OP_REG) {
            *operand = operand_register(i386_register(op->reg));
        }
        else if (op->type == X86_OP_IMM) {
            *operand = operand_number(op->imm);
        }
        else if (op->type == X86_OP_MEM && op->mem.segment != X86_REG_FS
                 && op->mem.segment != X86_REG_GS)
        {
            bool has_index =
                op->mem.index != X86_REG_INVALID && op->mem.index != X86_REG_EIZ;
            *operand =
                memory_at(op->mem.base != X86_REG_INVALID ? i386_register(op->mem.base)
                                                          : NO_REGISTER,
                          has_index && op->mem.scale == 1 ? i386_register(op->mem.index)
                                                          : NO_REGISTER,
                          has_index, op->mem.disp);
        }
        operand->size = op->size;
        operand->is_written = (op->access & CS_AC_WRITE) != 0;
    }
}

static bool
i386_flow(const struct decoded *d)
{
    switch (d->instruction->id) {
    case X86_INS_CALL:
        flow_to(d, FLOW_CALL, &d->operands[0]);
        return true;
    case X86_INS_JMP:
        flow_to(d, FLOW_JUMP, &d->operands[0]);
        return true;
    case X86_INS_RET:
        d->out->flow = FLOW_RETURN;
        return true;
    case X86_INS_HLT:
    case X86_INS_INT3:
    case X86_INS_UD2:
        d->out->flow = FLOW_STOP;
        return true;
    default:
        break;
    }
    for (unsigned i = 0; i < d->instruction->detail->groups_count; i++) {
        if (d->instruction->detail->groups[i] == CS_GRP_JUMP && d->n > 0
            && d->operands[d->n - 1].kind == OPERAND_NUMBER)
        {
            flow_to(d, FLOW_BRANCH, &d->operands[d->n - 1]);
            return true;
        }
    }
    return false;
}

static void
i386_mov(const struct decoded *d)
{
    const struct operand *to = &d->operands[0];
    const struct operand *from = &d->operands[1];
    bool is_word = to->size == 4;
    if (to->kind == OPERAND_MEMORY && from->kind == OPERAND_NUMBER) {
        set_effect(d, EFFECT_STORE, NO_REGISTER, NO_REGISTER, from->number);
        set_memory(d, EFFECT_STORE, to, is_word);
    }
    else if (to->kind == OPERAND_MEMORY) {
        d->out->source = from->reg;
        set_memory(d, is_word ? EFFECT_STORE : EFFECT_CHANGE, to, is_word);
    }
    else if (to->kind != OPERAND_REGISTER || !is_word) {
        change_registers(d);
    }
    else if (from->kind == OPERAND_MEMORY) {
        d->out->destination = to->reg;
        set_memory(d, EFFECT_LOAD, from, true);
    }
    else if (from->kind == OPERAND_REGISTER) {
        set_effect(d, EFFECT_COPY, to->reg, from->reg, 0);
    }
    else if (from->kind == OPERAND_NUMBER) {
        set_effect(d, EFFECT_SET, to->reg, NO_REGISTER, (uint32_t)from->number);
    }
    else {
        d->out->changed = BIT(to->reg);
    }
}

/* Returns false for what has no effect that can be named. */
static bool
i386_effect(const struct decoded *d)
{
    const struct operand *first = &d->operands[0];
    const struct operand *second = &d->operands[1];
    switch (d->instruction->id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
        i386_mov(d);
        return d->n == 2;
    case X86_INS_LEA:
        if (!has_kinds(d, 2, OPERAND_REGISTER, OPERAND_MEMORY)) {
            return false;
        }
        d->out->destination = first->reg;
        set_memory(d, EFFECT_ADDRESS, second, true);
        return true;
    case X86_INS_ADD:
    case X86_INS_SUB:
        if (!has_kinds(d, 2, OPERAND_REGISTER, OPERAND_NUMBER) || first->size != 4) {
            return false;
        }
        set_effect(d, EFFECT_ADD, first->reg, first->reg,
                   d->instruction->id == X86_INS_ADD ? second->number
                                                     : -second->number);
        return true;
    case X86_INS_XOR:
        if (!has_kinds(d, 2, OPERAND_REGISTER, OPERAND_REGISTER) || first->size != 4
            || d->instruction->detail->x86.operands[0].reg
                   != d->instruction->detail->x86.operands[1].reg)
        {
            return false;
        }
        set_effect(d, EFFECT_SET, first->reg, NO_REGISTER, 0);
        return true;
    case X86_INS_PUSH:
        if (first->kind == OPERAND_MEMORY) {
            set_memory(d, EFFECT_PUSH_LOAD, first, true);
        }
        else {
            set_effect(d, EFFECT_PUSH, NO_REGISTER, first->reg,
                       (uint32_t)first->number);
        }
        /* A segment register: no number either. */
        return first->kind == OPERAND_MEMORY || first->kind == OPERAND_NUMBER
               || first->reg != NO_REGISTER;
    case X86_INS_POP:
        if (first->kind == OPERAND_REGISTER && first->reg != NO_REGISTER) {
            set_effect(d, EFFECT_POP, first->reg, NO_REGISTER, 0);
            return true;
        }
        return false;
    default:
        return false;
    }
}

static bool
i386_decode(const struct image *image, const uint8_t *bytes, size_t size,
            uint64_t address, struct instruction *out)
{
    struct decoded d = {0};
    if (!decode_any(image, bytes, size, address, out, &d)) {
        return false;
    }
    i386_operands(&d);
    if (i386_flow(&d)) {
        return true;
    }
    if (i386_effect(&d)) {
        return true;
    }
    set_effect(&d, EFFECT_NONE, NO_REGISTER, NO_REGISTER, 0);
    for (unsigned i = 0; i < d.n; i++) {
        const struct operand *operand = &d.operands[i];
        if (operand->kind == OPERAND_REGISTER && operand->is_written) {
            out->changed |= BIT(operand->reg);
        }
        else if (operand->kind == OPERAND_MEMORY && operand->is_written) {
            set_memory(&d, EFFECT_CHANGE, operand, false);
        }
    }
    const cs_detail *detail = d.instruction->detail;
    for (unsigned i = 0; i < detail->regs_write_count; i++) {
        uint8_t reg = i386_register(detail->regs_write[i]);
        out->changed |= BIT(reg);
    }
    return true;
}

const struct processor processor_i386 = {
    .decode = i386_decode,
    .result = EAX,
    .step = 1,
    .stack = ESP,
    .table = NO_REGISTER,
    .stub_table = EBX,
    .lost_in_calls = BIT(EAX) | BIT(ECX) | BIT(EDX),
};

/* --- 64-bit PowerPC, little-endian -------------------------------------------------- */

/* r13 is the thread pointer, which no code here loads: its place holds ctr. */
enum { R0 = 0, TOC = 2, R12 = 12, CTR = 13 };

static uint8_t
power_register(unsigned reg)
{
    return reg == PPC_REG_CTR ? (uint8_t)CTR : register_from(reg, PPC_REG_R0, 32);
}

static void
power_operands(struct decoded *d)
{
    const cs_ppc *ppc = &d->instruction->detail->ppc;
    for (unsigned i = 0; i < ppc->op_count && d->n < MAX_OPERANDS; i++) {
        const cs_ppc_op *op = &ppc->operands[i];
        struct operand *operand = &d->operands[d->n++];
        *operand = (struct operand){.reg = NO_REGISTER};
        if (op->type == PPC_OP_REG) {
            *operand = operand_register(power_register(op->reg));
        }
        else if (op->type == PPC_OP_IMM) {
            *operand = operand_number(op->imm);
        }
        else if (op->type == PPC_OP_MEM) {
            uint8_t base = power_register(op->mem.base);
            /* As a base, r0 means zero: no address of this file. */
            *operand = memory_at(base != NO_REGISTER ? base : (uint8_t)R0, NO_REGISTER,
                                 base == R0, (int16_t)op->mem.disp);
        }
    }
}

static bool
power_flow(const struct decoded *d)
{
    static const struct operand ctr = {.kind = OPERAND_REGISTER, .reg = CTR};
    const struct operand *last = d->n > 0 ? &d->operands[d->n - 1] : NULL;
    if (is_name(d, "trap")) {
        d->out->flow = FLOW_STOP;
        return true;
    }
    if (d->name[0] != 'b') {
        return false;
    }
    if (is_name(d, "blr")) {
        d->out->flow = FLOW_RETURN;
    }
    else if (is_name(d, "bctr") || is_name(d, "bctrl")) {
        flow_to(d, is_name(d, "bctr") ? FLOW_JUMP : FLOW_CALL, &ctr);
    }
    else if (last == NULL || last->kind != OPERAND_NUMBER
             || strncmp(d->name, "bcl", 3) == 0)
    {
        return false; /* a conditional return; "call" of the next instruction */
    }
    else {
        flow_to(d,
                is_name(d, "b")    ? FLOW_JUMP
                : is_name(d, "bl") ? FLOW_CALL
                                   : FLOW_BRANCH,
                last);
    }
    return true;
}

static int64_t
signed_16(int64_t number)
{
    return (int16_t)(uint16_t)(uint64_t)number;
}

static bool
power_effect(const struct decoded *d)
{
    const struct operand *first = &d->operands[0];
    const struct operand *second = &d->operands[1];
    const struct operand *third = &d->operands[2];
    bool has_pair = has_kinds(d, 2, OPERAND_REGISTER, OPERAND_REGISTER);
    bool has_memory = has_kinds(d, 2, OPERAND_REGISTER, OPERAND_MEMORY);
    if (IS_ONE_OF(d, "li", "lis") && has_kinds(d, 2, OPERAND_REGISTER, OPERAND_NUMBER))
    {
        set_effect(d, EFFECT_SET, first->reg, NO_REGISTER,
                   signed_16(second->number) * (is_name(d, "lis") ? 65536 : 1));
        return true;
    }
    bool is_sum = has_pair && d->n == 3 && third->kind == OPERAND_NUMBER;
    if (IS_ONE_OF(d, "addi", "la") && is_sum) {
        set_effect(d, EFFECT_ADD, first->reg, second->reg, signed_16(third->number));
        return true;
    }
    if (is_name(d, "addis") && is_sum) { /* only half an address */
        struct operand sum = memory_at(second->reg, NO_REGISTER, second->reg == R0,
                                       signed_16(third->number) * 65536);
        set_memory(d, EFFECT_ADDRESS, &sum, false);
        d->out->destination = first->reg;
        return true;
    }
    if (is_name(d, "mr") && has_pair) {
        set_effect(d, EFFECT_COPY, first->reg, second->reg, 0);
        return true;
    }
    if (is_name(d, "mtctr") && d->n >= 1) {
        set_effect(d, EFFECT_COPY, CTR, d->operands[d->n - 1].reg, 0);
        return true;
    }
    if (is_name(d, "ld") && has_memory) {
        set_memory(d, EFFECT_LOAD, second, true);
        d->out->destination = first->reg;
        return true;
    }
    if (IS_ONE_OF(d, "std", "stw", "sth", "stb") && has_memory) {
        d->out->source = first->reg;
        set_memory(d, EFFECT_STORE, second, is_name(d, "std"));
        return true;
    }
    return false;
}

static bool
power_decode(const struct image *image, const uint8_t *bytes, size_t size,
             uint64_t address, struct instruction *out)
{
    struct decoded d = {0};
    if (!decode_any(image, bytes, size, address, out, &d)) {
        return false;
    }
    power_operands(&d);
    if (power_flow(&d) || power_effect(&d)) {
        return true;
    }
    size_t length = strlen(d.name);
    bool is_store = strncmp(d.name, "st", 2) == 0;
    bool is_update =
        length > 2
        && (d.name[length - 1] == 'u' || strcmp(d.name + length - 2, "ux") == 0);
    for (unsigned i = 0; i < d.n && is_store; i++) {
        if (d.operands[i].kind == OPERAND_MEMORY) {
            set_memory(&d, EFFECT_CHANGE, &d.operands[i], false);
        }
    }
    if (is_store && out->effect == EFFECT_NONE && d.n == 3
        && d.operands[2].kind == OPERAND_REGISTER)
    {
        struct operand sum = memory_at(d.operands[1].reg, d.operands[2].reg, true, 0);
        set_memory(&d, EFFECT_CHANGE, &sum, false); /* stwx rS, rA, rB */
    }
    /* The first is the result, but of comparisons and traps. */
    bool has_result = !is_store && strncmp(d.name, "cmp", 3) != 0 && d.name[0] != 't';
    if (has_result && d.n > 0 && d.operands[0].kind == OPERAND_REGISTER) {
        out->changed |= BIT(d.operands[0].reg);
    }
    if (is_name(&d, "lmw") || is_name(&d, "lswi") || is_name(&d, "lswx")) {
        out->changed = UINT32_MAX; /* several of them */
    }
    if (is_update && out->memory.base != NO_REGISTER) {
        out->changed |= BIT(out->memory.base);
    }
    for (unsigned i = 0; i < d.n && is_update; i++) {
        if (d.operands[i].kind == OPERAND_MEMORY) {
            out->changed |= BIT(d.operands[i].memory.base);
        }
    }
    return true;
}

static const uint8_t power_arguments[] = {3, 4, 5, 6, 7, 8};
const struct processor processor_ppc64 = {
    .decode = power_decode,
    .arguments = power_arguments,
    .n_arguments = 6,
    .result = 3,
    .step = 4,
    .stack = NO_REGISTER,
    .table = TOC,
    .stub_table = NO_REGISTER,
    .lost_in_calls = UINT32_C(0x3ff9), /* r0, r3 to r12, ctr */
};

/* --- s390x ------------------------------------------------------------------------- */

enum { RETURN_ADDRESS = 14 };

static uint8_t
s390x_register(unsigned reg)
{
    return register_from(reg, SYSZ_REG_0, 16);
}

static void
s390x_operands(struct decoded *d)
{
    const cs_sysz *sysz = &d->instruction->detail->sysz;
    for (unsigned i = 0; i < sysz->op_count && d->n < MAX_OPERANDS; i++) {
        const cs_sysz_op *op = &sysz->operands[i];
        struct operand *operand = &d->operands[d->n++];
        *operand = (struct operand){.reg = NO_REGISTER};
        if (op->type == SYSZ_OP_REG) {
            *operand = operand_register(s390x_register((unsigned)op->reg));
        }
        else if (op->type == SYSZ_OP_IMM) {
            *operand = operand_number(op->imm);
        }
        else if (op->type == SYSZ_OP_MEM) {
            uint8_t base = s390x_register(op->mem.base);
            uint8_t index = s390x_register(op->mem.index);
            /* No base is zero: no address of this file. */
            *operand =
                memory_at(base != NO_REGISTER ? base : (uint8_t)0, index,
                          base == NO_REGISTER || index != NO_REGISTER, op->mem.disp);
        }
    }
}

static bool
s390x_flow(const struct decoded *d)
{
    const struct operand *last = d->n > 0 ? &d->operands[d->n - 1] : NULL;
    if (last == NULL) {
        return false;
    }
    if (IS_ONE_OF(d, "brasl", "bras", "basr")) {
        flow_to(d, FLOW_CALL, last);
        return true;
    }
    if (is_name(d, "br")) {
        if (last->reg == RETURN_ADDRESS) {
            d->out->flow = FLOW_RETURN;
        }
        else {
            flow_to(d, FLOW_JUMP, last);
        }
        return true;
    }
    /* Relative branches; "compare and branch" (cgrje, clijlh …); counting ones.  Those
     * to a register (ber …) are conditional returns. */
    bool is_relative =
        d->name[0] == 'j' || (d->name[0] == 'c' && strchr(d->name, 'j') != NULL)
        || IS_ONE_OF(d, "brct", "brctg", "brcth", "brxh", "brxhg", "brxle", "brxlg");
    if (!is_relative || last->kind != OPERAND_NUMBER) {
        return false;
    }
    flow_to(d, IS_ONE_OF(d, "j", "jg") ? FLOW_JUMP : FLOW_BRANCH, last);
    return true;
}

static bool
s390x_effect(const struct decoded *d)
{
    const struct operand *first = &d->operands[0];
    const struct operand *second = &d->operands[1];
    bool has_pair = has_kinds(d, 2, OPERAND_REGISTER, OPERAND_REGISTER);
    bool has_number = has_kinds(d, 2, OPERAND_REGISTER, OPERAND_NUMBER);
    bool has_memory = has_kinds(d, 2, OPERAND_REGISTER, OPERAND_MEMORY);
    struct operand absolute = memory_absolute((uint64_t)second->number);
    if (is_name(d, "larl") && has_number) {
        set_memory(d, EFFECT_ADDRESS, &absolute, true);
        d->out->destination = first->reg;
    }
    else if (IS_ONE_OF(d, "la", "lay") && has_memory) {
        set_memory(d, EFFECT_ADDRESS, second, true);
        d->out->destination = first->reg;
    }
    else if (IS_ONE_OF(d, "lgr", "ltgr") && has_pair) {
        set_effect(d, EFFECT_COPY, first->reg, second->reg, 0);
    }
    else if (IS_ONE_OF(d, "lghi", "lgfi", "llilf", "lhi") && has_number) {
        set_effect(d, EFFECT_SET, first->reg, NO_REGISTER, second->number);
    }
    else if (IS_ONE_OF(d, "aghi", "agfi") && has_number) {
        set_effect(d, EFFECT_ADD, first->reg, first->reg, second->number);
    }
    else if (is_name(d, "aghik") && has_pair && d->n == 3) {
        set_effect(d, EFFECT_ADD, first->reg, second->reg, d->operands[2].number);
    }
    else if (is_name(d, "lgrl") && has_number) {
        set_memory(d, EFFECT_LOAD, &absolute, true);
        d->out->destination = first->reg;
    }
    else if (IS_ONE_OF(d, "lg", "ltg") && has_memory) {
        set_memory(d, EFFECT_LOAD, second, true);
        d->out->destination = first->reg;
    }
    else if (IS_ONE_OF(d, "stgrl", "strl", "sthrl") && has_number) {
        d->out->source = first->reg;
        set_memory(d, EFFECT_STORE, &absolute, is_name(d, "stgrl"));
    }
    else if (IS_ONE_OF(d, "stg", "st", "sty", "sth", "sthy", "stc", "stcy")
             && has_memory)
    {
        d->out->source = first->reg;
        set_memory(d, EFFECT_STORE, second, is_name(d, "stg"));
    }
    else if (IS_ONE_OF(d, "mvghi", "mvhi", "mvhhi", "mvi", "mviy")
             && has_kinds(d, 2, OPERAND_MEMORY, OPERAND_NUMBER))
    {
        set_effect(d, EFFECT_STORE, NO_REGISTER, NO_REGISTER, second->number);
        set_memory(d, EFFECT_STORE, first, is_name(d, "mvghi"));
    }
    else {
        return false;
    }
    return true;
}

/* Does the instruction write its memory operand (the first, if it has two)? */
static bool
s390x_writes(const struct decoded *d)
{
    return strncmp(d->name, "st", 2) == 0 || strncmp(d->name, "mv", 2) == 0
           || strncmp(d->name, "vst", 3) == 0
           || IS_ONE_OF(d, "ni", "niy", "oi", "oiy", "xi", "xiy", "nc", "oc", "xc",
                        "cs", "csy", "csg", "cds", "cdsy", "cdsg", "asi", "agsi",
                        "alsi", "algsi", "laa", "laag", "laal", "laalg", "lan", "lang",
                        "lao", "laog", "lax", "laxg", "ts", "tr", "ed", "cvd", "cvdg",
                        "cvdy");
}

static bool
s390x_decode(const struct image *image, const uint8_t *bytes, size_t size,
             uint64_t address, struct instruction *out)
{
    struct decoded d = {0};
    if (!decode_any(image, bytes, size, address, out, &d)) {
        return false;
    }
    s390x_operands(&d);
    if (s390x_flow(&d) || s390x_effect(&d)) {
        return true;
    }
    bool writes = s390x_writes(&d);
    for (unsigned i = 0; i < d.n && writes && out->effect == EFFECT_NONE; i++) {
        if (d.operands[i].kind == OPERAND_MEMORY) {
            set_memory(&d, EFFECT_CHANGE, &d.operands[i], false);
        }
    }
    if (strncmp(d.name, "st", 2) != 0) {
        change_registers(&d);
    }
    if (strncmp(d.name, "lm", 2) == 0
        && has_kinds(&d, 2, OPERAND_REGISTER, OPERAND_REGISTER))
    {
        out->changed |= UINT32_C(0xffff); /* all from the first to the second */
    }
    return true;
}

static const uint8_t s390x_arguments[] = {2, 3, 4, 5, 6};
const struct processor processor_s390x = {
    .decode = s390x_decode,
    .arguments = s390x_arguments,
    .n_arguments = 5,
    .result = 2,
    .step = 2,
    .stack = NO_REGISTER,
    .table = NO_REGISTER,
    .stub_table = NO_REGISTER,
    .lost_in_calls = UINT32_C(0x403f), /* r0 to r5, r14 */
};

/* --- RISC-V, 64 bits ------------------------------------------------------------------ */

enum { RA = 1, T0 = 5 };

#if CS_API_MAJOR >= 5
static uint8_t
riscv_register(unsigned reg)
{
    return register_from(reg, RISCV_REG_X0, 32);
}

static void
riscv_operands(struct decoded *d)
{
    const cs_riscv *riscv = &d->instruction->detail->riscv;
    for (unsigned i = 0; i < riscv->op_count && d->n < MAX_OPERANDS; i++) {
        const cs_riscv_op *op = &riscv->operands[i];
        struct operand *operand = &d->operands[d->n++];
        *operand = (struct operand){.reg = NO_REGISTER};
        if (op->type == RISCV_OP_REG) {
            *operand = operand_register(riscv_register(op->reg));
        }
        else if (op->type == RISCV_OP_IMM) {
            *operand = operand_number(op->imm);
        }
        else if (op->type == RISCV_OP_MEM) {
            *operand = memory_at(riscv_register(op->mem.base), NO_REGISTER, false,
                                 op->mem.disp);
        }
    }
    /* Compressed loads and stores have the offset and the base in two. */
    if (d->n == 3 && d->operands[1].kind == OPERAND_NUMBER
        && d->operands[2].kind == OPERAND_REGISTER)
    {
        d->operands[1] =
            memory_at(d->operands[2].reg, NO_REGISTER, false, d->operands[1].number);
        d->n = 2;
    }
}

static bool
riscv_flow(const struct decoded *d, uint64_t address)
{
    struct operand last = d->n > 0 ? d->operands[d->n - 1] : operand_register(RA);
    if (IS_ONE_OF(d, "ebreak", "c.ebreak", "unimp", "c.unimp")) {
        d->out->flow = FLOW_STOP;
        return true;
    }
    if (IS_ONE_OF(d, "jal", "j", "c.j", "c.jal") || d->name[0] == 'b'
        || strncmp(d->name, "c.b", 3) == 0)
    {
        bool is_link =
            is_name(d, "c.jal")
            || (is_name(d, "jal")
                && (d->n == 1 || d->operands[0].reg == RA || d->operands[0].reg == T0));
        last.number += (int64_t)address;
        flow_to(d,
                d->name[0] == 'b' || d->name[2] == 'b' ? FLOW_BRANCH
                : is_link                              ? FLOW_CALL
                                                       : FLOW_JUMP,
                &last);
        return last.kind == OPERAND_NUMBER;
    }
    if (is_name(d, "ret")) {
        d->out->flow = FLOW_RETURN;
        return true;
    }
    if (IS_ONE_OF(d, "jr", "c.jr", "jalr", "c.jalr")) {
        /* jalr rd, rs, offset, or short for rd = ra. */
        bool is_full = is_name(d, "jalr") && d->n >= 2;
        struct operand target = d->operands[is_full ? 1 : 0];
        if (target.kind == OPERAND_MEMORY) {
            target = operand_register(target.memory.base);
        }
        uint8_t link = is_full                          ? d->operands[0].reg
                       : IS_ONE_OF(d, "jalr", "c.jalr") ? (uint8_t)RA
                                                        : (uint8_t)0;
        if (link == 0 && target.reg == RA) {
            d->out->flow = FLOW_RETURN;
        }
        else {
            flow_to(d, link == RA || link == T0 ? FLOW_CALL : FLOW_JUMP, &target);
        }
        return true;
    }
    return false;
}

static bool
riscv_effect(const struct decoded *d, uint64_t address)
{
    const struct operand *first = &d->operands[0];
    const struct operand *second = &d->operands[1];
    const struct operand *third = &d->operands[2];
    bool has_memory = has_kinds(d, 2, OPERAND_REGISTER, OPERAND_MEMORY);
    bool has_number = has_kinds(d, 2, OPERAND_REGISTER, OPERAND_NUMBER);
    bool has_pair = has_kinds(d, 2, OPERAND_REGISTER, OPERAND_REGISTER);
    if (is_name(d, "auipc") && has_number) {
        int64_t high = (int64_t)((uint64_t)second->number << 44) >> 32;
        struct operand page = memory_absolute(address + (uint64_t)high);
        set_memory(d, EFFECT_ADDRESS, &page, false); /* only half an address */
        d->out->destination = first->reg;
    }
    else if (is_name(d, "addi") && has_pair && third->kind == OPERAND_NUMBER) {
        bool is_set = second->reg == 0; /* zero */
        set_effect(d, is_set ? EFFECT_SET : EFFECT_ADD, first->reg, second->reg,
                   third->number);
    }
    else if (is_name(d, "c.addi") && has_number) {
        set_effect(d, EFFECT_ADD, first->reg, first->reg, second->number);
    }
    else if (IS_ONE_OF(d, "li", "c.li") && has_number) {
        set_effect(d, EFFECT_SET, first->reg, NO_REGISTER, second->number);
    }
    else if (IS_ONE_OF(d, "mv", "c.mv") && has_pair) {
        set_effect(d, EFFECT_COPY, first->reg, second->reg, 0);
    }
    else if (IS_ONE_OF(d, "ld", "c.ld", "c.ldsp") && has_memory) {
        set_memory(d, EFFECT_LOAD, second, true);
        d->out->destination = first->reg;
    }
    else if (IS_ONE_OF(d, "sd", "c.sd", "c.sdsp") && has_memory) {
        d->out->source = first->reg != 0 ? first->reg : NO_REGISTER; /* zero */
        set_memory(d, EFFECT_STORE, second, true);
    }
    else if (IS_ONE_OF(d, "sb", "sh", "sw", "c.sw", "c.swsp") && has_memory) {
        d->out->source = first->reg != 0 ? first->reg : NO_REGISTER;
        set_memory(d, EFFECT_STORE, second, false);
    }
    else if (IS_ONE_OF(d, "fsw", "fsd", "c.fsd", "c.fsdsp") && has_memory) {
        set_memory(d, EFFECT_CHANGE, second, false);
    }
    else {
        return false;
    }
    return true;
}

static bool
riscv_decode(const struct image *image, const uint8_t *bytes, size_t size,
             uint64_t address, struct instruction *out)
{
    struct decoded d = {0};
    if (!decode_any(image, bytes, size, address, out, &d)) {
        return false;
    }
    riscv_operands(&d);
    if (riscv_flow(&d, address) || riscv_effect(&d, address)) {
        out->changed &= ~UINT32_C(1);
        return true;
    }
    /* amoadd.w rd, rs2, (rs1); sc.d … */
    bool is_atomic = strncmp(d.name, "amo", 3) == 0 || strncmp(d.name, "sc.", 3) == 0;
    for (unsigned i = 0; i < d.n && is_atomic; i++) {
        if (d.operands[i].kind == OPERAND_MEMORY) {
            set_memory(&d, EFFECT_CHANGE, &d.operands[i], false);
        }
    }
    if (is_atomic && out->effect == EFFECT_NONE && d.n == 3
        && d.operands[2].kind == OPERAND_REGISTER)
    {
        struct operand place = memory_at(d.operands[2].reg, NO_REGISTER, false, 0);
        set_memory(&d, EFFECT_CHANGE, &place, false);
    }
    /* The first is the result; memory is written by what is named above only. */
    if (d.n > 0 && d.operands[0].kind == OPERAND_REGISTER) {
        out->changed |= BIT(d.operands[0].reg);
    }
    return true;
}
#else
static bool
riscv_decode(const struct image *image, const uint8_t *bytes, size_t size,
             uint64_t address, struct instruction *out)
{
    struct decoded d = {0};
    return decode_any(image, bytes, size, address, out, &d);
}
#endif

static const uint8_t riscv_arguments[] = {10, 11, 12, 13, 14, 15};
const struct processor processor_riscv64 = {
    .decode = riscv_decode,
    .arguments = riscv_arguments,
    .n_arguments = 6,
    .result = 10,
    .step = 2,
    .stack = NO_REGISTER,
    .table = NO_REGISTER,
    .stub_table = NO_REGISTER,
    .lost_in_calls = UINT32_C(0xf003fce2), /* ra, t0 to t6, a0 to a7 */
};
