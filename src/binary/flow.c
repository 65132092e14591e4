/* Runs through machine code with what is known of the registers. */
#include <string.h>

#include "binary/code.h"
#include "binary/limits.h"

enum { N_STACK = 16 };

struct state {
    const struct image *image;
    const struct processor *processor;
    uint64_t mask;  /* of an address */
    uint32_t known; /* registers whose value means something */
    struct value values[N_REGISTERS];
    /* The words from the stack pointer on, where arguments lie there. */
    uint32_t known_stack;
    struct value stack[N_STACK];
};

const struct processor *
processor_find(const struct image *image)
{
    static const struct {
        const struct processor *processor;
        uint16_t machine;
        uint8_t word_size;
        bool is_big_endian;
    } processors[] = {
        {&processor_x86, EM_X86_64, 8, false},
        {&processor_arm64, EM_AARCH64, 8, false},
        {&processor_i386, EM_386, 4, false},
        {&processor_ppc64, EM_PPC64, 8, false},
        {&processor_riscv64, EM_RISCV, 8, false},
        {&processor_s390x, EM_S390, 8, true},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(processors); i++) {
        if (image->machine == processors[i].machine
            && image->word_size == processors[i].word_size
            && image->is_big_endian == processors[i].is_big_endian)
        {
            return i < 2 || image->disassembler != NULL ? processors[i].processor
                                                        : NULL;
        }
    }
    return NULL;
}

/* Values stay as they are: those that are not `known` mean nothing. */
static void
state_init(struct state *state, const struct image *image)
{
    state->image = image;
    state->processor = processor_find(image);
    state->mask = image->word_size == 8 ? UINT64_MAX : UINT32_MAX;
    state->known = 0;
    state->known_stack = 0;
}

/* The register that is not changed as far as anyone can tell, as a set. */
static uint32_t
table_bit(const struct state *state)
{
    return state->processor->table < N_REGISTERS
               ? UINT32_C(1) << state->processor->table
               : 0;
}

/* Nothing is known any more, but for the register that always holds the same. */
static void
state_forget(struct state *state)
{
    uint8_t table = state->processor->table;
    state->known = 0;
    state->known_stack = 0;
    if (table != NO_REGISTER && state->image->table != 0) {
        state->known = UINT32_C(1) << table;
        state->values[table] = (struct value){VALUE_ADDRESS, state->image->table, NULL};
    }
}

static struct value
state_value(const struct state *state, uint8_t reg)
{
    if (reg >= N_REGISTERS || (state->known >> reg & 1) == 0) {
        return (struct value){VALUE_UNKNOWN, 0, NULL};
    }
    return state->values[reg];
}

static void
state_set(struct state *state, uint8_t reg, struct value value)
{
    if (reg >= N_REGISTERS || reg == state->processor->table) {
        return;
    }
    if (reg == state->processor->stack) {
        state->known_stack = 0;
        return;
    }
    if (value.kind == VALUE_UNKNOWN) {
        state->known &= ~(UINT32_C(1) << reg);
        return;
    }
    state->known |= UINT32_C(1) << reg;
    state->values[reg] = value;
}

/* --- words on the stack -------------------------------------------------------- */

/* The word at DISPLACEMENT from the stack pointer, or N_STACK. */
static unsigned
stack_slot(const struct state *state, const struct memory_operand *memory)
{
    unsigned word = state->image->word_size;
    bool is_slot = memory->base == state->processor->stack
                   && memory->base != NO_REGISTER && !memory->has_index
                   && memory->displacement >= 0 && memory->displacement % word == 0
                   && memory->displacement / word < N_STACK;
    return is_slot ? (unsigned)(memory->displacement / word) : (unsigned)N_STACK;
}

static struct value
stack_value(const struct state *state, unsigned slot)
{
    return slot < N_STACK && (state->known_stack >> slot & 1) != 0
               ? state->stack[slot]
               : (struct value){VALUE_UNKNOWN, 0, NULL};
}

