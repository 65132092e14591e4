/* The part of libclang's C interface that this program uses.
 *
 * libclang is loaded at run time, and its interface is stable: a name keeps its number and
 * a struct its layout from release to release (llvm/docs, "libclang: C Interface to
 * Clang").  Declared here, it takes no header of one release to build for all of them.
 * tests/csource/test_clang_c.py holds this against each clang-c/Index.h that it finds. */
#ifndef INSULATE_CSOURCE_CLANG_C_H
#define INSULATE_CSOURCE_CLANG_C_H

/* The test reads both, for the compiler to compare the functions. */
#ifndef CINDEX_VERSION_MAJOR

#include <stddef.h>

typedef void *CXIndex;
typedef void *CXFile;
typedef void *CXDiagnostic;
typedef void *CXClientData;
typedef void *CXEvalResult;
typedef struct CXTranslationUnitImpl *CXTranslationUnit;

enum CXErrorCode { CXError_Success = 0 };
enum CXDiagnosticSeverity {
    CXDiagnostic_Error = 3,
};
enum CXTranslationUnit_Flags {
    CXTranslationUnit_DetailedPreprocessingRecord = 1,
    CXTranslationUnit_KeepGoing = 512,
};
enum CXLinkageKind {
    CXLinkage_NoLinkage = 1,
    CXLinkage_Internal = 2,
    CXLinkage_External = 4,
};

enum CXVisibilityKind {
    CXVisibility_Default = 3,
};

enum CXTLSKind {
    CXTLS_None = 0,
};
enum CX_StorageClass { CX_SC_Extern = 2, CX_SC_Static = 3 };
typedef enum { CXEval_Int = 1 } CXEvalResultKind;
enum CXChildVisitResult {
    CXChildVisit_Break = 0,
    CXChildVisit_Continue = 1,
    CXChildVisit_Recurse = 2,
};
enum CXVisitorResult {
    CXVisit_Continue = 1,
};

enum CXCursorKind {
    CXCursor_UnexposedDecl = 1,
    CXCursor_StructDecl = 2,
    CXCursor_UnionDecl = 3,
    CXCursor_ClassDecl = 4,
    CXCursor_EnumDecl = 5,
    CXCursor_FieldDecl = 6,
    CXCursor_EnumConstantDecl = 7,
    CXCursor_FunctionDecl = 8,
    CXCursor_VarDecl = 9,
    CXCursor_ParmDecl = 10,
    CXCursor_TypedefDecl = 20,
    CXCursor_CXXMethod = 21,
    CXCursor_Namespace = 22,
    CXCursor_LinkageSpec = 23,
    CXCursor_Constructor = 24,
    CXCursor_Destructor = 25,
    CXCursor_ConversionFunction = 26,
    CXCursor_FunctionTemplate = 30,
    CXCursor_ClassTemplate = 31,
    CXCursor_ClassTemplatePartialSpecialization = 32,
    CXCursor_TypeAliasDecl = 36,
    CXCursor_FirstRef = 40,
    CXCursor_TypeRef = 43,
    CXCursor_CXXBaseSpecifier = 44,
    CXCursor_MemberRef = 47,
    CXCursor_LabelRef = 48,
    CXCursor_OverloadedDeclRef = 49,
    CXCursor_LastRef = 50,
    CXCursor_UnexposedExpr = 100,
    CXCursor_DeclRefExpr = 101,
    CXCursor_MemberRefExpr = 102,
    CXCursor_CallExpr = 103,
    CXCursor_IntegerLiteral = 106,
    CXCursor_FloatingLiteral = 107,
    CXCursor_StringLiteral = 109,
    CXCursor_CharacterLiteral = 110,
    CXCursor_ParenExpr = 111,
    CXCursor_UnaryOperator = 112,
    CXCursor_ArraySubscriptExpr = 113,
    CXCursor_BinaryOperator = 114,
    CXCursor_CompoundAssignOperator = 115,
    CXCursor_ConditionalOperator = 116,
    CXCursor_CStyleCastExpr = 117,
    CXCursor_CompoundLiteralExpr = 118,
    CXCursor_InitListExpr = 119,
    CXCursor_StmtExpr = 121,
    CXCursor_GNUNullExpr = 123,
    CXCursor_CXXStaticCastExpr = 124,
    CXCursor_CXXDynamicCastExpr = 125,
    CXCursor_CXXReinterpretCastExpr = 126,
    CXCursor_CXXConstCastExpr = 127,
    CXCursor_CXXFunctionalCastExpr = 128,
    CXCursor_CXXBoolLiteralExpr = 130,
    CXCursor_CXXThrowExpr = 133,
    CXCursor_CXXNewExpr = 134,
    CXCursor_CXXDeleteExpr = 135,
    CXCursor_CXXNullPtrLiteralExpr = 131,
    CXCursor_UnaryExpr = 136,
    CXCursor_LambdaExpr = 144,
    CXCursor_LabelStmt = 201,
    CXCursor_CompoundStmt = 202,
    CXCursor_CaseStmt = 203,
    CXCursor_DefaultStmt = 204,
    CXCursor_IfStmt = 205,
    CXCursor_SwitchStmt = 206,
    CXCursor_WhileStmt = 207,
    CXCursor_DoStmt = 208,
    CXCursor_ForStmt = 209,
    CXCursor_GotoStmt = 210,
    CXCursor_ContinueStmt = 212,
    CXCursor_BreakStmt = 213,
    CXCursor_ReturnStmt = 214,
    CXCursor_GCCAsmStmt = 215,
    CXCursor_CXXTryStmt = 224,
    CXCursor_MSAsmStmt = 229,
    CXCursor_NullStmt = 230,
    CXCursor_DeclStmt = 231,
    CXCursor_FirstAttr = 400,
    CXCursor_UnexposedAttr = 400,
    CXCursor_VisibilityAttr = 417,
    CXCursor_DLLExport = 418,
    CXCursor_LastAttr = 441,
    CXCursor_MacroDefinition = 501,
    CXCursor_MacroExpansion = 502,
    CXCursor_InclusionDirective = 503,
    CXCursor_FriendDecl = 603,
};

