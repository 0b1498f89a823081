"""A real small HTTP service on loopback that answers as it is told."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ai_memory.config import LlmSettings
from ai_memory.embed.openai import OpenAIEmbedder

Body = bytes | dict | Callable[[list[str]], dict]  # a callable gets the texts that were sent


def vectors(texts: list[str]) -> dict:
    """Tell texts apart by their length, so that a mixed-up order shows."""
    made = [[float(len(text)), 1.0, 0.0] for text in texts]
    return {"data": [{"index": at, "embedding": vector} for at, vector in enumerate(made)]}


@dataclass(frozen=True)
class Request:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]  # names in lower case
    payload: dict

    @property
    def texts(self) -> list[str]:
        """Return what was to be embedded."""
        return self.payload["input"]


@dataclass(frozen=True)
class Answer:
    """One scripted answer."""

    status: int
    body: Body
    headers: dict[str, str] = field(default_factory=dict)
    hang_up_after: int | None = None  # bytes of the body that are sent before the line goes dead

    def content(self, texts: list[str]) -> bytes:
        """Return the body's bytes for these texts."""
        body = self.body(texts) if callable(self.body) else self.body
        return body if isinstance(body, bytes) else json.dumps(body).encode()


class Service:
    """Plays its script, one answer a request, and then answers with vectors."""

    def __init__(self) -> None:
        self.script: list[Answer] = []
        self.requests: list[Request] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.base_url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def say(self, status: int, body: Body = b"", **more: object) -> None:
        """Add an answer to the script."""
        self.script.append(Answer(status, body, **more))

    def play(self, request: Request) -> Answer:
        """Note the request and return what it is answered with."""
        self.requests.append(request)
        return self.script.pop(0) if self.script else Answer(200, vectors)


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = service.play(Request(self.path, headers, sent))
            content = answer.content(sent["input"])
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            # The reader may have turned away from an answer that is too long.
            try:
                self.wfile.write(content[: answer.hang_up_after])
            except ConnectionError:
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    thread = threading.Thread(target=service.server.serve_forever, args=(0.01,))
    thread.start()
    yield service
    service.server.shutdown()
    thread.join()
    service.server.server_close()


@dataclass(frozen=True)
class Client:
    """The embedder under test, and how long it wished to sleep."""

    embedder: OpenAIEmbedder
    slept: list[float]


@pytest.fixture
def connect(service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Client]]:
    """Return a maker of clients of the service; settings by name, without `embedding_`."""
    monkeypatch.setenv("OPENAI_API_KEY", "made-up-key")
    made: list[OpenAIEmbedder] = []

    def make(clock: Callable[[], float] = lambda: 0.0, **changes: object) -> Client:
        named = {f"embedding_{name}": value for name, value in changes.items()}
        slept: list[float] = []
        settings = LlmSettings(**{"embedding_base_url": service.base_url, **named})
        made.append(OpenAIEmbedder(settings, sleep=slept.append, clock=clock))
        return Client(made[-1], slept)

    yield make
    for each in made:
        each.close()