static void
stack_set(struct state *state, unsigned slot, struct value value)
{
    if (slot < N_STACK) {
        state->known_stack &= ~(UINT32_C(1) << slot);
        state->known_stack |= value.kind != VALUE_UNKNOWN ? UINT32_C(1) << slot : 0;
        state->stack[slot] = value;
    }
}

/* The stack pointer moves by BYTES. */
static void
stack_move(struct state *state, int64_t bytes)
{
    int64_t words = bytes / (int64_t)state->image->word_size;
    uint64_t known = state->known_stack;
    if (bytes % (int64_t)state->image->word_size != 0 || words <= -N_STACK
        || words >= N_STACK)
    {
        state->known_stack = 0;
    }
    else if (words < 0) {
        memmove(state->stack - words, state->stack,
                (size_t)(N_STACK + words) * sizeof(state->stack[0]));
        state->known_stack = (uint32_t)(known << -words & ((1U << N_STACK) - 1));
    }
    else {
        memmove(state->stack, state->stack + words,
                (size_t)(N_STACK - words) * sizeof(state->stack[0]));
        state->known_stack = (uint32_t)(known >> words);
    }
}

static void
stack_push(struct state *state, struct value value)
{
    stack_move(state, -(int64_t)state->image->word_size);
    stack_set(state, 0, value);
}

/* --- memory -------------------------------------------------------------------- */

static bool
is_writable(enum binary_memory memory)
{
    return memory == MEMORY_DATA || memory == MEMORY_ZERO;
}

/* Where a memory operand points (or begins to: INDEXED); false if that is not known. */
static bool
operand_address(const struct state *state, const struct memory_operand *memory,
                uint64_t *out_address)
{
    if (memory->base == NO_REGISTER) {
        *out_address = (uint64_t)memory->displacement;
        return true;
    }
    struct value base = state_value(state, memory->base);
    if (base.kind != VALUE_ADDRESS && memory->index != NO_REGISTER) {
        base = state_value(state, memory->index); /* which is which, none says */
    }
    *out_address = (base.number + (uint64_t)memory->displacement) & state->mask;
    return base.kind == VALUE_ADDRESS;
}

static struct value
value_in_memory(const struct state *state, uint64_t address)
{
    struct pointer pointer = image_pointer(state->image, address);
    enum binary_memory memory = image_memory(state->image, address);
    if (pointer.kind == POINTER_IMPORT) {
        return (struct value){VALUE_IMPORT, 0, pointer.import};
    }
    if (is_writable(memory)) {
        const struct section *section = image_section(state->image, address);
        bool is_got = section != NULL && strncmp(section->name, ".got", 4) == 0;
        if (!is_got) {
            return (struct value){VALUE_LOADED, address, NULL};
        }
    }
    if (pointer.kind == POINTER_ADDRESS) {
        return (struct value){VALUE_ADDRESS, pointer.value, NULL};
    }
    return (struct value){VALUE_UNKNOWN, 0, NULL};
}

/* The word that an operand names. */
static struct value
operand_value(const struct state *state, const struct memory_operand *memory)
{
    uint64_t address = 0;
    if (memory->base != NO_REGISTER && memory->base == state->processor->stack) {
        return stack_value(state, stack_slot(state, memory));
    }
    if (!memory->has_index && operand_address(state, memory, &address)) {
        return value_in_memory(state, address);
    }
    struct value base = state_value(state, memory->base);
    return !memory->has_index && base.kind == VALUE_IMPORT && memory->displacement == 0
               ? (struct value){VALUE_CONTENT, base.number, base.import}
               : (struct value){VALUE_UNKNOWN, 0, NULL};
}

static void
visit_store(const struct state *state, const struct instruction *instruction,
            const struct code_visitor *visitor, uint64_t at)
{
    uint64_t address = 0;
    if (visitor->store == NULL
        || !operand_address(state, &instruction->memory, &address)
        || !is_writable(image_memory(state->image, address)))
    {
        return;
    }
    struct value value = {VALUE_UNKNOWN, 0, NULL};
    if (instruction->effect == EFFECT_STORE) {
        value = instruction->source != NO_REGISTER
                    ? state_value(state, instruction->source)
                    : (struct value){VALUE_NUMBER, (uint64_t)instruction->number, NULL};
    }
    visitor->store(visitor->data, address, instruction->memory.has_index,
                   instruction->is_word, &value, at);
}

