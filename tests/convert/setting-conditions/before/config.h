/* config.h.  Generated from config.h.in by configure. */
#ifndef CONFIG_H
#define CONFIG_H

#define HAVE_GIZMO 1
/* #undef HAVE_WIDGET */
#define LIBRARY_VERSION 3

#endif
