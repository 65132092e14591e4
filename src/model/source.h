/* What C sources say: the one model that csource/ fills and checks/ and
 * convert/ read.  No libclang object survives into it; everything is keyed by
 * (file, byte offset) and lives in one arena.
 *
 * Facts of several translation units are merged: a header's function or
 * variable appears once, a static of each unit appears for itself.
 *
 * Offsets count bytes of the file as it is on disk.  Ranges are [begin, end).
 */
#ifndef INSULATE_MODEL_SOURCE_H
#define INSULATE_MODEL_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/file.h"
#include "model/generator.h"
#include "model/left_out.h"

struct variable;
struct function;
struct macro;
struct node;

/* --- text ---------------------------------------------------------------- */

struct token; /* model/tokens.h */

struct range {
    uint32_t begin, end;
};

struct source_file {
    uint32_t id; /* its index in source->files */
    const char *path;      /* as the user named it: to print and to write */
    const char *real_path; /* absolute, without links: identity */
    const char *text;      /* NUL-terminated */
    uint32_t size;
    struct file_stamp stamp;
    const struct token *tokens; /* in order */
    size_t n_tokens;
    const uint32_t *lines; /* offset of each line's first byte */
    size_t n_lines;
    const struct range *skipped; /* inactive preprocessor branches */
    size_t n_skipped;
    const struct source_file *const *mains; /* of the units that hold it; of a project
                                               file only */
    size_t n_mains;
    bool is_project;   /* false: a system or Python header; no tokens, and its
                          declarations are in the model only when used */
    bool is_main;      /* a translation unit's own file, not a header */
    bool is_broken;    /* it, or a unit that includes it, did not parse */
    bool is_generated; /* says so itself: Argument Clinic, Cython, SWIG … */
    unsigned limited_api; /* of a main file: the oldest Py_LIMITED_API that it is
                             compiled with, by its build or by itself; 0: none */
    const char *generator; /* "mypyc", "cffi", which leave no name; NULL: see its comments */
    bool includes_python; /* a unit that includes Python.h */
    bool is_pedantic;  /* a unit whose build warns of what ISO C does not know */
    bool names_atomic; /* the word _Atomic is in its text */
};

/* --- types --------------------------------------------------------------- */

enum type_kind {
    TYPE_OTHER,
    TYPE_VOID,
    TYPE_INTEGER, /* bool, char and enumerations too */
    TYPE_FLOAT,
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_RECORD, /* struct, union, class */
    TYPE_FUNCTION,
};

/* A C type, typedefs resolved; SPELLING keeps them. */
struct type {
    uint8_t kind; /* enum type_kind */
    bool is_const, is_volatile, is_atomic;
    const char *spelling;      /* as written: "MyObject *" */
    const char *canonical;     /* without typedefs: "struct my_object *" */
    bool is_reference;         /* a C++ reference, told as a pointer */
    const struct type *target; /* pointee, array element or function result */
    const struct type *const *parameters; /* of a function */
    size_t n_parameters;
    int64_t n_elements;        /* array: -1 if unknown */
    const struct record *record;
};

/* A typedef, or `using` of C++, outside of functions. */
struct type_alias {
    const char *name;
    const struct type *type; /* what it stands for */
    const struct source_file *file;
    uint32_t begin, end; /* without the semicolon; two aliases of one declaration share
                            `begin` */
    uint32_t place;      /* offset of the name */
    bool from_macro;     /* its name is not spelled at `place` */
};

struct field {
    const char *name; /* "" for an anonymous member, and for a C++ base */
    const struct type *type;
    uint32_t place; /* offset of the name in the record's file; 0: not spelled there */
};

struct record {
    const char *name; /* tag or typedef: "PyTypeObject"; "struct " dropped */
    const char *tag;  /* "_typeobject"; "" if there is none */
    const struct field *fields;
    size_t n_fields;
    const struct type *const *arguments; /* the types a C++ template was given */
    size_t n_arguments;
    int64_t size;                   /* bytes; 0: unknown */
    const struct source_file *file; /* NULL: not in a file of the model */
    uint32_t begin, end;            /* of the definition; 0, 0: only declared */
    bool is_union, is_complete;
    bool is_plain; /* complete, and neither constructed nor destroyed by code: all that C
                      knows, and what C++ calls POD */
};

/* --- symbols ------------------------------------------------------------- */

enum storage {
    STORAGE_AUTOMATIC, /* locals and parameters */
    STORAGE_STATIC,
    STORAGE_EXTERN, /* declared here, defined in no unit of the run */
    STORAGE_GLOBAL, /* defined here with external linkage */
};

