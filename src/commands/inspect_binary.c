#include "commands/inspect_binary.h"

#include "base/file.h"
#include "binary/file.h"
#include "binary/limits.h"

static const char *
evidence_name(enum binary_evidence evidence)
{
    static const char *const names[] = {"nothing", "layout", "code", "declaration"};
    return names[evidence];
}

static const char *
content_name(enum binary_content content)
{
    static const char *const names[] = {"unknown", "data", "object", "type",
                                        "table",   "lock", "guarded"};
    return names[content];
}

static const char *
slot_name(enum slot_value value)
{
    static const char *const names[] = {"absent", "unreadable", "0", "1", "2"};
    return names[value];
}

static void
print_source(struct strbuf *out, const char *path, unsigned line)
{
    if (path != NULL && line > 0) {
        strbuf_format(out, ", %s:%u", path_base(path), line);
    }
}

static void
print_file(struct strbuf *out, const struct binary_file *file)
{
    const char *generator = generator_name(file->generator);
    strbuf_format(out, "file %s:%s%s%s%s%s\n", path_base(file->path),
                  file->is_stripped ? " stripped," : "",
                  file->has_debug_information ? " debug information," : "",
                  file->code_is_known ? " code," : "",
                  file->relocations_are_known ? " relocations," : "",
                  file->is_cut ? " cut," : "");
    if (generator != NULL) {
        strbuf_format(out, "    written by %s\n", generator);
    }
    if (file->guard != NULL) {
        strbuf_format(out, "    guard '%s'\n", file->guard);
    }
}

static void
print_module(struct strbuf *out, const struct binary_module *module)
{
    const char *init = init_kind_name(module->init);
    strbuf_format(out, "module %s: %s, init %s%s%s%s\n", module->name, module->entry,
                  init != NULL ? init : "unknown", module->doubt != NULL ? " (" : "",
                  module->doubt != NULL ? module->doubt : "",
                  module->doubt != NULL ? ")" : "");
    if (module->path != NULL && module->line > 0) {
        strbuf_format(out, "    at %s:%u\n", path_base(module->path), module->line);
    }
    strbuf_format(out, "    definition %s, m_size ",
                  module->has_definition ? "found" : "not found");
    if (module->has_state_size) {
        strbuf_format(out, "%lld\n", (long long)module->state_size);
    }
    else {
        strbuf_add_string(out, "unknown\n");
    }
    strbuf_format(out, "    slots %s: interpreters %s, gil %s, %u exec%s\n",
                  module->slots_are_known ? "known" : "unknown",
                  slot_name(module->interpreters), slot_name(module->gil),
                  module->n_exec, module->has_create ? ", create" : "");
    strbuf_format(out, "    hooks:%s%s%s\n", module->has_traverse ? " traverse" : "",
                  module->has_clear ? " clear" : "", module->has_free ? " free" : "");
}

static void
print_type(struct strbuf *out, const struct binary_type *type)
{
    strbuf_format(out, "type %s: %s, by %s", type->name != NULL ? type->name : "?",
                  type->place, evidence_name(type->evidence));
    if (type->n_elements > 1) {
        strbuf_format(out, ", %zu elements", type->n_elements);
    }
    if (type->has_flags) {
        strbuf_format(out, ", flags 0x%llx", (unsigned long long)type->flags);
    }
    if (type->receiver != NULL) {
        strbuf_format(out, " (%s)", type->receiver);
    }
    print_source(out, type->path, type->line);
    strbuf_add_char(out, '\n');
}

static void
print_state(struct strbuf *out, const struct binary_state *state)
{
    const struct binary_variable *variable = &state->variable;
    strbuf_format(out, "variable %s: %s in %s, by %s", state->place,
                  content_name(variable->content), binary_memory_name(variable->memory),
                  evidence_name(variable->evidence));
    if (variable->type != NULL) {
        strbuf_format(out, ", type '%s'", variable->type);
    }
    print_source(out, variable->path, variable->line);
    strbuf_add_char(out, '\n');
    if (state->giver != NULL) {
        strbuf_format(out, "    gets what %s returns\n", state->giver);
    }
    if (state->taker != NULL) {
        strbuf_format(out, "    is passed to %s\n", state->taker);
    }
    if (state->is_written) {
        strbuf_format(out, "    is stored to%s\n",
                      state->is_written_later ? ", after initialisation too" : "");
    }
}

int
inspect_binary(struct arena *arena, const char *path, struct strbuf *out,
               struct error *err)
{
    char *bytes = NULL;
    size_t size = 0;
    struct binary_file file = {0};
    const struct debug_search search = {.path = path};
    if (file_read(arena, path, LIMIT_BINARY_SIZE, &bytes, &size, NULL, err) != 0
        || binary_read(arena, path, bytes, size, &search, &file, err) != 0)
    {
        return -1;
    }
    print_file(out, &file);
    for (size_t i = 0; i < file.n_modules; i++) {
        print_module(out, &file.modules[i]);
    }
    for (size_t i = 0; i < file.n_types; i++) {
        print_type(out, &file.types[i]);
    }
    for (size_t i = 0; i < file.n_states; i++) {
        print_state(out, &file.states[i]);
    }
    for (size_t i = 0; i < file.n_imports; i++) {
        strbuf_format(out, "import %s\n", file.imports[i]);
    }
    for (size_t i = 0; i < file.n_exports; i++) {
        strbuf_format(out, "export %s\n", file.exports[i]);
    }
    return 0;
}
