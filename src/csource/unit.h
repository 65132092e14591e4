/* What the files of this room share while units are read.  Entries hold the
 * model's structs as their first member: the model points at that member, the
 * reader at the entry. */
#ifndef INSULATE_CSOURCE_UNIT_H
#define INSULATE_CSOURCE_UNIT_H

#include "base/map.h"
#include "csource/flags.h"
#include "csource/libclang.h"
#include "model/source.h"

/* Deeper syntax is not read: its unit counts as broken. */
enum { LIMIT_SYNTAX_DEPTH = 4000 };

struct file_entry {
    struct source_file file;
    struct expansion *expansions; /* by offset; of one offset the longer first */
    size_t n_expansions, expansions_capacity;
    struct range *skipped; /* in every unit so far */
    size_t n_skipped;
    const struct source_file **mains;
    size_t n_mains, mains_capacity;
    unsigned last_unit;    /* number of the latest unit that holds it */
    int64_t foreign_size;  /* bytes of a file that is not the project's */
    bool was_skipped_read; /* `skipped` holds a unit's answer */
    bool is_sorted;        /* `expansions` */
};

struct declarations {
    struct declaration *items;
    size_t n_items, capacity;
};

/* Where the run has seen a symbol defined, as "path:offset". */
struct definitions {
    const char *place;  /* NULL: nowhere */
    const char *common; /* the first declaration that may be one: `int x;`, in a header as well */
};

struct variable_entry {
    struct variable variable;
    struct declarations declarations;
    struct definitions defined;
    size_t tentative;       /* number (from 1) of the first declaration that
                               defines it if no other does */
    const struct node **uses;
};

struct function_entry {
    struct function function;
    struct function_answers answers;
    struct declarations declarations;
    struct definitions defined;
    const struct node **uses;
};

struct record_entry {
    struct record record;
};

#define LIST(type)                                                                     \
    struct {                                                                           \
        type *items;                                                                   \
        size_t n_items, capacity;                                                      \
    }
#define LIST_ADD(arena, list, item)                                                    \
    do {                                                                               \
        ARENA_GROW((arena), (list).items, (list).n_items, (list).capacity);            \
        (list).items[(list).n_items++] = (item);                                       \
    } while (0)

struct reader {
    struct arena *arena; /* the model's */
    const struct libclang *clang;
    const struct plan *plan;
    const struct source_request *request;
    unsigned unit_number;   /* from 1 */
    struct map files;       /* real path -> file_entry */
    struct map named_files; /* absolute name in a unit -> file_entry */
    struct map folders;     /* name -> name without links */
    struct map symbols;     /* USR, with what makes it unique -> *_entry */
    struct map records;
    struct map seen;      /* facts of headers that an earlier unit gave */
    struct map names;     /* real path of a planned unit -> its path */
    struct map macros_at; /* struct place_key -> struct macro */
    struct map strings;
    LIST(struct file_entry *) file_list;
    LIST(struct variable *) variables;
    LIST(struct function *) functions;
    LIST(struct variable *) foreign_variables; /* in no file of the project */
    LIST(struct function *) foreign_functions; /* when they were first seen */
    LIST(struct macro *) macros;
    LIST(struct record *) record_list;
    LIST(struct type_alias) aliases;
    LIST(struct source_problem) problems, warnings;
    LIST(const struct node *) roots; /* function bodies and initialisers */
    const char *folder;              /* where we run, real */
    const char *const *named;        /* the user's paths … */
    const char *const *named_real;   /* … and where they are */
    size_t n_named;
    unsigned python_major, python_minor, python_micro;
    bool is_free_threaded;
};

/* A libclang cursor's entry in the unit's table. */
struct known_cursor {
    CXCursor cursor;
    void *value;
};

/* The numbers of a file's bytes follow each other, each time that it is included. */
struct text_numbers {
    struct file_entry *entry;
    unsigned first;
    int64_t size; /* bytes */
};

struct known_handle {
    CXFile handle;
    struct file_entry *entry;
};

enum { HANDLE_BITS = 5 }; /* of the number of handles that are looked for first */

