/* Which files below the named paths belong to other projects: folders that are called so by
 * custom, submodules of git, and what the user excludes. */
#ifndef INSULATE_CSOURCE_FOREIGN_FOLDERS_H
#define INSULATE_CSOURCE_FOREIGN_FOLDERS_H

#include "base/file.h"
#include "base/map.h"
#include "csource/request.h"
#include "model/left_out.h"

struct foreign_folders {
    struct arena *arena;
    struct path_list named;       /* real paths of sources and folders that are named */
    struct path_list headers;     /* the same of headers */
    struct path_list submodules;  /* real */
    const struct source_request *request;
    struct map known;             /* files that were counted, by their real path */
    struct left_out_list met;     /* real paths, in the order in which they were met */
};

void foreign_folders_init(struct arena *arena, const struct source_request *request,
                          struct foreign_folders *out);

/* Does the file at REAL_PATH belong to another project?  If so, it is counted.  What the
 * user named does not, nor, of files that are INCLUDED, those that have its folder in
 * common: who names a part of such a project works on it. */
bool foreign_folders_take(struct foreign_folders *folders, const char *real_path,
                          bool is_included);

/* What was met, by path. */
struct left_out_list foreign_folders_list(struct foreign_folders *folders);

#endif
