/* The same of m_traverse. */
#define NAME state_traverse_ignores
#define IGNORES_THE_VISIT_OF_STATE
#include "references.h"
