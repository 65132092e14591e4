/* Since when CPython has a name of its API. */
#ifndef INSULATE_MODEL_API_H
#define INSULATE_MODEL_API_H

struct api {
    const char *name;
    int added;   /* minor version of Python 3; 9: that or an older one */
    int limited; /* the same, of the limited API; 0: it is not in it */
};

/* The entry of NAME, a function, macro or variable of the headers; or NULL. */
const struct api *api_find(const char *name);

#endif
