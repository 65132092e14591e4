/* What a compiled file comes to: findings, and a verdict for each module in it. */
#ifndef INSULATE_BINARY_AUDIT_H
#define INSULATE_BINARY_AUDIT_H

#include "model/binary.h"
#include "model/finding.h"
#include "model/verdict.h"

/* Audit FILE, whose modules lie in the package PACKAGE ("lz4.frame"; "" for none).
 * Strings are copied into the arenas of FINDINGS and MODULES. */
void binary_audit(const struct binary_file *file, const char *package,
                  struct findings *findings, struct module_reports *modules);

#endif
