/* Functions that return the state for a module, a type or two operands. */
#include "convert/plan/lone_module.h"
#include "convert/rewrite/state/state_accessors.h"

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/export.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/names.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/state_keepers.h"
#include "convert/plan/state_placement.h"
#include "convert/plan/teardown.h"
#include "convert/rewrite/functions/capsules.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/state/limited_accessors.h"
#include "convert/rewrite/state/type_maker.h"
#include "convert/text/style.h"

static void
add_get(const struct conversion *c, struct strbuf *out, const struct source_file *file)
{
    strbuf_format(out, "%s\treturn (%s *)PyModule_GetState(module);\n}\n\n",
                  function_head(c, file,
                                TEXT(c, "static inline %s *", c->names->state_type),
                                TEXT(c, "%s(PyObject *module)", c->names->get)),
                  c->names->state_type);
}

/* WORD as the name of a local in a function that mentions the module's definition,
 * which may bear the same name. */
static const char *
local_beside_definition(const struct conversion *c, const char *word)
{
    return string_equal(word, c->module->variable->name) ? TEXT(c, "own_%s", word)
                                                         : word;
}

void
add_by_type(struct rewriter *r, struct strbuf *out, const struct source_file *file,
            const char *specifiers)
{
    const char *definition = r->plan->module->variable->name;
    const char *type = local_beside_definition(r->plan, "type");
    const char *module = local_beside_definition(r->plan, "module");
    const char *base = local_beside_definition(r->plan, "base");
    const char *candidate = local_beside_definition(r->plan, "candidate");
    strbuf_add_string(
        out,
        function_head(
            r->plan, file, TEXT(r, "%s%s *", specifiers, r->plan->names->state_type),
            TEXT(r, "%s(PyTypeObject *%s)", r->plan->names->get_by_type, type)));
    bool is_old = r->options->floor < 0x030B0000;
    if (replaces_definition(r->plan)) {
        strbuf_format(out,
                      "\tPyObject *%s = PyType_GetModuleByToken(%s, &%s);\n"
                      "\tif (%s == NULL) {\n"
                      "\t\treturn NULL;\n"
                      "\t}\n"
                      "\tPy_DECREF(%s); /* kept alive by the type */\n"
                      "\treturn %s(%s);\n}\n\n",
                      module, type, token_name(r->plan), module, module,
                      r->plan->names->get, module);
        return;
    }
    if (r->options->use_header && (is_old || !finds_by_definition(r->plan))) {
        require_header(r, HEADER_BACKPORTS);
        strbuf_format(out,
                      "\tPyObject *%s = PyType_GetModuleByDef(%s, &%s);\n"
                      "\treturn %s != NULL ? %s(%s) : NULL;\n}\n\n",
                      module, type, definition, module, r->plan->names->get, module);
        return;
    }
    if (!finds_by_definition(r->plan)) {
        add_limited_by_type(r->plan, out, type);
        return;
    }
    if (is_old) {
        strbuf_add_string(out, "#if PY_VERSION_HEX >= 0x030B0000\n");
    }
    strbuf_format(out, "\tPyObject *%s = PyType_GetModuleByDef(%s, &%s);\n", module,
                  type, definition);
    if (is_old) {
        strbuf_format(
            out,
            "#else\n"
            "\tPyObject *%s = NULL;\n"
            "\tfor (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(%s->tp_mro); i++) {\n"
            "\t\tPyTypeObject *%s = (PyTypeObject *)PyTuple_GET_ITEM(%s->tp_mro, i);\n"
            "\t\tif (!PyType_HasFeature(%s, Py_TPFLAGS_HEAPTYPE)) {\n"
            "\t\t\tcontinue;\n"
            "\t\t}\n"
            "\t\tPyObject *%s = ((PyHeapTypeObject *)%s)->ht_module;\n"
            "\t\tif (%s != NULL && PyModule_GetDef(%s) == &%s) {\n"
            "\t\t\t%s = %s;\n"
            "\t\t\tbreak;\n"
            "\t\t}\n"
            "\t}\n"
            "#endif\n",
            module, type, base, type, base, candidate, base, candidate, candidate,
            definition, module, candidate);
    }
    strbuf_format(out, "\treturn %s != NULL ? %s(%s) : NULL;\n}\n\n", module,
                  r->plan->names->get, module);
}

