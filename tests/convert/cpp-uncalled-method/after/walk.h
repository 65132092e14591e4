/* A library of its own: walk() calls the visitor. */
class Visitor {
public:
    virtual ~Visitor() {}
    virtual bool visit(long n) = 0;
};

bool walk(Visitor &visitor, long n);
