import spidev

device = spidev.SpiDev()


def closed():
    try:
        device.xfer([1, 2, 3])
    except OSError:
        pass


cases = {
    "new": (spidev.SpiDev, ()),
    "fileno": (device.fileno, ()),
    "mode": (getattr, (device, "mode")),
    "max_speed_hz": (getattr, (device, "max_speed_hz")),
    "transfer while closed": closed,
    "close": (device.close, ()),
}