/* PyType_GetModuleState does the same with two calls more, for types that may have no module. */
static void
add_by_final_type(const struct conversion *c, struct strbuf *out, const struct source_file *file)
{
    strbuf_format(out,
                  "/* By a type of this module that has no subclasses. */\n"
                  "%s\treturn %s(((PyHeapTypeObject *)type)->ht_module);\n}\n\n",
                  function_head(c, file, TEXT(c, "static inline %s *", c->names->state_type),
                                TEXT(c, "%s(PyTypeObject *type)", c->names->get_by_final_type)),
                  c->names->get);
}

static void
add_kept(const struct conversion *c, struct strbuf *out, const struct source_file *file)
{
    bool is_shared = c->state_keepers->is_shared;
    strbuf_format(out,
                  "/* By an instance, which keeps it in *kept: its type holds the module. */\n"
                  "%s\tif (*kept != NULL) {\n"
                  "\t\treturn (%s *)*kept;\n"
                  "\t}\n"
                  "\t%s *%s = %s(type);\n"
                  "%s\t*kept = %s;\n%s"
                  "\treturn %s;\n}\n\n",
                  function_head(c, file, TEXT(c, "static inline %s *", c->names->state_type),
                                TEXT(c, "%s(PyTypeObject *type, void **kept)",
                                     c->names->get_kept)),
                  c->names->state_type, c->names->state_type, c->names->state,
                  c->names->get_by_type,
                  is_shared ? "#ifndef Py_GIL_DISABLED /* threads would write it at a time */\n"
                            : "",
                  c->names->state, is_shared ? "#endif\n" : "", c->names->state);
}

static void
add_by_operands(const struct conversion *c, struct strbuf *out,
                const struct source_file *file)
{
    strbuf_format(
        out,
        "/* For binary slots: either operand may be of a type of this module. */\n"
        "%s\t%s *%s = %s(Py_TYPE(left));\n"
        "\tif (%s == NULL) {\n"
        "\t\tPyErr_Clear();\n"
        "\t\t%s = %s(Py_TYPE(right));\n"
        "\t}\n"
        "\treturn %s;\n}\n\n",
        function_head(
            c, file, TEXT(c, "static inline %s *", c->names->state_type),
            TEXT(c, "%s(PyObject *left, PyObject *right)", c->names->get_by_operands)),
        c->names->state_type, c->names->state, c->names->get_by_type, c->names->state,
        c->names->state, c->names->get_by_type, c->names->state);
}

static void
add_by_power(const struct conversion *c, struct strbuf *out, const struct source_file *file)
{
    strbuf_format(
        out,
        "/* For nb_power, whose third operand alone may be of a type of this module. */\n"
        "%s\t%s *%s = %s(base, exponent);\n"
        "\tif (%s == NULL) {\n"
        "\t\tPyErr_Clear();\n"
        "\t\t%s = %s(Py_TYPE(modulus));\n"
        "\t}\n"
        "\treturn %s;\n}\n\n",
        function_head(c, file, TEXT(c, "static inline %s *", c->names->state_type),
                      TEXT(c, "%s(PyObject *base, PyObject *exponent, PyObject *modulus)",
                           c->names->get_by_power)),
        c->names->state_type, c->names->state, c->names->get_by_operands, c->names->state,
        c->names->state, c->names->get_by_type, c->names->state);
}

static void
add_by_interpreter(struct rewriter *r, struct strbuf *out, const struct source_file *file)
{
    const struct conversion *c = r->plan;
    strbuf_format(
        out,
        "/* For functions that no module is passed to: the interpreter keeps its only one.  NULL "
        "with\n * an exception set if the interpreter has not imported it. */\n"
        "%s\tPyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());\n"
        "\tPyObject *module = dict != NULL ? PyDict_GetItemString(dict, \"%s\") : NULL;\n"
        "\tif (module == NULL) {\n"
        "\t\tPyErr_SetString(PyExc_ImportError, \"%s is not imported in this interpreter\");\n"
        "\t\treturn NULL;\n"
        "\t}\n"
        "\treturn %s(module);\n}\n\n",
        function_head(c, file, TEXT(c, "static inline %s *", c->names->state_type),
                      TEXT(c, "%s(void)", c->names->get_by_interpreter)),
        interpreter_key(c), c->full_name, c->names->get);
}

/* A type keeps its tp_base for life, and its module, of which it owns a reference,
 * unless the collector took the two apart: only then is there no state. */