struct declaration {
    const struct source_file *file;
    uint32_t begin, end;           /* of this declarator's whole declaration,
                                      without the semicolon; two declarators of
                                      one declaration share `begin` */
    uint32_t name;                 /* offset of the name */
    uint32_t n_declarators;        /* of the declaration it stands in */
    bool is_definition;            /* body or initialiser here, or the only
                                      (tentative) one */
    const struct function *within; /* the function it stands in, or NULL */
    bool from_macro;               /* its name is not spelled at `name` */
};

/* One scalar that an initialiser gives to a variable (or to a compound literal
 * inside one): designated, positional, brace-elided alike. */
struct initializer {
    uint32_t element;         /* index in the outermost array; 0 if none */
    const char *record;       /* record that holds the field, "" in an array */
    const char *field;        /* its name, "" in an array of scalars */
    const char *path;         /* from the variable: "tp_as_number.nb_add" */
    const struct node *value; /* the expression */
    const struct source_file *file;
    uint32_t begin, end;      /* text of the value in the file: from its first
                                 token to the next top-level comma or brace;
                                 of the macro use when it comes from one */
    bool designated;
    bool from_macro;          /* one macro use gives this field together with its
                                 name or with others: the text is not the value
                                 alone (see value->macro_file) */
    bool is_zero;             /* NULL, 0 or the like */
};

struct variable {
    /* Its index in source->variables; of all that are not there the number of those that
     * are: what is kept by id has a place more. */
    uint32_t id;
    const char *name;
    const struct type *type;
    uint8_t storage; /* enum storage */
    bool is_parameter;
    bool is_thread_local;
    bool is_exported;   /* an attribute says that other libraries use it */
    bool is_cleaned_up; /* a function gets its address where its scope ends: attribute cleanup */
    bool is_of_template; /* of C++: a member of a class that is one, or an instance of a
                            variable that is: each instance has its own */
    bool in_project; /* declared in a project file */
    const struct function *owner; /* the function of a local, or NULL */
    const struct declaration *declarations;
    size_t n_declarations;
    const struct node *initial; /* initialiser expression, or NULL */
    const struct initializer *initializers; /* of a holder: variable_is_holder */
    size_t n_initializers;
    const struct node *const *uses; /* every NODE_NAME that means it, in order
                                       of file and offset */
    size_t n_uses;
};

/* Why no parameter can be added to a function of C++: it is called without its name, or
 * together with others that have the same parameters. */
enum fixed_head {
    FIXED_NOT,
    FIXED_CONSTRUCTOR,
    FIXED_DESTRUCTOR,
    FIXED_OPERATOR, /* also a conversion */
    FIXED_VIRTUAL,
    FIXED_METHOD, /* called through an object */
    FIXED_LAMBDA,
    FIXED_OF_TEMPLATE, /* a member of a class that is one */
    FIXED_FRIEND,      /* defined in the class that it is a friend of */
    FIXED_LOCAL,       /* a static member of a class in a function */
};

/* What was found of a function and is asked again for each of its calls, as 1 more than it is;
 * 0: nobody asked yet. */
struct function_answers {
    uint8_t locking[4];    /* extension/lock.c: by the depth of calls that are followed */
    uint8_t exceptions[5]; /* extension/execution_exceptions.c: the same */
    uint8_t is_silent;     /* the same file */
};

struct function {
    uint32_t id; /* its index in source->functions; else as of a variable */
    const char *name;
    const struct type *type;   /* TYPE_FUNCTION; target is the result */
    bool is_static, is_variadic, is_inline;
    bool is_external;          /* one for all files that declare it, also where it is inline */
    bool is_exported;          /* an attribute says that other libraries call it */
    bool is_const;             /* a C++ method that does not change its object */
    bool is_member;            /* of a C++ class: a method, constructor … */
    bool is_template;
    uint8_t fixed;             /* enum fixed_head */
    const char *loader_attribute; /* "constructor" or "destructor": the loader calls it, when
                                     no Python may run; or NULL */
    const char *alias_of;         /* the function that the attribute alias or ifunc names, or
                                     NULL */
    bool in_project;           /* declared in a project file */
    const char *header;        /* real path of the file that declares it, where that is no
                                  project file; NULL: it is one, or the compiler's own */
    const struct variable *const *parameters; /* of the definition, or else of
                                                  the first declaration */
    size_t n_parameters;
    const struct declaration *declarations;
    size_t n_declarations;
    const struct node *body;   /* NODE_BLOCK, or NULL: not defined in the run */
    const struct source_file *file; /* of the definition, or NULL */
    const struct macro *made_by;    /* the macro whose expansion defines it */
    const struct node *const *uses; /* every NODE_NAME that means it: calls, and
                                       addresses taken */
    size_t n_uses;
    bool is_named_apart; /* it has no uses, but its file names it: in the attribute cleanup */
    const struct node *const *initials; /* what a C++ constructor gives its bases and
                                           members before the body */
    size_t n_initials;
    const struct node *const *calls; /* every NODE_CALL in these and in the body, in the
                                        order of node_after */
    size_t n_calls;
    struct function_answers *answers; /* never NULL */
};