enum CXTypeKind {
    CXType_Invalid = 0,
    CXType_FirstBuiltin = 2,
    CXType_Void = 2,
    CXType_Int128 = 20,
    CXType_Float = 21,
    CXType_Double = 22,
    CXType_LongDouble = 23,
    CXType_NullPtr = 24,
    CXType_Overload = 25,
    CXType_Dependent = 26,
    CXType_Float128 = 30,
    CXType_Half = 31,
    CXType_Float16 = 32,
    CXType_LastBuiltin = 40,
    CXType_Pointer = 101,
    CXType_BlockPointer = 102,
    CXType_LValueReference = 103,
    CXType_RValueReference = 104,
    CXType_Record = 105,
    CXType_Enum = 106,
    CXType_FunctionNoProto = 110,
    CXType_FunctionProto = 111,
    CXType_ConstantArray = 112,
    CXType_IncompleteArray = 114,
    CXType_VariableArray = 115,
    CXType_DependentSizedArray = 116,
    CXType_MemberPointer = 117,
    CXType_Atomic = 177,
};

enum CXBinaryOperatorKind {
    CXBinaryOperator_Assign = 22,
};
enum CXUnaryOperatorKind {
    CXUnaryOperator_PostInc = 1,
    CXUnaryOperator_PostDec = 2,
    CXUnaryOperator_PreInc = 3,
    CXUnaryOperator_PreDec = 4,
    CXUnaryOperator_AddrOf = 5,
    CXUnaryOperator_Deref = 6,
    CXUnaryOperator_Plus = 7,
    CXUnaryOperator_Minus = 8,
    CXUnaryOperator_Not = 9,
    CXUnaryOperator_LNot = 10,
};

typedef struct {
    const void *data;
    unsigned private_flags;
} CXString;

typedef struct {
    enum CXCursorKind kind;
    int xdata;
    const void *data[3];
} CXCursor;

typedef struct {
    enum CXTypeKind kind;
    void *data[2];
} CXType;

typedef struct {
    const void *ptr_data[2];
    unsigned int_data;
} CXSourceLocation;