static void
visit_take(const struct state *state, const struct value *value,
           const struct code_visitor *visitor, uint64_t at)
{
    if (visitor->take != NULL && value->kind == VALUE_ADDRESS
        && is_writable(image_memory(state->image, value->number)))
    {
        visitor->take(visitor->data, value->number, at);
    }
}

/* What an instruction does to the words on the stack. */
static void
apply_to_stack(struct state *state, const struct instruction *instruction)
{
    uint8_t stack = state->processor->stack;
    struct value value = {VALUE_UNKNOWN, 0, NULL};
    uint64_t address = 0;
    unsigned slot = stack_slot(state, &instruction->memory);
    switch ((enum effect)instruction->effect) {
    case EFFECT_PUSH_LOAD:
        stack_push(state, operand_value(state, &instruction->memory));
        break;
    case EFFECT_PUSH:
        stack_push(state, instruction->source != NO_REGISTER
                              ? state_value(state, instruction->source)
                              : (struct value){VALUE_NUMBER,
                                               (uint64_t)instruction->number, NULL});
        break;
    case EFFECT_POP:
        value = stack_value(state, 0);
        stack_move(state, state->image->word_size);
        state_set(state, instruction->destination, value);
        break;
    case EFFECT_STORE:
    case EFFECT_CHANGE:
        if (slot < N_STACK && instruction->effect == EFFECT_STORE
            && instruction->is_word)
        {
            value =
                instruction->source != NO_REGISTER
                    ? state_value(state, instruction->source)
                    : (struct value){VALUE_NUMBER, (uint64_t)instruction->number, NULL};
        }
        if (slot < N_STACK) {
            stack_set(state, slot, value);
        }
        else if (!operand_address(state, &instruction->memory, &address)) {
            state->known_stack = 0; /* it may be there that the pointer points */
        }
        break;
    case EFFECT_ADD:
        if (instruction->destination == stack && instruction->source == stack) {
            stack_move(state, instruction->number);
        }
        break;
    case EFFECT_ADDRESS:
        if (instruction->memory.base == stack) {
            state->known_stack = 0; /* something else has its address now */
        }
        break;
    case EFFECT_NONE:
    case EFFECT_SET:
    case EFFECT_COPY:
    case EFFECT_LOAD:
        break;
    }
    if ((instruction->changed >> stack & 1) != 0) {
        state->known_stack = 0;
    }
}

static void
apply_effect(struct state *state, const struct instruction *instruction,
             const struct code_visitor *visitor, uint64_t at)
{
    struct value value = {VALUE_UNKNOWN, 0, NULL};
    uint64_t address = 0;
    bool has_stack = state->processor->stack != NO_REGISTER;
    if (has_stack) {
        apply_to_stack(state, instruction);
    }
    switch ((enum effect)instruction->effect) {
    case EFFECT_NONE:
        break;
    case EFFECT_PUSH:
    case EFFECT_PUSH_LOAD:
    case EFFECT_POP:
        return;
    case EFFECT_STORE:
    case EFFECT_CHANGE:
        visit_store(state, instruction, visitor, at);
        break;
    case EFFECT_SET:
        value = (struct value){VALUE_NUMBER, (uint64_t)instruction->number, NULL};
        break;
    case EFFECT_COPY:
        value = state_value(state, instruction->source);
        break;
    case EFFECT_ADD:
        value = state_value(state, instruction->source);
        if (value.kind == VALUE_ADDRESS || value.kind == VALUE_NUMBER) {
            value.number = (value.number + (uint64_t)instruction->number) & state->mask;
            visit_take(state, &value, visitor, at);
        }
        else {
            value.kind = VALUE_UNKNOWN;
        }
        break;
    case EFFECT_ADDRESS:
        if (operand_address(state, &instruction->memory, &address)
            && !instruction->memory.has_index)
        {
            value = (struct value){VALUE_ADDRESS, address, NULL};
            if (instruction->is_word) {
                visit_take(state, &value, visitor, at);
            }
        }
        break;
    case EFFECT_LOAD:
        value = operand_value(state, &instruction->memory);
        visit_take(state, &value, visitor, at);
        break;
    }
    if (instruction->destination != NO_REGISTER
        && (!has_stack || instruction->destination != state->processor->stack
            || instruction->effect != EFFECT_ADD))
    {
        state_set(state, instruction->destination, value);
    }
    state->known &= ~(instruction->changed & ~table_bit(state));
}