struct unit {
    struct reader *reader;
    const struct libclang *clang;
    CXTranslationUnit tu;
    struct arena *arena; /* dies with the unit */
    struct file_entry *main_file;
    struct map handles;               /* CXFile -> file_entry */
    struct known_location *locations; /* a table of the latest, or NULL */
    LIST(struct text_numbers) texts;  /* by their first number */
    size_t last_text;                 /* of texts: the last one that was hit */
    struct known_handle latest[1 << HANDLE_BITS]; /* of `handles`, by their hash */
    struct map types;                             /* CXType -> struct type */
    struct map tentative; /* USR -> "path:offset" of a definition without value */
    struct map typedefs;  /* declaration of a record -> name of its typedef */
    struct known_cursor *known;
    size_t n_known, known_capacity;
    LIST(CXCursor) tops; /* declarations to read */
    LIST(CXCursor) aliases;
    struct function_entry *within;
    struct variable_entry *holder;
    int depth;
    unsigned type_levels; /* of the type that is being made, down from a declaration */
    bool is_too_deep;
    bool is_cxx; /* implicit code may stand anywhere */
};

/* A place in a file of the model; file NULL: nowhere. */
struct place {
    struct file_entry *entry;
    uint32_t offset;
};

/* --- files.c --- */
/* How the user would name the file at REAL_PATH: below a named folder as that is named,
 * below the current folder relative to it, else in full. */
const char *reader_shown_path(struct reader *reader, const char *real_path);
struct file_entry *file_of_path(struct reader *reader, const char *real_path,
                                const char *path, bool is_project);
/* The entry of HANDLE; LOCATION lies in that file and tells whose it is. */
struct file_entry *unit_file(struct unit *unit, CXFile handle,
                             CXSourceLocation location);
void files_read_skipped(struct unit *unit);
/* Give ids, tokens' inactive flags and the model's views. */
void files_finish(struct reader *reader, struct source *source);

/* --- place.c --- */
/* Where LOCATION is spelled in a file: macro arguments at their own place,
 * macro bodies at the macro's use. */
struct place unit_place(struct unit *unit, CXSourceLocation location);
/* The same with macro bodies at their own place; LOCATION begins a token. */
struct place unit_spelling(struct unit *unit, CXSourceLocation location);
struct place unit_expansion(struct unit *unit, CXSourceLocation location);
/* Does LOCATION's number say that it lies in the expansion of a macro?  False, too, of
 * libclangs whose numbers are not known. */
bool unit_is_in_macro(const struct unit *unit, CXSourceLocation location);
bool unit_is_in_file(const struct unit *unit, CXSourceLocation location);

/* --- extent.c --- */
/* Order the expansions of the unit's files: before code is read. */
void expansions_sort(struct reader *reader);
/* The widest expansion that begins at OFFSET, or NULL. */
const struct expansion *expansion_at(const struct file_entry *entry, uint32_t offset);
/* The widest expansion not before BEGIN that OFFSET lies within (not at its
 * ends), or NULL. */
const struct expansion *expansion_around(const struct file_entry *entry, uint32_t begin,
                                         uint32_t offset);
/* A macro use in the text, and what stands behind it is no part of it. */
struct macro_use {
    struct file_entry *entry; /* NULL: none */
    uint32_t begin, end;
    bool has_arguments;
};
struct extent {
    struct file_entry *entry; /* NULL: in no file */
    uint32_t begin, end;
    enum node_origin origin;
    struct place spelled; /* ORIGIN_MACRO: where in the macro */
    struct macro_use use; /* the outermost one that gives all of it, if known */
};
/* AROUND, or NULL: the use that gives all of RANGE. */
struct extent unit_extent(struct unit *unit, CXSourceRange range,
                          const struct macro_use *around);
/* Set *OUT_RANGE to the extent of CURSOR, a name or a number of C, if it stands in the
 * text itself; else return false. */
bool unit_word_range(struct unit *unit, CXCursor cursor, CXSourceRange *out_range);

/* --- types.c --- */
const struct type *unit_type(struct unit *unit, CXType type);
struct record_entry *unit_record(struct unit *unit, CXType canonical);
void unit_note_typedef(struct unit *unit, CXCursor cursor);

