"""The HTML pages in Chromium: axe, light and dark, narrow and wide, and by keyboard.

    test_pages.py INSULATE MODULE_FIXTURE [--pictures FOLDER] [PAGE.html...]

Without a PAGE: one of each kind, made of a hostile source.  --pictures keeps a screenshot of
each page in each form.  Status 77 (skipped) without Chromium and its driver (the Debian
packages chromium and chromium-driver), or before tools/browser.py --fetch.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "tools"), str(SOURCE / "tests/everyday")]

from browser import axe_script, browser_folder, is_there  # noqa: E402

SKIPPED = 77
BROWSER, DRIVER = "chromium", "chromedriver"
NARROW, WIDE = 400, 1280
MOST_STOPS = 300  # of the Tab key
TALLEST = 2400
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN_AXE = """
const done = arguments[1];
axe.run(document, {runOnly: arguments[0]}).then(done, error => done({error: String(error)}));
"""
# What has the focus, and whether that can be seen.
FOCUS = """
const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
return {tag: e.tagName, id: e.id, text: e.textContent.slice(0, 40),
        outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        inside: box.bottom > 0 && box.top < innerHeight};
"""


def start():
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which(BROWSER)
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which(DRIVER)))


class Pages:
    def __init__(self, driver, pictures):
        self.driver, self.pictures = driver, pictures
        self.faults = []

    def expect(self, condition, *what):
        if not condition:
            self.faults.append(" ".join(map(str, what)))

    def resize(self, width, height=900):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1,
            "mobile": width == NARROW})

    def show(self, path, scheme, width):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.resize(width)
        self.driver.get(path.resolve().as_uri())

    def picture(self, name, width):
        if self.pictures is not None:
            height = self.driver.execute_script(
                "return document.documentElement.scrollHeight")
            self.resize(width, min(height, TALLEST))
            self.driver.save_screenshot(str(self.pictures / f"{name}.png"))

    def check_form(self, path, scheme, width):
        name = f"{path.stem}-{scheme}-{width}"
        self.show(path, scheme, width)
        self.driver.execute_script(axe_script().read_text())
        found = self.driver.execute_async_script(RUN_AXE, RULES)
        self.expect("error" not in found, name, "axe failed:", found.get("error"))
        self.expect(len(found.get("passes", [])) > 10, name, "axe looked at nothing")
        for violation in found.get("violations", []):
            for node in violation["nodes"]:
                self.expect(False, name, violation["id"], node["html"][:200])
        over = self.driver.execute_script(
            "return document.scrollingElement.scrollWidth - innerWidth")
        self.expect(over <= 0, name, "is", over, "pixels too wide")
        self.picture(name, width)

    def check_keyboard(self, path):
        """Tab stops at all that can be operated or scrolled, in order, and shows it."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        def press(key):
            ActionChains(self.driver).send_keys(key).perform()

        self.show(path, "light", NARROW)
        n_wanted = self.driver.execute_script(
            "return [...document.querySelectorAll('a[href], input, summary, [tabindex]')]"
            ".filter(e => e.checkVisibility()).length")
        stops = []
        for _ in range(min(n_wanted, MOST_STOPS)):
            press(Keys.TAB)
            stop = self.driver.execute_script(FOCUS)
            stops.append(stop)
            self.expect(stop["outline"] and stop["inside"], path.stem, "focus is not seen",
                        stop)
            if stop["tag"] == "INPUT" and stop["id"].startswith("show-"):
                hidden = (f"return [...document.querySelectorAll('.of-' + "
                          f"'{stop['id'][5:]}')].every(e => !e.checkVisibility())")
                press(Keys.SPACE)
                self.expect(self.driver.execute_script(hidden), path.stem, "Space hides",
                            stop["id"])
                press(Keys.SPACE)
            if stop["tag"] == "SUMMARY":
                is_open = "return document.activeElement.parentElement.open"
                before = self.driver.execute_script(is_open)
                press(Keys.ENTER)
                self.expect(self.driver.execute_script(is_open) != before, path.stem,
                            "Enter toggles", stop["text"])
                press(Keys.ENTER)
        self.expect("BODY" not in [stop["tag"] for stop in stops], path.stem,
                    "the focus leaves the page before its end")

    def check(self, path):
        for scheme in ("light", "dark"):
            for width in (NARROW, WIDE):
                self.check_form(path, scheme, width)
        self.check_keyboard(path)
        scripts = self.driver.execute_script("return document.scripts.length")
        self.expect(scripts == 0, path.stem, "has scripts")
        for line in self.driver.get_log("browser"):
            self.expect(False, path.stem, "console:", line["message"])


def make(folder):
    from test_html import make_pages
    paths = []
    for name, text in make_pages(folder).items():
        paths.append(folder / f"{name}.html")
        paths[-1].write_text(text)
    return paths


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("insulate")
    parser.add_argument("fixture")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("pages", nargs="*", type=Path)
    words = parser.parse_args()
    if not is_there() or not all(map(shutil.which, (BROWSER, DRIVER))):
        print("SKIPPED: the HTML pages are not looked at: install chromium and "
              "chromium-driver, and run tools/browser.py --fetch")
        return SKIPPED
    sys.path.insert(0, str(browser_folder()))
    with tempfile.TemporaryDirectory() as folder:
        paths = words.pages or make(Path(folder))
        driver = start()
        try:
            pages = Pages(driver, words.pictures)
            for path in paths:
                pages.check(path)
        finally:
            driver.quit()
    for fault in pages.faults:
        print("not ok:", fault)
    print(f"{len(paths)} pages, {len(pages.faults)} faults")
    return 1 if pages.faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
