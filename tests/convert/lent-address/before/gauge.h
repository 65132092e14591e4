/* A header of an installed library. */
#pragma GCC system_header
struct gauge_hooks {
    void *(*allocate)(unsigned long size);
    void (*release)(void *memory);
};
struct gauge {
    int unit, depth;
};
int gauge_register_hooks(struct gauge_hooks *hooks);
int gauge_setopt(int option, ...);
void gauge_set_unit(struct gauge *gauge, int unit);
int gauge_read(struct gauge *gauge);
int gauge_name(char *name, unsigned long size);
