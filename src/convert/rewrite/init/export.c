/* The hook of Python 3.15 is written: PyModExport_x. */
#include "convert/rewrite/init/export.h"

#include "convert/text/places.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"
#include "model/extent.h"

static void
add_slot(struct strbuf *out, const char *macro, const char *slot, const char *value)
{
    if (value != NULL) {
        strbuf_format(out, "\tPySlot_%s(%s, %s),\n", macro, slot, value);
    }
}

static void
add_array(struct conversion *c, struct strbuf *out, const struct definition_text *text)
{
    strbuf_format(out, "PyABIInfo_VAR(%s_abi);\n\nstatic PySlot %s[] = {\n", c->base,
                  export_name(c));
    add_slot(out, "STATIC_DATA", "Py_mod_abi", TEXT(c, "&%s_abi", c->base));
    add_slot(out, "DATA", "Py_mod_name", text->name);
    add_slot(out, "DATA", "Py_mod_doc", text->doc);
    add_slot(out, "STATIC_DATA", "Py_mod_methods", text->methods);
    add_slot(out, "SIZE", "Py_mod_state_size", text->size);
    add_slot(out, "FUNC", "Py_mod_state_traverse", text->traverse);
    add_slot(out, "FUNC", "Py_mod_state_clear", text->clear);
    add_slot(out, "FUNC", "Py_mod_state_free", text->release);
    add_slot(out, "STATIC_DATA", "Py_mod_slots", text->slots);
    add_slot(out, "FUNC", "Py_mod_exec", text->exec);
    add_slot(out, "DATA", "Py_mod_multiple_interpreters", text->interpreters);
    add_slot(out, "DATA", "Py_mod_gil", text->gil);
    if (!replaces_definition(c)) {
        add_slot(out, "STATIC_DATA", "Py_mod_token",
                 TEXT(c, "&%s", c->definition->name));
    }
    else if (is_required(c, REQUIRES_BY_TYPE)) {
        add_slot(out, "DATA", "Py_mod_token", TEXT(c, "&%s", token_name(c)));
    }
    strbuf_add_string(out, "\tPySlot_END,\n};\n\n");
}

/* In place of the definition. */
static void
edit_in_place(struct conversion *c, const struct definition_text *text)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct declaration *d = variable_declaration(c->definition);
    add_array(c, &out, text);
    change_cover(c, d->file, d->begin, after_semicolon(d->file, d->end),
                 indented(c, d->file, TEXT(c, "%.*s", (int)out.size - 2, out.text), ""),
                 "the PySlot array of Python 3.15");
}

void
edit_export(struct conversion *c, const struct definition_text *text)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    if (!needs_export(c)) {
        return;
    }
    if (replaces_definition(c)) {
        edit_in_place(c, text);
        return;
    }
    const struct source_file *file = c->entry->body->file;
    bool is_old = c->options->floor < FIRST_WITH_EXPORT;
    strbuf_add_string(&out, "\n\n");
    if (is_old) {
        strbuf_add_string(&out,
                          "#if PY_VERSION_HEX >= 0x030F0000\n"
                          "/* Python 3.15 and newer call this instead of PyInit. */\n");
    }
    add_array(c, &out, text);
    strbuf_add_string(&out, export_hook(c));
    if (is_old) {
        strbuf_add_string(&out, "#endif\n");
    }
    change(c, file, c->entry->body->end, c->entry->body->end,
           indented(c, file, TEXT(c, "%.*s", (int)out.size - 1, out.text), ""),
           "the PyModExport function of Python 3.15");
}
