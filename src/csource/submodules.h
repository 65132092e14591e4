/* The submodules of a git repository, as its .gitmodules lists them.
 * Format: git-scm.com/docs/gitmodules, git-scm.com/docs/git-config#_configuration_file */
#ifndef INSULATE_CSOURCE_SUBMODULES_H
#define INSULATE_CSOURCE_SUBMODULES_H

#include "base/file.h"

/* Add the folders, real, of the submodules in the file at PATH that lie below its own
 * folder; of a file that cannot be read none. */
void submodules_read(struct arena *arena, const char *path, struct path_list *list);

#endif
