import ciso8601

zone = ciso8601.FixedOffset(19800)
moment = ciso8601.parse_datetime("2014-01-09T21:48:00.921000+05:30")

cases = {
    "naive": (ciso8601.parse_datetime_as_naive, ("2014-01-09T21:48:00",)),
    "utc": (ciso8601.parse_datetime, ("2014-01-09T21:48:00Z",)),
    "offset": (ciso8601.parse_datetime, ("2014-01-09T21:48:00.921000+05:30",)),
    "rfc3339": (ciso8601.parse_rfc3339, ("2014-01-09T21:48:00-00:00",)),
    "new zone": (ciso8601.FixedOffset, (19800,)),
    "zone's offset": (zone.utcoffset, (moment,)),
    "zone's name": (zone.tzname, (moment,)),
}
