/* What functions of libraries do with a callback and the pointer for it. */
#ifndef INSULATE_MODEL_CALLBACK_H
#define INSULATE_MODEL_CALLBACK_H

enum callback {
    CALLBACK_UNKNOWN,
    CALLBACK_USES,  /* until it returns */
    CALLBACK_KEEPS, /* beyond that */
};

enum callback callback_of(const char *name);

#endif
