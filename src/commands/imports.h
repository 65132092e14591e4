/* What a Python would import: the files of its extension modules, and their names. */
#ifndef INSULATE_COMMANDS_IMPORTS_H
#define INSULATE_COMMANDS_IMPORTS_H

#include "base/strbuf.h"
#include "commands/option.h"

/* What a Python says of its imports. */
struct imports {
    struct words folders;  /* sys.path */
    struct words standard; /* those of them that hold its standard library */
    struct words unrun;    /* .pth files with code, which was not run */
    struct words suffixes; /* ".cpython-313-x86_64-linux-gnu.so", ".abi3.so", ".so" */
};

/* One file that an import would find. */
struct import {
    const char *path;
    const char *package; /* "" at the top */
    const char *name;    /* of the module, package and all */
    size_t rank;         /* of two files with one name the lower one is imported */
};

struct import_list {
    struct import *items;
    size_t n_items, capacity;
};

/* Append the folders of the caller's PYTHONPATH to PATH, the value of such a variable:
 * all absolute, for a process in a folder of its own. */
void imports_add_path(struct arena *arena, struct strbuf *path);
/* Ask PYTHON (run once).  PYTHON_PATH is the value of PYTHONPATH for it; with NULL it
 * runs in isolated mode, where neither the caller's folder nor variables count, and
 * nothing of its environment is run: .pth files are read, their code is not. */
MUST_CHECK int imports_ask(struct arena *arena, const char *python,
                           const char *python_path, struct imports *out_imports,
                           struct error *err);

bool imports_has_standard(const struct imports *imports, const char *folder);

/* Add the compiled files below FOLDER, one of imports->folders, that an import can
 * reach. */
MUST_CHECK int imports_add_folder(struct arena *arena, const struct imports *imports,
                                  const char *folder, struct import_list *list,
                                  struct error *err);

/* Order by path, and keep each file once. */
void import_list_sort(struct import_list *list);
/* Order by name, and keep of each name the file that an import would find. */
void import_list_choose(struct import_list *list);

/* Can TEXT be a part of a package's name? */
bool name_is_identifier(const char *text, size_t size);
/* The package of the file at RELATIVE, a path below a folder of sys.path: its
 * folders, from behind the last one that cannot be a package.  `out_is_whole`
 * (or NULL): can they all? */
const char *package_of_path(struct arena *arena, const char *relative,
                            bool *out_is_whole);

#endif
