import tempfile


def exercise(module):
    with tempfile.TemporaryDirectory() as folder:
        use(module, folder)


def use(module, folder):
    with module.Environment(folder, max_dbs=2, map_size=1 << 20, sync=False) as environment:
        database = environment.open_db(b"named", dupsort=True)
        with environment.begin(write=True, db=database) as transaction:
            assert transaction.put(b"a", b"1") and transaction.put(b"a", b"2")
            assert transaction.get(b"a") == b"1" and transaction.stat(database)["entries"] == 2
            with transaction.cursor() as cursor:
                assert cursor.putmulti([(b"b", b"1"), (b"c", b"1")]) == (2, 2)
                assert cursor.first() and list(cursor.iternext_dup()) == [b"1", b"2"]
                assert [key for key, _ in cursor.iterprev()] or cursor.set_range(b"b")
            assert transaction.delete(b"b") and transaction.pop(b"c") == b"1"
        with environment.begin(buffers=True) as reading:
            view = reading.get(b"named")
            assert view is None or bytes(view)
            try:
                reading.put(b"a", b"1")
            except module.ReadonlyError:
                pass
            else:
                raise AssertionError("a read-only transaction wrote")
        assert environment.info()["map_size"] >= 1 << 20 and environment.readers()
        late = environment.begin()
        late.abort()
        for what, wrong in ((lambda: late.get(b"a"), module.Error),
                            (lambda: environment.open_db(b"none", create=False),
                             module.NotFoundError),
                            (lambda: environment.begin(unknown=1), TypeError)):
            try:
                what()
            except wrong:
                pass
            else:
                raise AssertionError(f"no {wrong}")
    assert issubclass(module.MapFullError, module.Error) and len(module.version()) == 3
