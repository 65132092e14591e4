/* What to call instead of a function whose borrowed result another thread may release. */
#ifndef INSULATE_MODEL_STRONG_COUNTERPART_H
#define INSULATE_MODEL_STRONG_COUNTERPART_H

enum { HOLDER_NONE = -1 };

struct strong_counterpart {
    const char *name;
    int holder;          /* the argument that holds the object, or HOLDER_NONE */
    const char *instead; /* NULL: only a lock helps */
};

/* The entry of NAME, or NULL. */
const struct strong_counterpart *strong_counterpart_of(const char *name);

#endif
