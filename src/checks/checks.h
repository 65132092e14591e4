/* The rules that read C sources, run. */
#ifndef INSULATE_CHECKS_CHECKS_H
#define INSULATE_CHECKS_CHECKS_H

#include "base/arena.h"
#include "extension/configurations.h"
#include "model/configuration.h"
#include "model/finding.h"
#include "model/source.h"

/* A name that a project does not want to be used. */
struct forbidden_name {
    const char *pattern; /* of fnmatch */
    const char *reason;  /* or the remedy: what a finding says */
};

/* The Pythons that the sources are for, and what they are not to use. */
struct check_versions {
    unsigned floor; /* PY_VERSION_HEX of the oldest; 0: not said */
    unsigned abi3;  /* Py_LIMITED_API; 0: not the limited API */
    bool without_gil; /* also run without a GIL, whatever the modules declare */
    const struct forbidden_name *forbidden;
    size_t n_forbidden;
};

/* Run all rules over SOURCE, obey its suppressions, add to FINDINGS. */
void checks_run(struct arena *arena, const struct source *source,
                struct findings *findings);
/* The same, for Pythons that are named. */
void checks_run_for(struct arena *arena, const struct source *source,
                    const struct check_versions *versions, struct findings *findings);

/* The same in steps, for sources that are read in more than one configuration: begin
 * with the first, add the others, end with what only all of them together tell.  All
 * is borrowed until the end. */
struct checks;
struct checks *checks_begin(struct arena *arena, const struct source *source,
                            const struct check_versions *versions,
                            struct findings *findings);
/* Findings count where the first configuration leaves something out, and say which
 * one showed them. */
void checks_add(struct checks *checks, const struct source *source,
                const struct configuration *configuration);
/* TOUR: the configurations that were added; may be NULL. */
void checks_end(struct checks *checks, struct tour *tour);

#endif