struct macro {
    uint32_t id; /* its index in source->macros */
    const char *name;
    const struct source_file *file;
    uint32_t begin, end;  /* from the name to the end of the body */
    uint32_t body;        /* where the body begins */
    bool function_like;
};

struct expansion {
    const struct macro *macro; /* NULL: defined outside the project's files */
    const char *name;
    const struct source_file *file;
    uint32_t begin, end; /* of the use, arguments included */
};

/* --- code ---------------------------------------------------------------- */

/* Enough of the syntax tree to reason about statements, calls, assignments and
 * names.  Implicit nodes are left out; parentheses and casts are kept (see
 * node_bare). */
enum node_kind {
    NODE_OTHER,        /* children are still there; op: OP_ASM, and of C++ the others below */
    /* statements */
    NODE_BLOCK,
    NODE_DECLARATIONS, /* a declaration statement; children NODE_VARIABLE */
    NODE_VARIABLE,     /* a local's declarator; children: its initialiser (the
                          variable's `initial`), then a NODE_OTHER for each
                          expression in its type */
    NODE_IF,           /* condition, then [, else] */
    NODE_FOR,          /* the parts that are there; text: a letter for each, of
                          i(nit) c(ondition) n(ext) b(ody); "" if unknown */
    NODE_WHILE,        /* condition, body */
    NODE_DO,           /* body, condition */
    NODE_SWITCH,       /* value, body */
    NODE_CASE,         /* value, statement */
    NODE_DEFAULT,
    NODE_LABEL,        /* text: its name */
    NODE_GOTO,         /* text: the label */
    NODE_BREAK,
    NODE_CONTINUE,
    NODE_RETURN,       /* [value] */
    NODE_THROW,        /* [value]; of C++, an expression by its grammar */
    NODE_EMPTY,
    /* expressions */
    NODE_NAME,         /* a variable, function or enumerator */
    NODE_MEMBER,       /* [object]; text: field name; op: '.' or '>' for ->; the
                          object is left out where C++ means `this` */
    NODE_SUBSCRIPT,    /* array, index */
    NODE_CALL,         /* callee, arguments; function: of a direct call */
    NODE_UNARY,        /* op: see below */
    NODE_BINARY,
    NODE_ASSIGN,       /* target, value; op '=' or the operator of a compound */
    NODE_CONDITIONAL,  /* condition, then, else */
    NODE_CAST,         /* operand; type: the target type */
    NODE_PAREN,
    NODE_NUMBER,
    NODE_STRING,       /* text: the contents */
    NODE_SIZEOF,       /* the operand: an expression, or NODE_TYPE */
    NODE_TYPE,         /* the name of a type, no more than that; type: what it names */
    NODE_INIT_LIST,   /* children: the values; of a long table of constant numbers
                         none, and its variable has no initializers */
    NODE_DESIGNATED,   /* text: field, or "" for an index (value); child: the
                          value, or the next designator of a chain */
    NODE_COMPOUND_LITERAL, /* child: NODE_INIT_LIST */
    NODE_STATEMENT_EXPRESSION,
};

/* op of NODE_UNARY and NODE_BINARY: the character itself where it has one, else
 * one of these; those from OP_NEW on are of NODE_OTHER. */
enum node_op {
    OP_NONE = 0,
    OP_ADDRESS = '&',    /* unary */
    OP_DEREFERENCE = '*',/* unary */
    OP_NOT = '!',
    OP_EQUAL = 256,
    OP_NOT_EQUAL,
    OP_LESS_EQUAL,
    OP_GREATER_EQUAL,
    OP_AND, /* && */
    OP_OR,  /* || */
    OP_SHIFT_LEFT,
    OP_SHIFT_RIGHT,
    OP_INCREMENT,
    OP_DECREMENT,
    OP_NEW,
    OP_DELETE,
    OP_LAMBDA,
    OP_ASM,
    OP_BINDING, /* names for the parts of an object, by reference: `auto &[a, b] = object` */
};