/* Where a call or jump goes: an import (returned), or a local address. */
static const char *
flow_target(const struct state *state, const struct instruction *instruction,
            uint64_t *out_address)
{
    struct value value = {VALUE_UNKNOWN, 0, NULL};
    *out_address = 0;
    if (instruction->target_is_known) {
        return code_stub(state->image, instruction->target, out_address);
    }
    if (instruction->target_is_memory) {
        value = operand_value(state, &instruction->memory);
    }
    else {
        value = state_value(state, instruction->target_register);
    }
    if (value.kind == VALUE_ADDRESS && image_is_code(state->image, value.number)) {
        *out_address = value.number;
    }
    return value.kind == VALUE_IMPORT ? value.import : NULL;
}

/* Argument I of a call, or of the function that the code jumps to: then the return
 * address lies on the stack already. */
static struct value
argument_value(const struct state *state, enum flow flow, unsigned i)
{
    const struct processor *processor = state->processor;
    return processor->stack != NO_REGISTER
               ? stack_value(state, flow == FLOW_CALL ? i : i + 1)
           : i < processor->n_arguments ? state_value(state, processor->arguments[i])
                                        : (struct value){VALUE_UNKNOWN, 0, NULL};
}

static void
visit_call(const struct state *state, enum flow flow, const char *import,
           uint64_t target, const struct code_visitor *visitor, uint64_t at)
{
    if (visitor->call == NULL) {
        return;
    }
    struct value arguments[MAX_ARGUMENTS];
    for (unsigned i = 0; i < MAX_ARGUMENTS; i++) {
        arguments[i] = argument_value(state, flow, i);
    }
    visitor->call(visitor->data, import, target, arguments, at);
}

/* The instruction at ADDRESS.  Returns false if there is none. */
static bool
decode_at(const struct state *state, uint64_t address,
          struct instruction *out_instruction)
{
    const struct segment *segment = image_segment(state->image, address);
    const uint8_t *bytes = image_bytes(state->image, address, 1);
    if (segment == NULL || !segment->is_code || bytes == NULL) {
        return false;
    }
    uint64_t rest = segment->file_size - (address - segment->address);
    return state->processor->decode(state->image, bytes, rest < 16 ? (size_t)rest : 16,
                                    address, out_instruction);
}

/* How code without addresses relative to the program counter learns its own: a call of
 * the next instruction, which pops it, or of a function that loads it off the stack
 * and returns (__x86.get_pc_thunk.bx).  Returns false for other calls. */
static bool
after_call_of_thunk(struct state *state, uint64_t target, uint64_t next)
{
    const struct value own = {VALUE_ADDRESS, next, NULL};
    struct instruction load, end;
    if (state->processor->stack == NO_REGISTER || target == 0) {
        return false;
    }
    if (target == next) {
        stack_push(state, own);
        return true;
    }
    if (!decode_at(state, target, &load) || load.effect != EFFECT_LOAD
        || stack_slot(state, &load.memory) != 0
        || !decode_at(state, target + load.size, &end) || end.flow != FLOW_RETURN)
    {
        return false;
    }
    state_set(state, load.destination, own);
    return true;
}