/* --- symbols.c --- */
/* STRING's text, for as long as the unit; STRING is disposed of. */
char *unit_string(struct unit *unit, CXString string);
/* The same for as long as the model, one copy of each text. */
const char *unit_intern(struct unit *unit, CXString string);
const char *unit_intern_text(struct unit *unit, const char *text);
const char *unit_spelling_of(struct unit *unit, CXCursor cursor);
struct variable_entry *unit_variable(struct unit *unit, CXCursor cursor);
struct function_entry *unit_function(struct unit *unit, CXCursor cursor);
/* Is CURSOR an instance of a variable template of C++, which libclang has no name for? */
bool unit_is_instance(struct unit *unit, CXCursor cursor);
/* What the author gives the variable; null: nothing, where C++ has an implicit constructor
 * that does nothing, too. */
CXCursor unit_initializer(struct unit *unit, CXCursor cursor);
void unit_declare_variable(struct unit *unit, CXCursor cursor);
void unit_declare_function(struct unit *unit, CXCursor cursor);
void unit_declare_alias(struct unit *unit, CXCursor cursor);
/* PLACE as what a map can take: words without gaps. */
struct place_key {
    uintptr_t entry, offset;
};
struct place_key place_key(struct place place);
/* True the first time that this run meets a KIND called NAME (interned) at PLACE. */
bool unit_is_new(struct unit *unit, char kind, struct place place, const char *name);
void symbols_finish(struct reader *reader, struct source *source);

/* --- attributes.c --- */
/* Add to FUNCTION what the attributes of its declaration CURSOR say. */
void unit_read_attributes(struct unit *unit, struct function *function, CXCursor cursor);
/* The same of VARIABLE. */
void unit_read_attributes_of_variable(struct unit *unit, struct variable *variable,
                                      CXCursor cursor);

/* --- unseen_words.c --- */
/* Add to LAMBDA, a node, what its captures by a value name. */
void unit_read_captures(struct unit *unit, struct node *lambda);
/* Add to the switch NODE what stands in front of its value. */
void unit_read_switch_head(struct unit *unit, struct node *node);

/* --- unit.c --- */
/* Read the members of the class CURSOR, which stands in a function. */
void unit_read_local_class(struct unit *unit, CXCursor cursor);

/* --- symbols.c --- */
/* Read what stands for the member or the parameter CURSOR if nothing else is given: code of no
 * function. */
void unit_read_default(struct unit *unit, CXCursor cursor);

/* --- syntax.c --- */
/* The tree below CURSOR as the model sees it, or NULL for what it leaves out;
 * entered as a root. */
struct node *unit_syntax(struct unit *unit, CXCursor cursor);

/* --- operator.c --- */
/* Set the op of NODE, a binary operator at CURSOR whose children are known, and its
 * kind if it is an assignment. */
void node_set_binary_op(struct unit *unit, CXCursor cursor, struct node *node);
/* The op of the unary operator CURSOR; NODE's child is known. */
uint16_t node_unary_op(struct unit *unit, CXCursor cursor, const struct node *node);

/* --- value.c --- */
void node_set_value(struct node *node, int64_t value);
/* Set NODE's value if the compiler knows one for CURSOR. */
void node_evaluate(struct unit *unit, CXCursor cursor, struct node *node);
/* Set NODE's value if those of its children give it. */
void node_fold(struct node *node);
/* The bytes of a string literal as clang prints it: "a\nb" without quotes and
 * escapes. */
const char *unit_string_contents(struct unit *unit, const char *literal);

/* Is LIST, whose children are not known yet, a long table of constant numbers? */
bool node_is_big_table(const struct node *list);

/* --- statement.c --- */
/* Which of its parts a for statement has: by where its semicolons stand. */
const char *node_for_parts(struct unit *unit, const struct node *node);
/* A statement's semicolon is not part of it (clang says so of all but
 * declarations). */
void node_drop_semicolon(struct node *node);

/* --- initial.c --- */
/* Fill VARIABLE's initializers from its initial node. */
void variable_read_initializers(struct arena *arena, struct variable *variable);

/* --- uses.c --- */
/* Set is_written and is_address_taken, and the symbols' uses. */
void uses_finish(struct reader *reader);

/* --- unit.c --- */
/* Collect the facts of one parsed unit. */
void unit_read(struct reader *reader, CXTranslationUnit tu,
               const struct unit_plan *plan);

#endif