void
add_at_end(const struct conversion *c, struct strbuf *out,
           const struct source_file *file, const char *specifiers)
{
    const char *type = local_beside_definition(c, "type");
    const char *module = local_beside_definition(c, "module");
    const char *head =
        function_head(c, file, TEXT(c, "%s%s *", specifiers, c->names->state_type),
                      TEXT(c, "%s(PyTypeObject *%s)", c->names->get_at_end, type));
    /* PyModExport_x makes a module without a definition, whose token says the same. */
    const char *token =
        c->options->exports
            ? TEXT(
                c,
                "#if PY_VERSION_HEX >= 0x030F0000\n"
                "\t\tvoid *token = NULL;\n"
                "\t\tif (%s != NULL) {\n"
                "\t\t\t(void)PyModule_GetToken_DuringGC(%s, &token);\n"
                "\t\t}\n"
                "#else\n"
                "\t\tvoid *token = %s != NULL ? (void *)PyModule_GetDef(%s) : NULL;\n"
                "#endif\n"
                "\t\tif (token == &%s) {\n",
                module, module, module, module, c->module->variable->name)
            : TEXT(c, "\t\tif (%s != NULL && PyModule_GetDef(%s) == &%s) {\n", module,
                   module, c->module->variable->name);
    strbuf_format(
        out,
        "/* For functions that deallocate an instance: NULL if the garbage collector "
        "has\n * already cleared the type. */\n"
        "%s\tfor (; %s != NULL; %s = %s->tp_base) {\n"
        "\t\tif (!PyType_HasFeature(%s, Py_TPFLAGS_HEAPTYPE)) {\n"
        "\t\t\tbreak;\n"
        "\t\t}\n"
        "\t\tPyObject *%s = ((PyHeapTypeObject *)%s)->ht_module;\n"
        "%s"
        "\t\t\treturn %s(%s);\n"
        "\t\t}\n"
        "\t}\n"
        "\treturn NULL;\n}\n\n",
        head, type, type, type, type, module, type, token, c->names->get, module);
}

void
add_accessors(struct rewriter *r, struct strbuf *out, const struct source_file *file)
{
    if (r->plan->existing->getter == NULL
        && (is_required(r, REQUIRES_GET) || is_required(r, REQUIRES_BY_TYPE)
            || r->plan->teardown->uses_at_end))
    {
        add_get(r->plan, out, file);
    }
    if (r->plan->existing->type_getter != NULL) {
        /* it is there */
    }
    else if (is_required(r, REQUIRES_BY_TYPE) && !r->plan->state_placement->is_header
             && !r->plan->language->is_cxx)
    {
        add_by_type(r, out, file, "static inline ");
    }
    else if (is_required(r, REQUIRES_BY_TYPE)) {
        strbuf_format(out, "%s%s *%s(PyTypeObject *type);\n\n",
                      r->plan->state_placement->is_header ? "" : "static ",
                      r->plan->names->state_type, r->plan->names->get_by_type);
    }
    if (r->plan->teardown->uses_at_end && !r->plan->state_placement->is_header
        && !r->plan->language->is_cxx)
    {
        add_at_end(r->plan, out, file, "static inline ");
    }
    else if (r->plan->teardown->uses_at_end) {
        strbuf_format(out, "%s%s *%s(PyTypeObject *type);\n\n",
                      r->plan->state_placement->is_header ? "" : "static ",
                      r->plan->names->state_type, r->plan->names->get_at_end);
    }
    if (is_required(r, REQUIRES_BY_FINAL_TYPE) && !r->plan->names->has_by_final_type) {
        add_by_final_type(r->plan, out, file);
    }
    if (is_required(r, REQUIRES_KEPT) && !r->plan->names->has_kept) {
        add_kept(r->plan, out, file);
    }
    if (is_required(r, REQUIRES_BY_OPERANDS)) {
        add_by_operands(r->plan, out, file);
    }
    if (is_required(r, REQUIRES_BY_POWER)) {
        add_by_power(r->plan, out, file);
    }
    if (is_required(r, REQUIRES_BY_INTERPRETER) && !r->plan->lone_module->is_written) {
        add_by_interpreter(r, out, file);
    }
    if (is_required(r, REQUIRES_NEW_TYPE)) {
        add_new_type(r->plan, out, file);
    }
    if (is_required(r, REQUIRES_NEW_SEQUENCE)) {
        add_new_sequence(r, out, file);
    }
    add_capsule_maker(r->plan, out, file);
}