static void
after_call(struct state *state, const char *import)
{
    state->known &= ~state->processor->lost_in_calls;
    state->known_stack = 0;
    if (import != NULL) {
        state_set(state, state->processor->result,
                  (struct value){VALUE_RESULT, 0, import});
    }
}

const char *
code_stub(const struct image *image, uint64_t address, uint64_t *out_address)
{
    struct state state;
    state_init(&state, image);
    static const struct code_visitor nothing = {0};
    *out_address = address;
    uint64_t at = address;
    if (state.processor == NULL) {
        return NULL;
    }
    state_forget(&state);
    state_set(&state, state.processor->stub_table,
              (struct value){VALUE_ADDRESS, image->global_table, NULL});
    for (unsigned n = 0; n < 6; n++) {
        struct instruction instruction;
        if (!decode_at(&state, at, &instruction)) {
            return NULL;
        }
        if (instruction.flow == FLOW_JUMP && !instruction.target_is_known) {
            uint64_t target = 0;
            const char *import = flow_target(&state, &instruction, &target);
            if (target != 0) {
                *out_address = target; /* an entry for a symbol of this file */
            }
            return import;
        }
        /* The stub of 64-bit PowerPC saves the table's register on the stack. */
        bool is_quiet =
            instruction.effect == EFFECT_NONE || instruction.effect == EFFECT_ADDRESS
            || instruction.effect == EFFECT_LOAD || instruction.effect == EFFECT_ADD
            || instruction.effect == EFFECT_COPY
            || (instruction.effect == EFFECT_STORE
                && instruction.source == state.processor->table);
        if (instruction.flow != FLOW_NEXT || !is_quiet) {
            return NULL;
        }
        apply_effect(&state, &instruction, &nothing, at);
        at += instruction.size;
    }
    return NULL;
}

/* --- all code, in order ------------------------------------------------------ */

static void
sweep_range(struct state *state, uint64_t begin, uint64_t size,
            const struct code_visitor *visitor)
{
    const uint8_t *bytes = image_bytes(state->image, begin, size);
    if (bytes == NULL) {
        return;
    }
    state_forget(state);
    uint64_t step = state->processor->step;
    for (uint64_t at = 0; at < size;) {
        struct instruction instruction;
        uint64_t rest = size - at;
        if (!state->processor->decode(state->image, bytes + at,
                                      rest < 16 ? (size_t)rest : 16, begin + at,
                                      &instruction))
        {
            state_forget(state);
            at += step;
            continue;
        }
        apply_effect(state, &instruction, visitor, begin + at);
        if (instruction.flow == FLOW_CALL || instruction.flow == FLOW_JUMP) {
            uint64_t target = 0;
            const char *import = flow_target(state, &instruction, &target);
            bool is_call = instruction.flow == FLOW_CALL;
            if (!is_call
                || !after_call_of_thunk(state, target, begin + at + instruction.size))
            {
                if (import != NULL || is_call) {
                    visit_call(state, instruction.flow, import, target, visitor,
                               begin + at);
                }
                after_call(state, import);
            }
        }
        if (instruction.flow >= FLOW_RETURN || instruction.flow == FLOW_JUMP) {
            state_forget(state);
        }
        at += instruction.size;
    }
}

bool
code_sweep(const struct image *image, const struct code_visitor *visitor)
{
    struct state state;
    state_init(&state, image);
    if (state.processor == NULL) {
        return false;
    }
    bool has_sections = false;
    uint64_t swept = 0; /* lying headers must not make us read a byte twice */
    for (size_t i = 0; i < image->n_sections; i++) {
        const struct section *section = &image->sections[i];
        if (!section->is_code || !section->has_bytes || section->address < swept
            || section->size > UINT64_MAX - section->address)
        {
            continue;
        }
        has_sections = true;
        swept = section->address + section->size;
        if (strncmp(section->name, ".plt", 4) != 0) {
            sweep_range(&state, section->address, section->size, visitor);
        }
    }
    for (size_t i = 0; i < image->n_segments && !has_sections; i++) {
        const struct segment *segment = &image->segments[i];
        if (segment->is_code) {
            sweep_range(&state, segment->address, segment->file_size, visitor);
        }
    }
    return true;
}

