def exercise(module):
    data = b"isolated " * 1000
    if module.__name__ == "lz4._version":
        assert module.library_version_number() > 10000
    elif module.__name__ == "lz4.block._block":
        for mode in ("default", "fast", "high_compression"):
            assert module.decompress(module.compress(data, mode=mode)) == data
        try:
            module.decompress(b"\xff\x00\x00\x00nothing")
        except module.LZ4BlockError:
            pass
        else:
            raise AssertionError("nonsense was decompressed")
    else:
        context = module.create_compression_context()
        frame = (module.compress_begin(context) + module.compress_chunk(context, data)
                 + module.compress_flush(context))
        context = module.create_decompression_context()
        assert module.decompress(frame) == module.decompress(module.compress(data))
        assert module.decompress_chunk(context, frame)[0] == data
        try:
            module.decompress(b"nothing at all")
        except RuntimeError:
            pass
        else:
            raise AssertionError("nonsense was decompressed")
