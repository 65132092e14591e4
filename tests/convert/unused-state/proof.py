def exercise(spam):
    thing = spam.Spam()
    thing.n
    spam.length()
    spam.set(3)
    spam.is_spam(thing)
    spam.has_kind(thing)
    spam.without_name(thing)
    spam.without_argument()
    spam.in_branch(thing)
    spam.nested(thing)
    spam.several(thing)
    spam.told(thing)
    spam.floor_only(thing)