/* --- one function ------------------------------------------------------------ */

enum {
    FIRST_VISITED = 256, /* a power of two */
    N_JOINED = 5,
};

struct path {
    uint64_t address;
    uint32_t known, known_stack;
    struct value values[N_REGISTERS];
    struct value stack[N_STACK]; /* where arguments lie there */
};

struct walk {
    struct state state;
    struct path *paths; /* to be read; memory_free */
    size_t n_paths;
    struct visited {
        uint64_t address; /* 0: free */
        uint64_t values;  /* what was known there, as a hash */
        uint8_t n_joined; /* how often paths met there with other values */
    } *visited;           /* open addressing, a power of two; memory_free */
    size_t n_visited, visited_capacity;
    bool is_complete;
};

/* Where ADDRESS is or would be among the visited. */
static size_t
visited_slot(const struct visited *visited, size_t capacity, uint64_t address)
{
    size_t at = (size_t)(address * 0x9e3779b97f4a7c15ULL >> 40) & (capacity - 1);
    while (visited[at].address != 0 && visited[at].address != address) {
        at = (at + 1) & (capacity - 1);
    }
    return at;
}

static void
walk_grow(struct walk *walk)
{
    size_t capacity = 2 * walk->visited_capacity;
    struct visited *bigger = memory_alloc(capacity * sizeof(struct visited));
    memset(bigger, 0, capacity * sizeof(struct visited));
    for (size_t i = 0; i < walk->visited_capacity; i++) {
        const struct visited *visited = &walk->visited[i];
        if (visited->address != 0) {
            bigger[visited_slot(bigger, capacity, visited->address)] = *visited;
        }
    }
    memory_free(&walk->visited);
    walk->visited = bigger;
    walk->visited_capacity = capacity;
}

static uint64_t
state_hash(const struct state *state)
{
    uint64_t hash = state->known;
    for (unsigned i = 0; i < N_REGISTERS; i++) {
        if ((state->known >> i & 1) != 0) {
            const struct value *value = &state->values[i];
            hash = (hash ^ value->number ^ (uint64_t)value->kind << 56
                    ^ (uint64_t)(uintptr_t)value->import)
                   * 0x9e3779b97f4a7c15ULL;
        }
    }
    for (unsigned i = 0; state->known_stack >> i != 0; i++) {
        if ((state->known_stack >> i & 1) != 0) {
            hash = (hash ^ state->stack[i].number ^ (uint64_t)state->stack[i].kind << 56
                    ^ i)
                   * 0x9e3779b97f4a7c15ULL;
        }
    }
    return hash;
}

/* Returns false if ADDRESS need not be read (again) or the limit is reached.  Where a
 * path meets another one with other values, what follows is read once more with
 * nothing known, so that no visitor takes the values of one path for all.  Code that
 * has addresses of its own data only in registers is read a few times more before,
 * with the values of each path: with nothing known it would name no data. */
static bool
walk_enter(struct walk *walk, uint64_t address)
{
    uint64_t values = state_hash(&walk->state);
    size_t at = visited_slot(walk->visited, walk->visited_capacity, address);
    struct visited *visited = &walk->visited[at];
    if (visited->address == address) {
        unsigned most = walk->state.processor->has_wide_operands ? 1 : N_JOINED;
        if (visited->n_joined >= most || visited->values == values) {
            return false;
        }
        visited->n_joined++;
        if (visited->n_joined == most) {
            state_forget(&walk->state);
        }
        return true;
    }
    if (walk->n_visited >= LIMIT_FOLLOWED) {
        walk->is_complete = false;
        return false;
    }
    *visited = (struct visited){address, values, 0};
    walk->n_visited++;
    if (2 * walk->n_visited > walk->visited_capacity) {
        walk_grow(walk);
    }
    return true;
}

