import gc


def exercise(spam):
    spam.cycle = None
    for _ in range(3):
        cells = [spam.cell(number) for number in range(9)]
        gc.collect()
        assert repr(cells[3]) == "cell(3)"
        del cells
        gc.collect()
    spam.cycle = spam.cell([spam])
