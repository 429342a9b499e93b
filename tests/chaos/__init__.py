"""The chaos run: workers and their Redis are killed, frozen and restarted under play, and nothing may be missing.

`make chaos` is the whole of it, `test_chaos.py` the short form that is part of every test run. `door.py` stands for the
proxy, `page.py` for a browser's page, `table.py` for four people at a table; `faults.py` breaks things, `verdict.py`
holds what everybody saw against the journal, `failover.py` measures how long what takes.
"""
