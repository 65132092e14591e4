def exercise(module):
    device = module.SpiDev()
    assert device.fileno() == -1 or device.fileno() >= 0
    with device as entered:
        assert entered is device and device.mode is not None
        for what, wrong in ((lambda: device.open(98, 99), OSError),
                            (lambda: device.xfer([1, 2]), OSError),
                            (lambda: device.xfer2((1, 300)), (OSError, TypeError)),
                            (lambda: device.writebytes("a"), TypeError),
                            (lambda: device.readbytes(2), OSError),
                            (lambda: setattr(device, "mode", 9), (OSError, TypeError))):
            try:
                what()
            except wrong:
                pass
            else:
                raise AssertionError(f"no {wrong}")

    class Own(module.SpiDev):
        pass

    Own().circle = Own()
    device.close()