/* Where a node's text comes from. */
enum node_origin {
    ORIGIN_FILE,     /* spelled in the file at [begin, end) */
    ORIGIN_ARGUMENT, /* spelled in the file, inside a macro's arguments */
    ORIGIN_MACRO,    /* from a macro's body: [begin, end) is the macro use */
};

struct node {
    uint16_t kind;  /* enum node_kind */
    uint16_t op;    /* operator, or '.' / '>' of NODE_MEMBER */
    uint8_t origin; /* enum node_origin, of its first token */
    bool has_value;
    bool is_written;    /* NODE_NAME, NODE_MEMBER, NODE_SUBSCRIPT: assigned, or
                           incremented, or a part of it is */
    bool is_address_taken; /* the same: & applied, directly or to a part; an
                              array used as a pointer; bound to a C++ reference */
    const struct source_file *file;
    uint32_t begin, end;   /* end is behind the last token, also when that
                              comes from a macro; a statement's semicolon is
                              not part of it */
    uint32_t macro_offset; /* ORIGIN_MACRO: where in macro_file it is spelled */
    const struct source_file *macro_file; /* NULL: in no project file */
    const struct node *parent; /* NULL at the root */
    const struct node *first;  /* child */
    const struct node *next;   /* sibling */
    const struct type *type;   /* of an expression or NODE_VARIABLE */
    const struct variable *variable; /* NODE_NAME, NODE_VARIABLE */
    const struct function *function; /* NODE_NAME, NODE_CALL (direct), NODE_MEMBER
                                        (a C++ method), NODE_OTHER (a C++ operator
                                        or constructor) */
    const struct function *within;   /* the function it stands in, or NULL */
    const struct variable *holder;   /* the variable in whose initialiser it stands
                                        (variable_is_holder), or NULL */
    const char *text;      /* name, field, label, literal: see the kinds */
    int64_t value;         /* constant value, when has_value */
};

/* --- the whole ----------------------------------------------------------- */

struct source_problem {
    const struct source_file *file; /* NULL: no file */
    const char *path;
    unsigned line, column;
    const char *message;
    bool is_unread; /* the compiler did not even begin */
};

/* A file that is not read: a program makes the module of it. */
struct generator_input {
    const char *path;
    enum generator generator;
    bool is_named; /* itself, not only its folder */
};

struct source {
    struct arena *arena; /* owned by the run */
    const struct source_file *const *files;
    size_t n_files;
    struct variable *const *variables; /* globals, statics, locals, parameters */
    size_t n_variables;
    struct function *const *functions;
    size_t n_functions;
    const struct macro *const *macros; /* of project files */
    size_t n_macros;
    const struct expansion *expansions; /* in project files, by file and offset */
    size_t n_expansions;
    const struct record *const *records; /* defined in project files */
    size_t n_records;
    const struct type_alias *aliases; /* in project files */
    size_t n_aliases;
    const struct source_problem *problems; /* what did not parse */
    size_t n_problems;
    const struct source_problem *warnings; /* calls of what is not declared, and pointers that do
                                              not fit: old compilers only warn of them */
    size_t n_warnings;
    const char *const *unlisted; /* sources below the named folders that the compilation
                                    database does not know, and that use Python's C API */
    size_t n_unlisted;
    size_t n_unrelated; /* others that it does not know, and copies of what it knows */
    const char *const *outside; /* real paths of both, but the copies */
    size_t n_outside;
    const struct generator_input *inputs;
    size_t n_inputs;
    struct left_out_list left_out; /* of other projects; real paths */
    const char *const *dropped; /* options of the build that the compiler did not get, and
                                   that could change what is read */
    size_t n_dropped;
    const char *const *ignored; /* the same, of the user's own words */
    size_t n_ignored;
    const char *untested; /* what to say of the libclang; NULL: nothing */
    size_t n_guessed; /* units that no build said how to compile */
    unsigned python_version; /* PY_VERSION_HEX of the headers; 0: none seen */
    bool is_free_threaded;   /* the headers are of a Python without a GIL */
};

/* --- questions ----------------------------------------------------------- */

/* 1-based line and column of OFFSET. */
unsigned source_line(const struct source_file *file, uint32_t offset);
/* The macro of SOURCE in whose body NODE is spelled; NULL: in none. */
const struct macro *node_macro(const struct source *source, const struct node *node);
unsigned source_column(const struct source_file *file, uint32_t offset);
/* The same column counted in Unicode code points, where the text is UTF-8. */
unsigned source_point(const struct source_file *file, uint32_t offset);

