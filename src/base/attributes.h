/* What a file has beside its text: owner, rights, access lists, extended attributes. */
#ifndef INSULATE_BASE_ATTRIBUTES_H
#define INSULATE_BASE_ATTRIBUTES_H

#include "base/error.h"
#include "base/macros.h"

/* Let the new file TO have all that the file FROM has, so that it can take its place.
 * PATH is FROM's, for messages.  Errors: what cannot be kept is named. */
MUST_CHECK int attributes_copy(int from, int to, const char *path, struct error *err);

/* Give the new file FD the rights that the umask and its folder leave to new files. */
MUST_CHECK int attributes_of_new(int fd, const char *path, struct error *err);

#endif
