#include "binary/states.h"

#include <string.h>

#include "base/strbuf.h"
#include "binary/image.h"
#include "binary/limits.h"
#include "binary/startup.h"

/* What the facts about a stretch of memory come to. */
struct usage {
    bool is_stored, is_taken;
    bool is_stored_later;  /* by code that initialisation does not reach */
    bool is_taken_at_once; /* by code that initialisation reaches */
    const char *received;  /* the API whose object it gets */
    const char *used;      /* the API that takes the object it holds */
};

static struct usage
usage_of(const struct code_facts *facts, const struct startup *startup,
         uint64_t address, uint64_t size)
{
    struct usage usage = {0};
    uint64_t bytes = size > 0 ? size : 1;
    for (size_t i = code_facts_at(facts, address);
         i < facts->n && facts->items[i].address - address < bytes; i++)
    {
        const struct code_fact *fact = &facts->items[i];
        switch ((enum fact_kind)fact->kind) {
        case FACT_TAKEN:
        case FACT_HANDED:
            usage.is_taken = true;
            usage.is_taken_at_once =
                usage.is_taken_at_once || startup_has(startup, fact->at);
            break;
        case FACT_STORED:
            usage.is_stored = true;
            usage.is_stored_later =
                usage.is_stored_later || !startup_has(startup, fact->at);
            break;
        case FACT_RECEIVED:
            usage.received = usage.received != NULL ? usage.received : fact->api;
            break;
        case FACT_USED:
            usage.used = usage.used != NULL ? usage.used : fact->api;
            break;
        }
    }
    return usage;
}

/* Variables of the C start-up files and of the compiler itself (crtstuff.c, the
 * language runtimes): in every shared library. */
