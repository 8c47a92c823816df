"""A TCP relay between processes and a server, whose connections can be made half-open."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


class Relay:
    """Passes on what comes, both ways, until it is told to swallow it."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._open: dict[int, bool] = {}  # connection -> whether it passes anything on
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        port: int = self._listener.getsockname()[1]
        return port

    def mute(self) -> int:
        """From now on nothing passes on what is connected, and neither side is told.

        New connections work. Returns how many have become half-open.
        """
        with self._lock:
            muted = [number for number, passes in self._open.items() if passes]
            self._open.update(dict.fromkeys(muted, False))
        return len(muted)

    def close(self) -> None:
        for end in (self._listener, *self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._target)
            except OSError:
                return
            with self._lock:
                number = len(self._ends)
                self._ends += [near, far]
                self._open[number] = True
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(number, one, other), daemon=True).start()

    def _pump(self, number: int, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if self._open.get(number):
                    other.sendall(data)
            if self._open.pop(number, False):  # a half-open one does not pass on the end either
                other.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def relay(host: str, port: int) -> Iterator[Relay]:
    one = Relay(host, port)
    try:
        yield one
    finally:
        one.close()