static void
walk_push(struct walk *walk, uint64_t address)
{
    if (walk->n_paths >= LIMIT_FOLLOWED_PATHS) {
        walk->is_complete = false;
        return;
    }
    struct path *path = &walk->paths[walk->n_paths++];
    path->address = address;
    path->known = walk->state.known;
    path->known_stack = walk->state.known_stack;
    memcpy(path->values, walk->state.values, sizeof(path->values));
    if (path->known_stack != 0) {
        memcpy(path->stack, walk->state.stack, sizeof(path->stack));
    }
}

/* Returns false where the path ends. */
static bool
walk_flow(struct walk *walk, const struct instruction *instruction,
          const struct code_visitor *visitor, uint64_t *at)
{
    struct state *state = &walk->state;
    uint64_t next = *at + instruction->size;
    uint64_t target = 0;
    const char *import = NULL;
    switch ((enum flow)instruction->flow) {
    case FLOW_NEXT:
        *at = next;
        return true;
    case FLOW_BRANCH:
        walk_push(walk, instruction->target);
        *at = next;
        return true;
    case FLOW_CALL:
        import = flow_target(state, instruction, &target);
        if (!after_call_of_thunk(state, target, next)) {
            visit_call(state, instruction->flow, import, target, visitor, *at);
            after_call(state, import);
        }
        *at = next;
        return true;
    case FLOW_JUMP:
        import = flow_target(state, instruction, &target);
        if (import != NULL || target == 0) {
            walk->is_complete = walk->is_complete && import != NULL;
            visit_call(state, instruction->flow, import, target, visitor, *at);
            after_call(state, import);
            break;
        }
        *at = target;
        return true;
    case FLOW_RETURN:
        break;
    case FLOW_STOP:
        return false;
    }
    if (visitor->result != NULL) {
        struct value value = state_value(state, state->processor->result);
        visitor->result(visitor->data, &value);
    }
    return false;
}

static void
walk_path(struct walk *walk, uint64_t address, const struct code_visitor *visitor)
{
    struct state *state = &walk->state;
    while (address != 0 && walk_enter(walk, address)) {
        struct instruction instruction;
        if (!decode_at(state, address, &instruction)) {
            walk->is_complete = false;
            return;
        }
        apply_effect(state, &instruction, visitor, address);
        if (!walk_flow(walk, &instruction, visitor, &address)) {
            return;
        }
    }
}

bool
code_follow(const struct image *image, uint64_t address,
            const struct value arguments[MAX_ARGUMENTS],
            const struct code_visitor *visitor)
{
    struct walk walk;
    state_init(&walk.state, image);
    walk.n_paths = 0;
    walk.n_visited = 0;
    walk.is_complete = true;
    if (walk.state.processor == NULL) {
        return false;
    }
    CLEANUP(memory_free)
    struct path *paths = memory_alloc(LIMIT_FOLLOWED_PATHS * sizeof(struct path));
    walk.paths = paths;
    walk.visited = memory_alloc(FIRST_VISITED * sizeof(struct visited));
    walk.visited_capacity = FIRST_VISITED;
    memset(walk.visited, 0, FIRST_VISITED * sizeof(struct visited));
    state_forget(&walk.state);
    for (unsigned i = 0; arguments != NULL && i < MAX_ARGUMENTS; i++) {
        if (walk.state.processor->stack != NO_REGISTER) {
            stack_set(&walk.state, i + 1, arguments[i]); /* above the return address */
        }
        else if (i < walk.state.processor->n_arguments) {
            state_set(&walk.state, walk.state.processor->arguments[i], arguments[i]);
        }
    }
    walk_push(&walk, address);
    while (walk.n_paths > 0) {
        const struct path *path = &walk.paths[--walk.n_paths];
        walk.state.known = path->known;
        walk.state.known_stack = path->known_stack;
        memcpy(walk.state.values, path->values, sizeof(path->values));
        if (path->known_stack != 0) {
            memcpy(walk.state.stack, path->stack, sizeof(path->stack));
        }
        walk_path(&walk, path->address, visitor);
    }
    memory_free(&walk.visited);
    return walk.is_complete;
}
