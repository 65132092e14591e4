/* libclang, loaded at run time: the program works without it until C text has
 * to be read.  Only csource/ includes this. */
#ifndef INSULATE_CSOURCE_LIBCLANG_H
#define INSULATE_CSOURCE_LIBCLANG_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"
#include "csource/clang_c.h"

/* Needed: in every libclang since 12. */
#define LIBCLANG_FUNCTIONS(F)                                                          \
    F(createIndex)                                                                     \
    F(disposeIndex)                                                                    \
    F(parseTranslationUnit2FullArgv)                                                   \
    F(disposeTranslationUnit)                                                          \
    F(getTranslationUnitCursor)                                                        \
    F(getNumDiagnostics)                                                               \
    F(getDiagnostic)                                                                   \
    F(disposeDiagnostic)                                                               \
    F(getDiagnosticSeverity)                                                           \
    F(getDiagnosticOption)                                                             \
    F(getDiagnosticSpelling)                                                           \
    F(getDiagnosticLocation)                                                           \
    F(getCString)                                                                      \
    F(disposeString)                                                                   \
    F(getClangVersion)                                                                 \
    F(getFile)                                                                         \
    F(getFileName)                                                                     \
    F(getFileContents)                                                                 \
    F(getLocationForOffset)                                                            \
    F(Location_isInSystemHeader)                                                       \
    F(getExpansionLocation)                                                            \
    F(getFileLocation)                                                                 \
    F(getInclusions)                                                                   \
    F(getSkippedRanges)                                                                \
    F(disposeSourceRangeList)                                                          \
    F(getRangeStart)                                                                   \
    F(getRangeEnd)                                                                     \
    F(getRange)                                                                        \
    F(tokenize)                                                                        \
    F(getTokenLocation)                                                                \
    F(disposeTokens)                                                                   \
    F(visitChildren)                                                                   \
    F(hashCursor)                                                                      \
    F(equalCursors)                                                                    \
    F(Cursor_isNull)                                                                   \
    F(getCursorKind)                                                                   \
    F(isExpression)                                                                    \
    F(getCursorLocation)                                                               \
    F(getCursorExtent)                                                                 \
    F(getCursorSpelling)                                                               \
    F(getCursorUSR)                                                                    \
    F(getCursorType)                                                                   \
    F(getCursorResultType)                                                             \
    F(getCursorReferenced)                                                             \
    F(getNumOverloadedDecls)                                                           \
    F(getOverloadedDecl)                                                               \
    F(getCursorDefinition)                                                             \
    F(getCanonicalCursor)                                                              \
    F(isCursorDefinition)                                                              \
    F(getCursorLinkage)                                                                \
    F(getCursorVisibility)                                                             \
    F(getCursorTLSKind)                                                                \
    F(Cursor_getStorageClass)                                                          \
    F(Cursor_hasVarDeclGlobalStorage)                                                  \
    F(getNullCursor)                                                                   \
    F(Cursor_getVarDeclInitializer)                                                    \
    F(Cursor_getNumArguments)                                                          \
    F(Cursor_getArgument)                                                              \
    F(Cursor_isVariadic)                                                               \
    F(Cursor_isFunctionInlined)                                                        \
    F(Cursor_Evaluate)                                                                 \
    F(EvalResult_getKind)                                                              \
    F(EvalResult_getAsLongLong)                                                        \
    F(EvalResult_dispose)                                                              \
    F(CXXMethod_isConst)                                                               \
    F(CXXMethod_isStatic)                                                              \
    F(CXXMethod_isVirtual)                                                             \
    F(getCursorSemanticParent)                                                         \
    F(getSpecializedCursorTemplate)                                                    \
    F(getEnumConstantDeclValue)                                                        \
    F(getTypedefDeclUnderlyingType)                                                    \
    F(getTypeSpelling)                                                                 \
    F(getCanonicalType)                                                                \
    F(isPODType)                                                                       \
    F(isConstQualifiedType)                                                            \
    F(isVolatileQualifiedType)                                                         \
    F(getPointeeType)                                                                  \
    F(getArrayElementType)                                                             \
    F(getArraySize)                                                                    \
    F(getResultType)                                                                   \
    F(getNumArgTypes)                                                                  \
    F(getArgType)                                                                      \
    F(getTypeDeclaration)                                                              \
    F(Type_getSizeOf)                                                                  \
    F(Type_getValueType)                                                               \
    F(Type_getNumTemplateArguments)                                                    \
    F(Type_getTemplateArgumentAsType)                                                  \
    F(Type_visitFields)

/* Since 17; without them operators are read from the text. */
#define LIBCLANG_NEW_FUNCTIONS(F)                                                      \
    F(getCursorBinaryOperatorKind)                                                     \
    F(getBinaryOperatorKindSpelling)                                                   \
    F(getCursorUnaryOperatorKind)

struct libclang {
#define LIBCLANG_MEMBER(name) __typeof__(clang_##name) *name;
    LIBCLANG_FUNCTIONS(LIBCLANG_MEMBER)
    LIBCLANG_NEW_FUNCTIONS(LIBCLANG_MEMBER)
#undef LIBCLANG_MEMBER
    bool has_operator_kinds;
    /* CXSourceLocation.int_data is clang::SourceLocation's number: the highest bit says
     * "in a macro", and without it the numbers of a file's bytes follow each other.
     * False of releases newer than those tested, and if the environment has
     * INSULATE_ASK_LOCATIONS: then libclang is asked for each place. */
    bool has_known_locations;
    int version;                 /* major; 0: it tells none */
    const char *path;            /* the file that was loaded */
    const char *resource_folder; /* holds include/stddef.h, or NULL */
};

/* Load libclang: from PATH (a file or the folder it lies in), or the
 * environment's INSULATE_LIBCLANG, or the `libclang` wheel of PYTHON (an
 * executable; NULL: none), or the usual folders of the system, newest first.
 * The library stays loaded.  Errors: UNSUPPORTED, with what to install. */
MUST_CHECK int libclang_load(struct arena *arena, const char *path, const char *python,
                             const struct libclang **out_clang, struct error *err);

/* What to say of a libclang of the major VERSION that was not tested; NULL if it was. */
const char *libclang_untested(struct arena *arena, int version);

#endif
