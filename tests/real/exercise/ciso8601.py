def exercise(module):
    moment = module.parse_datetime("2014-12-05T12:30:45.123456-05:30")
    assert moment.utcoffset().total_seconds() == -5.5 * 3600
    assert moment.tzinfo.utcoffset(moment) == moment.utcoffset()
    assert module.parse_datetime("2014-12-05T12:30:45Z").utcoffset().total_seconds() == 0
    assert module.parse_datetime_as_naive("2014-12-05T12:30Z").tzinfo is None
    assert module.parse_rfc3339("2014-12-05T12:30:45+00:00").year == 2014
    assert repr(module.FixedOffset(3600)) == "UTC+01:00"
    try:
        module.parse_datetime("2014-13-05")
    except ValueError:
        pass
    else:
        raise AssertionError("a thirteenth month was parsed")