typedef struct {
    const void *ptr_data[2];
    unsigned begin_int_data, end_int_data;
} CXSourceRange;

typedef struct {
    unsigned int_data[4];
    void *ptr_data;
} CXToken;

typedef struct {
    unsigned count;
    CXSourceRange *ranges;
} CXSourceRangeList;

struct CXUnsavedFile {
    const char *Filename;
    const char *Contents;
    unsigned long Length;
};

typedef enum CXChildVisitResult (*CXCursorVisitor)(CXCursor cursor, CXCursor parent,
                                                   CXClientData data);
typedef enum CXVisitorResult (*CXFieldVisitor)(CXCursor field, CXClientData data);
typedef void (*CXInclusionVisitor)(CXFile file, CXSourceLocation *stack,
                                   unsigned n_stack, CXClientData data);

#endif

/* Translation units. */
CXString clang_getClangVersion(void);
CXIndex clang_createIndex(int leaves_out_precompiled, int prints_diagnostics);
void clang_disposeIndex(CXIndex index);
enum CXErrorCode clang_parseTranslationUnit2FullArgv(
    CXIndex index, const char *file, const char *const *arguments, int n_arguments,
    struct CXUnsavedFile *unsaved, unsigned n_unsaved, unsigned flags,
    CXTranslationUnit *out_unit);
void clang_disposeTranslationUnit(CXTranslationUnit unit);
CXCursor clang_getTranslationUnitCursor(CXTranslationUnit unit);
unsigned clang_getNumDiagnostics(CXTranslationUnit unit);
CXDiagnostic clang_getDiagnostic(CXTranslationUnit unit, unsigned number);
void clang_disposeDiagnostic(CXDiagnostic diagnostic);
enum CXDiagnosticSeverity clang_getDiagnosticSeverity(CXDiagnostic diagnostic);
CXString clang_getDiagnosticOption(CXDiagnostic diagnostic, CXString *disable);
CXString clang_getDiagnosticSpelling(CXDiagnostic diagnostic);
CXSourceLocation clang_getDiagnosticLocation(CXDiagnostic diagnostic);
const char *clang_getCString(CXString string);
void clang_disposeString(CXString string);

/* Files and places. */
CXFile clang_getFile(CXTranslationUnit unit, const char *name);
CXString clang_getFileName(CXFile file);
const char *clang_getFileContents(CXTranslationUnit unit, CXFile file, size_t *size);
void clang_getInclusions(CXTranslationUnit unit, CXInclusionVisitor visitor,
                         CXClientData data);
CXSourceRangeList *clang_getSkippedRanges(CXTranslationUnit unit, CXFile file);
void clang_disposeSourceRangeList(CXSourceRangeList *ranges);
CXSourceLocation clang_getRangeStart(CXSourceRange range);
CXSourceLocation clang_getRangeEnd(CXSourceRange range);
CXSourceLocation clang_getLocationForOffset(CXTranslationUnit unit, CXFile file,
                                            unsigned offset);
int clang_Location_isInSystemHeader(CXSourceLocation location);
void clang_getExpansionLocation(CXSourceLocation location, CXFile *file, unsigned *line,
                                unsigned *column, unsigned *offset);
void clang_getFileLocation(CXSourceLocation location, CXFile *file, unsigned *line,
                           unsigned *column, unsigned *offset);
CXSourceRange clang_getRange(CXSourceLocation begin, CXSourceLocation end);
void clang_tokenize(CXTranslationUnit unit, CXSourceRange range, CXToken **out_tokens,
                    unsigned *out_n_tokens);
CXSourceLocation clang_getTokenLocation(CXTranslationUnit unit, CXToken token);
void clang_disposeTokens(CXTranslationUnit unit, CXToken *tokens, unsigned n_tokens);

