"""Solves and finds hints in processes of its own: whoever asks goes on meanwhile, and the event loop loses no time.

Each place has a process (`app/solver/worker.py`) that is started when it is first needed, works on one question at a
time and at a low priority. Questions wait in the order in which they came, those for hints apart from those for lines:
a hint is found in a moment, a search may take seconds. Who is not interested any more cancels, and the search is told
to stop; a process that does not stop, or that dies, is replaced.
"""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from app.solver.base import GaveUp, NoAnswer, Outcome, pack
from app.solver.hints.base import Hint
from app.solver.worker import from_json, hint_from_json

ROOT: Final = Path(__file__).resolve().parents[2]
COMMAND: Final = (sys.executable, "-m", "app.solver.worker")
LONGEST: Final = 2**20
"""Bytes of an answer: a line of some hundred moves has a fiftieth of it."""
TRIES: Final = 2
"""When so many processes have died of a question there is no answer."""
GRACE_S: Final = 5
"""So long a search may go on that was told to stop."""


class Died(Exception):
    """A worker ended in the middle of a question."""


def places() -> int:
    """How many processes may search side by side: one core is left to the others."""
    # Only Linux says how many of them this process may use.
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(cores - 1, 1)


class Pool:
    """Processes that think: `size` for lines, and one for hints. One pool a server; it has to be closed."""

    def __init__(self, size: int | None = None, command: Sequence[str] = COMMAND) -> None:
        self._lines = Places(places() if size is None else size, command)
        self._hints = Places(1, command)

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that are there."""
        return (*self._lines.processes, *self._hints.processes)

    @property
    def working(self) -> int:
        """How many of them are on a question, one that nobody waits for any more included."""
        return self._lines.working + self._hints.working

    async def solve(self, game: str, state: Any, nodes: int, seconds: float | None = None) -> Outcome:
        """What comes of so many nodes, or of so many seconds if they are over before, the time in the queue included.

        Cancelling it ends the search. Raises `NoAnswer`.
        """
        question = {"game": game, "state": pack(state), "nodes": nodes}
        answer = await self._lines.within(seconds, question)
        return GaveUp() if answer is None else from_json(answer)

    async def hint(self, game: str, state: Any, seconds: float | None = None) -> Hint | None:
        """The fair hint for who sees this: a view, or the state where all was seen. None when the time is up before.

        What is hidden in a view is not sent to the process. Raises `NoAnswer`.
        """
        answer = await self._hints.within(seconds, {"game": game, "state": pack(state)})
        return None if answer is None else hint_from_json(answer)

    async def close(self) -> None:
        """End all processes. Whoever waits for one, or asks later, has no answer."""
        await self._lines.close()
        await self._hints.close()


class Places:
    """Processes for questions of one kind."""

    def __init__(self, size: int, command: Sequence[str]) -> None:
        self._command = command
        # Fair, as a queue is not: there who gives a place back and asks anew would be before all who wait.
        self._places = asyncio.Semaphore(size)
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._stopping: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of those that are there."""
        return tuple(sorted(worker.process.pid for worker in self._workers))

    @property
    def working(self) -> int:
        """How many of them are on a question."""
        return sum(worker.asked for worker in self._workers)

    async def close(self) -> None:
        """End all of them."""
        self._closed = True
        workers = tuple(self._workers)
        stopping = tuple(self._stopping)
        for task in stopping:
            task.cancel()
        await asyncio.gather(*stopping, return_exceptions=True)
        for worker in workers:
            worker.kill()
        for worker in workers:
            await worker.process.wait()

    async def within(self, seconds: float | None, question: dict[str, Any]) -> dict[str, Any] | None:
        """The answer, or None when it did not come in time. Raises `NoAnswer`."""
        try:
            async with asyncio.timeout(seconds):
                return await self._answer(question)
        except TimeoutError:
            return None

    async def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        for _ in range(TRIES):
            await self._places.acquire()
            worker = self._idle.pop() if self._idle else None
            try:
                if self._closed:
                    raise NoAnswer("this server is going down")
                if worker is None:
                    worker = await Worker.start(self._command)
                    self._workers.add(worker)
                return await worker.ask(question)
            except Died:
                pass
            except OSError as why:
                raise NoAnswer(f"no process that thinks can be started: {why}") from why
            finally:
                self._leave(worker)
        raise NoAnswer("a process that thinks has died in the middle of a question, and the next one, too")

    def _leave(self, worker: "Worker | None") -> None:
        """Give the place to the next one, as soon as the search in it has ended."""
        if worker is None or worker.gone:
            self._replace(worker)
        elif worker.asked:
            task = asyncio.create_task(self._stop(worker))
            self._stopping.add(task)
            task.add_done_callback(self._stopping.discard)
        else:
            self._rest(worker)

    async def _stop(self, worker: "Worker") -> None:
        try:
            async with asyncio.timeout(GRACE_S):
                await worker.stop()
        except (TimeoutError, Died):
            self._replace(worker)
        except BaseException:  # cancelled, or a bug: the place is not lost with it
            self._replace(worker)
            raise
        else:
            self._rest(worker)

    def _rest(self, worker: "Worker") -> None:
        """It is asked again before another process is started."""
        self._idle.append(worker)
        self._places.release()

    def _replace(self, worker: "Worker | None") -> None:
        """The place is empty, and the next question starts a process."""
        if worker is not None:
            worker.kill()
            self._workers.discard(worker)
        self._places.release()


class Worker:
    """A process, and what it was asked."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self._in, self._out = process.stdin, process.stdout
        self._id = 0
        self.asked = False
        self.gone = False

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Worker":
        """A fresh interpreter, which knows nothing of this one, nor of the terminal whose Ctrl-C ends this one."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, cwd=ROOT, limit=LONGEST, start_new_session=True
        )
        return cls(process)

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer. Raises `Died`. After a cancellation `stop` has to be called before anything else is asked."""
        self._id += 1
        self.asked = True
        await self._say({"id": self._id, **question})
        return await self._answer()

    async def stop(self) -> None:
        """The search is over when this returns. Raises `Died`."""
        await self._say({"stop": self._id})
        await self._answer()

    def kill(self) -> None:
        """At once."""
        self.gone = True
        with suppress(ProcessLookupError):
            self.process.kill()

    async def _say(self, what: dict[str, Any]) -> None:
        # Of a process that has died one loop says the first, another the second. The missing answer says it, too.
        with suppress(ConnectionError, RuntimeError):
            self._in.write(json.dumps(what).encode() + b"\n")
            await self._in.drain()

    async def _answer(self) -> dict[str, Any]:
        line = await self._out.readline()
        if not line.endswith(b"\n"):
            self.gone = True
            raise Died
        answer: dict[str, Any] = json.loads(line)
        assert answer["id"] == self._id
        self.asked = False
        return answer
