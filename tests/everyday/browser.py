"""Headless Chromium over its debugging pipe: pages are loaded, and what they print to the
console or ask of the network is kept.  Needs nothing but Chromium."""

import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE_S = 60


def find_chromium():
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page of one Chromium; a context manager."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(prefix="insulate-chromium-",
                                                   ignore_cleanup_errors=True)
        its_input, self.requests = os.pipe()
        self.answers, its_output = os.pipe()

        def take_pipes():
            os.dup2(its_input, 3)
            os.dup2(its_output, 4)
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile.name}"],
            preexec_fn=take_pipes, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(its_input)
        os.close(its_output)
        self.buffer, self.number, self.session = b"", 0, None
        self.faults, self.addresses, self.is_loaded = [], [], False

    def __enter__(self):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.requests)
        os.close(self.answers)
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.buffer:
            block = os.read(self.answers, 1 << 16)
            if not block:
                raise RuntimeError("Chromium ended")
            self.buffer += block
        text, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(text)

    def note(self, message):
        """Keep what an event says."""
        method, values = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.addresses.append(values["request"]["url"])
        elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.faults.append(values["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.faults.append(str(values["exceptionDetails"].get("exception", values)))
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning"):
            self.faults.append(str([each.get("value") for each in values["args"]]))
        elif method == "Page.loadEventFired":
            self.is_loaded = True

    def ask(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def load(self, address):
        """Show a page; (faults, addresses) of what it did."""
        self.faults, self.addresses, self.is_loaded = [], [], False
        failed = self.ask("Page.navigate", url=address).get("errorText")
        if failed:
            raise RuntimeError(f"{address}: {failed}")
        while not self.is_loaded:
            self.note(self.receive())
        self.evaluate("0")  # what came before it is read
        return self.faults, self.addresses

    def evaluate(self, expression):
        """The value of JavaScript in the page."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def wait_for(self, expression):
        """The first value of JavaScript that is true."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.05)
        raise RuntimeError(f"never true: {expression}")

    def show_as(self, scheme, width):
        """Prefer a color scheme; be so many pixels wide."""
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=900,
                 deviceScaleFactor=1, mobile=False)
