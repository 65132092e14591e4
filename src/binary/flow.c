/* Runs through machine code with what is known of the registers. */
#include <string.h>

#include "binary/code.h"
#include "binary/limits.h"

struct state {
    const struct image *image;
    const struct processor *processor;
    uint32_t known; /* registers whose value means something */
    struct value values[N_REGISTERS];
};

const struct processor *
processor_find(const struct image *image)
{
    if (image->is_big_endian || image->word_size != 8) {
        return NULL;
    }
    return image->machine == EM_X86_64    ? &processor_x86
           : image->machine == EM_AARCH64 ? &processor_arm64
                                          : NULL;
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
    if (reg >= N_REGISTERS) {
        return;
    }
    if (value.kind == VALUE_UNKNOWN) {
        state->known &= ~(UINT32_C(1) << reg);
        return;
    }
    state->known |= UINT32_C(1) << reg;
    state->values[reg] = value;
}

static bool
is_writable(enum binary_memory memory)
{
    return memory == MEMORY_DATA || memory == MEMORY_ZERO;
}

/* Where a memory operand points; false if that is not known. */
static bool
operand_address(const struct state *state, const struct memory_operand *memory,
                uint64_t *out_address)
{
    if (memory->base == NO_REGISTER) {
        *out_address = (uint64_t)memory->displacement;
        return true;
    }
    struct value base = state_value(state, memory->base);
    *out_address = base.number + (uint64_t)memory->displacement;
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

static void
apply_effect(struct state *state, const struct instruction *instruction,
             const struct code_visitor *visitor, uint64_t at)
{
    struct value value = {VALUE_UNKNOWN, 0, NULL};
    uint64_t address = 0;
    switch ((enum effect)instruction->effect) {
    case EFFECT_NONE:
        break;
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
            value.number += (uint64_t)instruction->number;
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
        if (operand_address(state, &instruction->memory, &address)
            && !instruction->memory.has_index)
        {
            value = value_in_memory(state, address);
            visit_take(state, &value, visitor, at);
        }
        else if (!instruction->memory.has_index
                 && state_value(state, instruction->memory.base).kind == VALUE_IMPORT)
        {
            value = state_value(state, instruction->memory.base);
            value.kind =
                instruction->memory.displacement == 0 ? VALUE_CONTENT : VALUE_UNKNOWN;
        }
        break;
    }
    if (instruction->destination != NO_REGISTER) {
        state_set(state, instruction->destination, value);
    }
    state->known &= ~instruction->changed;
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
        uint64_t address = 0;
        if (operand_address(state, &instruction->memory, &address)
            && !instruction->memory.has_index)
        {
            value = value_in_memory(state, address);
        }
    }
    else {
        value = state_value(state, instruction->target_register);
    }
    if (value.kind == VALUE_ADDRESS && image_is_code(state->image, value.number)) {
        *out_address = value.number;
    }
    return value.kind == VALUE_IMPORT ? value.import : NULL;
}

static void
visit_call(const struct state *state, const char *import, uint64_t target,
           const struct code_visitor *visitor, uint64_t at)
{
    if (visitor->call == NULL) {
        return;
    }
    struct value arguments[MAX_ARGUMENTS];
    for (unsigned i = 0; i < MAX_ARGUMENTS; i++) {
        arguments[i] = state_value(state, state->processor->arguments[i]);
    }
    visitor->call(visitor->data, import, target, arguments, at);
}

static void
after_call(struct state *state, const char *import)
{
    state->known &= ~state->processor->lost_in_calls;
    if (import != NULL) {
        state_set(state, state->processor->result,
                  (struct value){VALUE_RESULT, 0, import});
    }
}

