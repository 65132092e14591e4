/* The functions of the result that make types for a module. */
#include "convert/rewrite/state/type_maker.h"

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/names.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/sealed_bases.h"
#include "convert/plan/type_maker.h"
#include "convert/plan/variable_selection.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/text/style.h"

/* PyType_FromModuleAndSpec takes a base that is no tuple, and knows the flags. */
enum { FIRST_WITH_FLAGS = 0x030A0000 };

void
add_new_type(const struct conversion *c, struct strbuf *out, const struct source_file *file)
{
    const bool is_old = c->options->floor < FIRST_WITH_FLAGS;
    const bool has_base = has_bases(c), packs = has_base && is_old;
    const bool opens = has_sealed_bases(c);
    strbuf_add_string(
        out, function_head(c, file, "static inline PyTypeObject *",
                           TEXT(c, "%s(PyObject *module, PyType_Spec *spec%s)",
                                c->names->new_type, has_base ? ", PyTypeObject *base" : "")));
    strbuf_add_string(out, packs ? "\tPyObject *bases = NULL;\n" : "");
    strbuf_add_string(out, opens ? "\tunsigned long sealed = 0;\n" : "");
    strbuf_add_string(out, packs || opens ? "\tif (base != NULL) {\n" : "");
    if (packs) {
        strbuf_add_string(out, "\t\tbases = PyTuple_Pack(1, (PyObject *)base);\n"
                               "\t\tif (bases == NULL) {\n"
                               "\t\t\treturn NULL;\n"
                               "\t\t}\n");
    }
    if (opens) {
        strbuf_add_string(out, "\t\t/* Only types of this module derive from such a base. */\n"
                               "\t\tsealed = ~base->tp_flags & Py_TPFLAGS_BASETYPE;\n"
                               "\t\tbase->tp_flags |= sealed;\n");
    }
    strbuf_add_string(out, packs || opens ? "\t}\n" : "");
    strbuf_format(out,
                  "\tPyTypeObject *type =\n"
                  "\t\t(PyTypeObject *)PyType_FromModuleAndSpec(module, spec, %s);\n",
                  packs      ? "bases"
                  : has_base ? "(PyObject *)base"
                             : "NULL");
    if (opens) {
        strbuf_add_string(out, "\tif (base != NULL) {\n"
                               "\t\tbase->tp_flags &= ~sealed;\n"
                               "\t}\n");
    }
    strbuf_add_string(out, packs ? "\tPy_XDECREF(bases);\n" : "");
    if (is_old && has_uninstantiable(c)) {
        strbuf_add_string(out, "#if PY_VERSION_HEX < 0x030A0000\n"
                               "\tif (type != NULL && (spec->flags & "
                               "Py_TPFLAGS_DISALLOW_INSTANTIATION)) {\n"
                               "\t\ttype->tp_new = NULL;\n"
                               "\t}\n"
                               "#endif\n");
    }
    if (c->given->has_plain_names) {
        strbuf_add_string(out, "\t/* The name of the static type had no module. */\n"
                               "\tif (type != NULL && "
                               "strncmp(spec->name, \"builtins.\", 9) == 0) {\n"
                               "\t\ttype->tp_name = spec->name + 9;\n"
                               "\t}\n");
    }
    strbuf_add_string(out, "\treturn type;\n}\n\n");
}

void
add_new_sequence(struct rewriter *r, struct strbuf *out, const struct source_file *file)
{
    strbuf_add_string(
        out, function_head(r->plan, file, "static inline PyTypeObject *",
                           TEXT(r, "%s(PyStructSequence_Desc *description)",
                                r->plan->names->new_sequence)));
    strbuf_format(out,
                  "\tPyTypeObject *type = PyStructSequence_NewType(description);\n"
                  "\tif (type != NULL) {\n"
                  "\t\ttype->tp_flags |= %s;\n"
                  "\t}\n"
                  "\treturn type;\n}\n\n",
                  immutable_flag(r));
}

void
add_flags(const struct conversion *c, struct strbuf *out)
{
    if (c->selection->moves_types && c->options->floor < FIRST_WITH_FLAGS
        && !c->options->use_header)
    {
        strbuf_format(out,
                      "#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */\n"
                      "#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)\n"
                      "%s"
                      "#endif\n\n",
                      has_uninstantiable(c)
                          ? "#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)\n"
                          : "");
    }
}
