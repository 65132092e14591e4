/* Structs of the C API that extensions fill at compile time for the interpreter to
 * read: the same for every module, though their types are not const. */
#ifndef INSULATE_MODEL_API_TABLE_H
#define INSULATE_MODEL_API_TABLE_H

enum api_table {
    API_TABLE_NONE,
    API_TABLE_FIXED, /* no one writes it */
    API_TABLE_SLOTS, /* the same: the slots of a part of a type, PyNumberMethods … */
    API_TABLE_CACHE, /* the core keeps something in it, under its own lock */
};

/* What the struct called NAME ("PyMethodDef") is; NAME may be NULL. */
enum api_table api_table_of(const char *name);

#endif
