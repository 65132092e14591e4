/* Which other configurations of the sources are worth reading, so that branches of #if
 * that one leaves out are checked, too. */
#ifndef INSULATE_EXTENSION_CONFIGURATIONS_H
#define INSULATE_EXTENSION_CONFIGURATIONS_H

#include "extension/conditional.h"
#include "model/configuration.h"
#include "model/source.h"

/* Configurations of one run, the first included. */
enum { CONFIGURATIONS_MOST = 6 };

/* A run of code tokens in a branch that the first configuration leaves out. */
struct branch {
    const struct source_file *file; /* of the first configuration */
    uint32_t first, last;           /* tokens */
    bool is_interesting;            /* it names what rules are about */
    bool is_tried;                  /* the defines that take it were given once */
    bool was_expected;              /* headers that should take it were read once */
    bool is_wanted; /* some CPython that the sources are for may take it */
};

/* Read so far: the first configuration and others. */
struct tour {
    struct arena *arena;
    const struct source *sources[CONFIGURATIONS_MOST];
    const struct configuration
        *configurations[CONFIGURATIONS_MOST]; /* NULL: the first */
    size_t n_sources;
    struct python_header_list pythons;
    bool *is_python_used;
    unsigned floor;          /* PY_VERSION_HEX of the oldest CPython that counts */
    unsigned limited;        /* Py_LIMITED_API; 0: not defined */
    struct branch *branches; /* by file and place */
    size_t n_branches, capacity;
    bool knows_wanted; /* is_wanted of the branches is set */
};

/* Begin with SOURCE.  PYTHONS: the headers there are. */
void tour_init(struct tour *tour, struct arena *arena, const struct source *source,
               const struct python_header_list *pythons, unsigned floor,
               unsigned limited);
/* The next configuration to read, or NULL: no other takes a branch that is left. */
const struct configuration *tour_next(struct tour *tour);
/* SOURCE is what tour_next asked for. */
void tour_add(struct tour *tour, const struct configuration *configuration,
              const struct source *source);
/* Has a configuration but the first read token I of FILE?  FILE is the first's. */
bool tour_has_read(const struct tour *tour, const struct source_file *file, size_t i);
/* Has no configuration read BRANCH, though it is wanted? */
bool tour_lacks(struct tour *tour, const struct branch *branch);

/* The file of SOURCE that FILE of another configuration is, or NULL. */
const struct source_file *source_file_of(const struct source *source,
                                         const struct source_file *file);
/* The part [begin, end) of FILE that makes one thing with OFFSET: the function or the
 * declaration outside of functions. */
struct range source_construct(const struct source *source,
                              const struct source_file *file, uint32_t offset);
/* Does the first configuration leave anything of FILE's RANGE out?  FILE is the
 * first's. */
bool range_has_left_out(const struct source_file *file, struct range range);

#endif
