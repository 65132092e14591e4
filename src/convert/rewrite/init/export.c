/* Writes PyModExport_x, which Python 3.15 calls instead of PyInit_x. */
#include "convert/rewrite/init/export.h"

#include "convert/arena_text.h"
#include "convert/plan/names.h"
#include "convert/plan/replaced_definition.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

const char *
export_hook(const struct conversion *c)
{
    return TEXT(c, "%s\treturn %s;\n}\n",
                function_head(c, c->module->entry->body->file, "PyMODEXPORT_FUNC",
                              TEXT(c, "%s(void)", export_hook_name(c))),
                export_name(c));
}

static void
add_slot(struct strbuf *out, const char *macro, const char *slot, const char *value)
{
    if (value != NULL) {
        strbuf_format(out, "\tPySlot_%s(%s, %s),\n", macro, slot, value);
    }
}

static void
add_array(const struct rewriter *r, struct strbuf *out,
          const struct definition_text *text)
{
    strbuf_format(out, "PyABIInfo_VAR(%s_abi);\n\nstatic PySlot %s[] = {\n",
                  r->plan->names->base, export_name(r->plan));
    add_slot(out, "STATIC_DATA", "Py_mod_abi",
             TEXT(r, "&%s_abi", r->plan->names->base));
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
    if (!replaces_definition(r->plan)) {
        add_slot(out, "STATIC_DATA", "Py_mod_token",
                 TEXT(r, "&%s", r->plan->module->variable->name));
    }
    else if (is_required(r, REQUIRES_BY_TYPE)) {
        add_slot(out, "DATA", "Py_mod_token", TEXT(r, "&%s", token_name(r->plan)));
    }
    strbuf_add_string(out, "\tPySlot_END,\n};\n\n");
}

/* In place of the definition. */
static void
edit_in_place(struct rewriter *r, const struct definition_text *text)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct declaration *d = variable_declaration(r->plan->module->variable);
    add_array(r, &out, text);
    change_cover(
        r, d->file, d->begin, after_semicolon(d->file, d->end),
        indented(r->plan, d->file, TEXT(r, "%.*s", (int)out.size - 2, out.text), ""),
        "the PySlot array of Python 3.15");
}

void
edit_export(struct rewriter *r, const struct definition_text *text)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    if (!needs_export(r->plan)) {
        return;
    }
    if (replaces_definition(r->plan)) {
        edit_in_place(r, text);
        return;
    }
    const struct source_file *file = r->plan->module->entry->body->file;
    bool is_old = r->options->floor < FIRST_WITH_EXPORT;
    strbuf_add_string(&out, "\n\n");
    if (is_old) {
        strbuf_add_string(&out,
                          "#if PY_VERSION_HEX >= 0x030F0000\n"
                          "/* Python 3.15 and newer call this instead of PyInit. */\n");
    }
    add_array(r, &out, text);
    strbuf_add_string(&out, export_hook(r->plan));
    if (is_old) {
        strbuf_add_string(&out, "#endif\n");
    }
    change(r, file, r->plan->module->entry->body->end,
           r->plan->module->entry->body->end,
           indented(r->plan, file, TEXT(r, "%.*s", (int)out.size - 1, out.text), ""),
           "the PyModExport function of Python 3.15");
}