/* Cursors. */
unsigned clang_visitChildren(CXCursor parent, CXCursorVisitor visitor, CXClientData data);
unsigned clang_hashCursor(CXCursor cursor);
unsigned clang_equalCursors(CXCursor left, CXCursor right);
int clang_Cursor_isNull(CXCursor cursor);
enum CXCursorKind clang_getCursorKind(CXCursor cursor);
unsigned clang_isExpression(enum CXCursorKind kind);
CXSourceLocation clang_getCursorLocation(CXCursor cursor);
CXSourceRange clang_getCursorExtent(CXCursor cursor);
CXString clang_getCursorSpelling(CXCursor cursor);
CXString clang_getCursorUSR(CXCursor cursor);
CXType clang_getCursorType(CXCursor cursor);
CXType clang_getCursorResultType(CXCursor cursor);
CXCursor clang_getCursorReferenced(CXCursor cursor);
unsigned clang_getNumOverloadedDecls(CXCursor cursor);
CXCursor clang_getOverloadedDecl(CXCursor cursor, unsigned number);
CXCursor clang_getCursorDefinition(CXCursor cursor);
CXCursor clang_getCanonicalCursor(CXCursor cursor);
unsigned clang_isCursorDefinition(CXCursor cursor);
enum CXLinkageKind clang_getCursorLinkage(CXCursor cursor);
enum CXVisibilityKind clang_getCursorVisibility(CXCursor cursor);
enum CXTLSKind clang_getCursorTLSKind(CXCursor cursor);
enum CX_StorageClass clang_Cursor_getStorageClass(CXCursor cursor);
int clang_Cursor_hasVarDeclGlobalStorage(CXCursor cursor);
CXCursor clang_getNullCursor(void);
CXCursor clang_Cursor_getVarDeclInitializer(CXCursor cursor);
int clang_Cursor_getNumArguments(CXCursor cursor);
CXCursor clang_Cursor_getArgument(CXCursor cursor, unsigned number);
unsigned clang_Cursor_isVariadic(CXCursor cursor);
unsigned clang_Cursor_isFunctionInlined(CXCursor cursor);
unsigned clang_CXXMethod_isConst(CXCursor cursor);
unsigned clang_CXXMethod_isStatic(CXCursor cursor);
unsigned clang_CXXMethod_isVirtual(CXCursor cursor);
CXCursor clang_getCursorSemanticParent(CXCursor cursor);
CXCursor clang_getSpecializedCursorTemplate(CXCursor cursor);
long long clang_getEnumConstantDeclValue(CXCursor cursor);
CXType clang_getTypedefDeclUnderlyingType(CXCursor cursor);
CXEvalResult clang_Cursor_Evaluate(CXCursor cursor);
CXEvalResultKind clang_EvalResult_getKind(CXEvalResult result);
long long clang_EvalResult_getAsLongLong(CXEvalResult result);
void clang_EvalResult_dispose(CXEvalResult result);

/* Types. */
CXString clang_getTypeSpelling(CXType type);
CXType clang_getCanonicalType(CXType type);
unsigned clang_isPODType(CXType type);
unsigned clang_isConstQualifiedType(CXType type);
unsigned clang_isVolatileQualifiedType(CXType type);
CXType clang_getPointeeType(CXType type);
CXType clang_getArrayElementType(CXType type);
long long clang_getArraySize(CXType type);
CXType clang_getResultType(CXType type);
int clang_getNumArgTypes(CXType type);
CXType clang_getArgType(CXType type, unsigned number);
CXCursor clang_getTypeDeclaration(CXType type);
long long clang_Type_getSizeOf(CXType type);
CXType clang_Type_getValueType(CXType type);
int clang_Type_getNumTemplateArguments(CXType type);
CXType clang_Type_getTemplateArgumentAsType(CXType type, unsigned number);
unsigned clang_Type_visitFields(CXType type, CXFieldVisitor visitor, CXClientData data);

/* Operators: since libclang 17, so the test asks for them only there. */
#if !defined(CINDEX_VERSION_MINOR) || CINDEX_VERSION_MINOR >= 64
enum CXBinaryOperatorKind clang_getCursorBinaryOperatorKind(CXCursor cursor);
CXString clang_getBinaryOperatorKindSpelling(enum CXBinaryOperatorKind kind);
enum CXUnaryOperatorKind clang_getCursorUnaryOperatorKind(CXCursor cursor);
#endif

#endif
