def exercise(spam):
    feed = spam.Feed()
    log = feed.run()
    assert log[0] is None and type(log[1]).__name__ == "FeedError" and len(log) == 2, log
    assert feed.run_in_thread() == 0
    assert log[2].args == (1,) and log[3] is log[4] is type(log[1]), log