/* Is FUNCTION the main of a program whose source does not name Python, and that lies
 * beside the extension only? */
bool function_is_program(const struct function *function);

/* The expression below parentheses and casts. */
const struct node *node_bare(const struct node *node);
/* Does NODE stand in the operand of sizeof, which is not evaluated? */
bool node_is_unevaluated(const struct node *node);
/* The opposite: the outermost of the parentheses and casts around NODE; NODE itself if
 * there are none.  Its parent is what uses the value. */
const struct node *node_outer(const struct node *node);
/* The type of the function that CALL calls, as it is there; NULL: it is not known. */
const struct type *call_type(const struct node *call);
/* CHILD of NODE is an operand of an operator of C++: what type the function that does it, and is
 * no method, has for that, and the number of its parameter.  NULL: it is none. */
const struct type *node_operand_type(const struct node *node, const struct node *child);
size_t node_operand_number(const struct node *node, const struct node *child);
/* The same, and of each & among them: the opposite of node_referent. */
const struct node *node_outer_reference(const struct node *node);
/* Does NODE stand in a lambda of C++ that is inside of its function: what returns there leaves
 * only that. */
bool node_is_in_lambda(const struct node *node);
/* Like node_bare, and below a leading & too, or the + that makes a pointer of a lambda. */
const struct node *node_referent(const struct node *node);
/* Child number I (0-based), or NULL. */
const struct node *node_child(const struct node *node, size_t i);
size_t node_n_children(const struct node *node);
/* Argument I of a NODE_CALL, or NULL. */
const struct node *call_argument(const struct node *call, size_t i);
/* The number of ARGUMENT among those of CALL; how many these are, if it is none. */
size_t call_argument_number(const struct node *call, const struct node *argument);
/* Name of the function a NODE_CALL calls directly; "" if it does not. */
const char *call_name(const struct node *call);
/* Depth first, parents before children: the node after NODE within ROOT. */
const struct node *node_after(const struct node *node, const struct node *root);
/* The nearest statement that holds NODE (NODE itself if it is one). */
const struct node *node_statement(const struct node *node);

/* The initialiser of the variable for FIELD (element 0), or NULL.  FIELD may be
 * a path: "tp_as_number.nb_add". */
const struct initializer *variable_initializer(const struct variable *variable,
                                               const char *field);
/* Does it live as long as the process?  (static, global, function-local static) */
bool variable_is_static(const struct variable *variable);
/* Can it be the holder of what its initialiser names: is it static, or a local table of the
 * C API, which the interpreter reads as it does a static one? */
bool variable_is_holder(const struct variable *variable);
/* Its defining declaration, else its first; NULL if it has none. */
const struct declaration *variable_declaration(const struct variable *variable);
const struct declaration *function_definition(const struct function *function);
/* The file that the user named PATH, or NULL, also for a PATH of NULL. */
const struct source_file *source_file_named(const struct source *source,
                                            const char *path);
const struct function *source_function(const struct source *source, const char *name);
/* The first use of a macro in FILE that begins in [BEGIN, END); of NAME, if that is not
 * NULL.  NULL: there is none. */
const struct expansion *expansion_in(const struct source *source,
                                     const struct source_file *file, uint32_t begin,
                                     uint32_t end, const char *name);
/* The word with which NODE begins in its file: the name of the macro that is used there,
 * or of the function that is called; "" of anything else. */
const char *node_use(const struct source *source, const struct node *node);

/* Is TYPE, below arrays, the record NAME ("PyTypeObject", "PyModuleDef" …)? */
bool type_is_record(const struct type *type, const char *name);
/* Is TYPE, below arrays, a table of the C API (model/api_table.h)? */
bool type_is_api_table(const struct type *type);
/* The type below all arrays. */
const struct type *type_element(const struct type *type);
/* Is TYPE a pointer to a Python object: PyObject *, PyTypeObject *, or a
 * pointer to a struct that begins with PyObject_HEAD? */
bool type_is_object_pointer(const struct type *type);
/* Is TYPE a pointer to just the struct RECORD, as C ("struct x *") or C++ ("x *") spells it? */
bool type_is_pointer_to(const struct type *type, const char *record);
/* Does the struct begin as a Python object does? */
bool record_is_object(const struct record *record);
/* Does TYPE hold such a pointer, or such a struct, anywhere in it? */
bool type_holds_object(const struct type *type);

#endif