const char *
code_stub(const struct image *image, uint64_t address, uint64_t *out_address)
{
    struct state state = {.image = image, .processor = processor_find(image)};
    static const struct code_visitor nothing = {0};
    *out_address = address;
    uint64_t at = address;
    for (unsigned n = 0; n < 5 && state.processor != NULL; n++) {
        struct instruction instruction;
        const struct segment *segment = image_segment(image, at);
        if (segment == NULL || !segment->is_code
            || at - segment->address >= segment->file_size)
        {
            return NULL;
        }
        uint64_t rest = segment->file_size - (at - segment->address);
        const uint8_t *bytes = image_bytes(image, at, 1);
        if (bytes == NULL
            || !state.processor->decode(bytes, rest < 16 ? (size_t)rest : 16, at,
                                        &instruction))
        {
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
        bool is_quiet =
            instruction.effect == EFFECT_NONE || instruction.effect == EFFECT_ADDRESS
            || instruction.effect == EFFECT_LOAD || instruction.effect == EFFECT_ADD;
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
    state->known = 0;
    uint64_t step = state->processor == &processor_arm64 ? 4 : 1;
    for (uint64_t at = 0; at < size;) {
        struct instruction instruction;
        uint64_t rest = size - at;
        if (!state->processor->decode(bytes + at, rest < 16 ? (size_t)rest : 16,
                                      begin + at, &instruction))
        {
            state->known = 0;
            at += step;
            continue;
        }
        apply_effect(state, &instruction, visitor, begin + at);
        if (instruction.flow == FLOW_CALL || instruction.flow == FLOW_JUMP) {
            uint64_t target = 0;
            const char *import = flow_target(state, &instruction, &target);
            if (import != NULL || instruction.flow == FLOW_CALL) {
                visit_call(state, import, target, visitor, begin + at);
            }
            after_call(state, import);
        }
        if (instruction.flow >= FLOW_RETURN || instruction.flow == FLOW_JUMP) {
            state->known = 0;
        }
        at += instruction.size;
    }
}

bool
code_sweep(const struct image *image, const struct code_visitor *visitor)
{
    struct state state = {.image = image, .processor = processor_find(image)};
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

enum { FIRST_VISITED = 256 }; /* a power of two */

struct path {
    uint64_t address;
    uint32_t known;
    struct value values[N_REGISTERS];
};

struct walk {
    struct state state;
    struct path *paths; /* to be read; memory_free */
    size_t n_paths;
    struct visited {
        uint64_t address; /* 0: free */
        uint64_t values;  /* what was known there, as a hash */
        bool is_joined;   /* paths met there with different values */
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
    return hash;
}

/* Returns false if ADDRESS need not be read (again) or the limit is reached.  Where a
 * path meets another one with other values, what follows is read once more with
 * nothing known, so that no visitor takes the values of one path for all. */
static bool
walk_enter(struct walk *walk, uint64_t address)
{
    uint64_t values = state_hash(&walk->state);
    size_t at = visited_slot(walk->visited, walk->visited_capacity, address);
    struct visited *visited = &walk->visited[at];
    if (visited->address == address) {
        if (visited->is_joined || visited->values == values) {
            return false;
        }
        visited->is_joined = true;
        walk->state.known = 0;
        return true;
    }
    if (walk->n_visited >= LIMIT_FOLLOWED) {
        walk->is_complete = false;
        return false;
    }
    *visited = (struct visited){address, values, false};
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
    memcpy(path->values, walk->state.values, sizeof(path->values));
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
        visit_call(state, import, target, visitor, *at);
        after_call(state, import);
        *at = next;
        return true;
    case FLOW_JUMP:
        import = flow_target(state, instruction, &target);
        if (import != NULL || target == 0) {
            walk->is_complete = walk->is_complete && import != NULL;
            visit_call(state, import, target, visitor, *at);
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
        const struct segment *segment = image_segment(state->image, address);
        const uint8_t *bytes = image_bytes(state->image, address, 1);
        struct instruction instruction;
        if (segment == NULL || !segment->is_code || bytes == NULL) {
            walk->is_complete = false;
            return;
        }
        uint64_t rest = segment->file_size - (address - segment->address);
        if (!state->processor->decode(bytes, rest < 16 ? (size_t)rest : 16, address,
                                      &instruction))
        {
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
    struct walk walk = {.state = {.image = image, .processor = processor_find(image)},
                        .is_complete = true};
    if (walk.state.processor == NULL) {
        return false;
    }
    CLEANUP(memory_free)
    struct path *paths = memory_alloc(LIMIT_FOLLOWED_PATHS * sizeof(struct path));
    walk.paths = paths;
    walk.visited = memory_alloc(FIRST_VISITED * sizeof(struct visited));
    walk.visited_capacity = FIRST_VISITED;
    memset(walk.visited, 0, FIRST_VISITED * sizeof(struct visited));
    for (unsigned i = 0; arguments != NULL && i < MAX_ARGUMENTS; i++) {
        state_set(&walk.state, walk.state.processor->arguments[i], arguments[i]);
    }
    walk_push(&walk, address);
    while (walk.n_paths > 0) {
        const struct path *path = &walk.paths[--walk.n_paths];
        walk.state.known = path->known;
        memcpy(walk.state.values, path->values, sizeof(path->values));
        walk_path(&walk, path->address, visitor);
    }
    memory_free(&walk.visited);
    return walk.is_complete;
}
