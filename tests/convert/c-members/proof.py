def exercise(spam):
    stack = spam.new_stack("plates")
    assert stack.top() == ("plates", None)
    for value in ([1], [2]):
        stack.push(value)
    assert stack.top() == ("plates", [2])
