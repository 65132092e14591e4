def exercise(spam):
    made = spam.new_spam()
    assert type(made).__name__ == "Spam"
    return made
