/* The header of a library: its names are taken, too. */
typedef void (*spam_free)(void *memory);
void spam_set_free(spam_free how);
