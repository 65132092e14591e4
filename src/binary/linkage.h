/* Findings about what a compiled file takes from other files and gives to them: calls
 * that act on the whole process, exported symbols, and what claims of the stable ABI
 * forbid. */
#ifndef INSULATE_BINARY_LINKAGE_H
#define INSULATE_BINARY_LINKAGE_H

#include "model/binary.h"
#include "model/finding.h"

/* Does FILE import the symbol NAME? */
bool linkage_imports(const struct binary_file *file, const char *name);
/* Add findings about FILE, found at PATH, whose first module is MODULE. */
void linkage_report(const struct binary_file *file, const char *path,
                    const char *module, struct findings *findings);

#endif