static bool
is_of_the_toolchain(const char *name)
{
    static const char *const names[] = {
        "__dso_handle",
        "__TMC_END__",
        "_DYNAMIC",
        "_GLOBAL_OFFSET_TABLE_",
        "__bss_start",
        "_edata",
        "_end",
        "__data_start",
        "data_start",
        "completed",
        "__EH_FRAME_BEGIN__",
    };
    if (name == NULL) {
        return false;
    }
    if (string_starts(name, "completed.") || string_starts(name, "DW.ref.")
        || string_starts(name, "__gcov") || string_starts(name, "__asan"))
    {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* C++ runtime tables: written by the loader at most. */
static bool
is_runtime_table(const char *name)
{
    return name != NULL
           && (string_starts(name, "_ZTV") || string_starts(name, "_ZTI")
               || string_starts(name, "_ZTS") || string_starts(name, "_ZTT"));
}

/* The flag "this library was finalised" of the C start-up files, which has no
 * symbol after strip: the byte that the first function of .fini_array sets. */
struct completed {
    uint64_t address; /* 0: not found */
};

static void
on_fini_store(void *data, uint64_t address, bool is_indexed, bool is_word,
              const struct value *value, uint64_t at)
{
    struct completed *completed = data;
    (void)at;
    if (!is_indexed && !is_word && value->kind == VALUE_NUMBER && value->number == 1) {
        completed->address = address;
    }
}

static uint64_t
completed_flag(const struct image *image)
{
    struct completed completed = {0};
    const struct code_visitor visitor = {.data = &completed, .store = on_fini_store};
    struct pointer function = image_pointer(image, image->fini_array.address);
    if (image->fini_array.size >= image->word_size && function.kind == POINTER_ADDRESS)
    {
        (void)code_follow(image, function.value, NULL, &visitor);
    }
    return completed.address;
}

static bool
is_of_definition(const struct modules *modules, uint64_t address)
{
    for (size_t i = 0; i < modules->n_definitions; i++) {
        const struct definition *definition = &modules->definitions[i];
        if (address >= definition->address
            && address - definition->address < definition->size)
        {
            return true;
        }
    }
    for (size_t i = 0; i < modules->n; i++) {
        const struct binary_module *module = &modules->items[i];
        if ((module->has_definition && module->definition == address)
            || (address >= module->slots
                && address - module->slots < module->slots_size))
        {
            return true;
        }
    }
    return false;
}

/* Is the memory changed after initialisation?  By a store there, or because it is
 * zero at first, and only code that runs later has its address. */
static bool
is_changed_later(const struct binary_variable *variable, const struct usage *usage)
{
    return usage->is_stored_later
           || (variable->memory == MEMORY_ZERO && !usage->is_stored && usage->is_taken
               && !usage->is_taken_at_once);
}

/* The guide's opt-out ("Opt-Out: Limiting to One Module Object per Process"): a flag
 * that initialisation sets to 1, that no function of the module touches, and an
 * ImportError on the way. */
static void
note_guard(const struct startup *startup, const struct binary_variable *variable,
           const struct usage *usage, struct states *states)
{
    if (startup->refusal != NULL && variable->size <= 8
        && !is_changed_later(variable, usage)
        && startup_sets_flag(startup, variable->address))
    {
        states->refusal = startup->refusal;
    }
}

static void
state_add(struct image *image, const struct startup *startup, struct states *states,
          const struct binary_variable *variable, const struct usage *usage)
{
    struct binary_place place = {.text = variable->name};
    if (variable->name == NULL) {
        image_place(image, variable->address, &place);
    }
    ARENA_GROW(image->arena, states->items, states->n, states->capacity);
    states->items[states->n++] = (struct binary_state){
        .variable = *variable,
        .place = place.text,
        .giver = usage->received,
        .taker = usage->used,
        .is_written = usage->is_stored,
        .is_written_later = is_changed_later(variable, usage),
        .is_of_last_module =
            variable->memory != MEMORY_THREAD
            && startup_sets_owner(startup, variable->address, variable->size),
        .is_object = variable->memory == MEMORY_DATA
                     && object_head(image, variable->address) != 0,
    };
}

/* Decide what a variable with a symbol but no declared type holds. */
static enum binary_content
content_by_use(const struct image *image, const struct binary_variable *variable,
               const struct usage *usage)
{
    if (usage->received != NULL || usage->used != NULL) {
        return CONTENT_OBJECT;
    }
    unsigned head =
        variable->memory == MEMORY_DATA ? object_head(image, variable->address) : 0;
    struct pointer type = {0};
    if (head != 0) {
        type = image_pointer(image, variable->address
                                        + (uint64_t)(head - 1) * image->word_size);
    }
    bool is_instance = type.kind == POINTER_IMPORT && string_starts(type.import, "Py")
                       && string_ends(type.import, "_Type");
    return is_instance ? CONTENT_OBJECT : CONTENT_DATA;
}

/* Is C data at all changed?  Initialised data that no code stores to is a table
 * that only lacks its const. */
static bool
data_is_mutable(const struct code_facts *facts, const struct binary_variable *variable,
                const struct usage *usage)
{
    if (usage->is_stored) {
        return true;
    }
    bool is_zero = variable->memory == MEMORY_ZERO || variable->memory == MEMORY_THREAD;
    return is_zero && (usage->is_taken || variable->is_exported || !facts->is_known);
}

static void
consider(struct image *image, const struct code_facts *facts,
         const struct startup *startup, const struct types *types,
         const struct modules *modules, const struct binary_variable *variable,
         struct states *states)
{
    bool is_thread = variable->memory == MEMORY_THREAD;
    if (variable->memory < MEMORY_DATA || variable->content == CONTENT_TYPE
        || variable->content == CONTENT_TABLE || variable->content == CONTENT_LOCK
        || is_of_the_toolchain(variable->name) || is_runtime_table(variable->name)
        || (!is_thread
            && (types_at(types, variable->address) != NULL
                || is_of_definition(modules, variable->address))))
    {
        return;
    }
    struct usage usage = {0};
    if (!is_thread) {
        usage = usage_of(facts, startup, variable->address, variable->size);
    }
    struct binary_variable known = *variable;
    if (known.content == CONTENT_UNKNOWN) {
        known.content = content_by_use(image, variable, &usage);
        known.evidence =
            known.content == CONTENT_OBJECT ? EVIDENCE_CODE : EVIDENCE_NONE;
    }
    note_guard(startup, variable, &usage, states);
    if (known.content == CONTENT_OBJECT || is_thread
        || data_is_mutable(facts, variable, &usage))
    {
        state_add(image, startup, states, &known, &usage);
    }
}

/* Memory that no symbol names: each place the code stores to is a variable. */
static void
consider_nameless(struct image *image, const struct code_facts *facts,
                  const struct startup *startup, const struct types *types,
                  const struct modules *modules, const struct binary_variable *named,
                  size_t n_named, struct states *states)
{
    size_t next = 0;
    size_t n_before = states->n;
    uint64_t flag = completed_flag(image);
    for (size_t i = 0; i < facts->n;) {
        uint64_t address = facts->items[i].address;
        size_t end = i;
        while (end < facts->n && facts->items[end].address == address) {
            end++;
        }
        i = end;
        while (next < n_named && named[next].memory != MEMORY_THREAD
               && named[next].address <= address)
        {
            next++;
        }
        const struct binary_variable *before = next > 0 ? &named[next - 1] : NULL;
        bool is_named =
            before != NULL
            && address - before->address < (before->size > 0 ? before->size : 1);
        struct usage usage = usage_of(facts, startup, address, 1);
        bool holds_object = usage.received != NULL || usage.used != NULL;
        enum binary_memory memory = image_memory(image, address);
        struct binary_variable variable = {
            .address = address,
            .size = image->word_size,
            .content = holds_object ? CONTENT_OBJECT : CONTENT_DATA,
            .evidence = EVIDENCE_CODE,
            .memory = memory,
        };
        bool is_used =
            usage.is_stored || holds_object || is_changed_later(&variable, &usage);
        if (is_named || address == flag || memory < MEMORY_DATA || !is_used
            || types_at(types, address) != NULL || is_of_definition(modules, address))
        {
            continue;
        }
        const struct section *section = image_section(image, address);
        if (section != NULL && strncmp(section->name, ".got", 4) == 0) {
            continue;
        }
        note_guard(startup, &variable, &usage, states);
        /* Without symbols nothing tells where a variable ends: C data that lies
         * together is one finding. */
        struct binary_state *last =
            states->n > n_before ? &states->items[states->n - 1] : NULL;
        if (last != NULL && !holds_object && last->variable.content == CONTENT_DATA
            && last->variable.memory == memory
            && address - last->variable.address
                   <= last->variable.size + 2ULL * image->word_size)
        {
            last->variable.size = address + image->word_size - last->variable.address;
            last->is_written_later =
                last->is_written_later || is_changed_later(&variable, &usage);
            last->is_written = last->is_written || usage.is_stored;
            last->is_of_last_module =
                last->is_of_last_module
                || startup_sets_owner(startup, address, image->word_size);
            continue;
        }
        state_add(image, startup, states, &variable, &usage);
    }
}

void
states_read(struct image *image, const struct code_facts *facts,
            const struct types *types, const struct modules *modules,
            struct states *out_states)
{
    *out_states = (struct states){0};
    struct startup startup;
    startup_read(image, modules, &startup);
    size_t n = 0;
    const struct binary_variable *variables = image_variables(image, &n);
    for (size_t i = 0; i < n; i++) {
        /* Symbols that overlap would make us count facts again and again. */
        struct binary_variable variable = variables[i];
        if (i + 1 < n && variables[i + 1].memory != MEMORY_THREAD
            && variables[i + 1].address > variable.address
            && variables[i + 1].address - variable.address < variable.size)
        {
            variable.size = variables[i + 1].address - variable.address;
        }
        consider(image, facts, &startup, types, modules, &variable, out_states);
    }
    consider_nameless(image, facts, &startup, types, modules, variables, n, out_states);
}
