"""Completion scripts and manual pages have what --help has.

usage: test_completion.py PROGRAM

bash is needed; zsh, fish and man are used where they are installed, and named where not.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = None


def output(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          timeout=60, **options)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def commands():
    return re.findall(r"^  ([a-z]+) ", output(PROGRAM, "--help"), re.M)


def options_of(command):
    return re.findall(r"^  (?:-\w, |    )(--[a-z0-9-]+)", output(PROGRAM, command, "--help"),
                      re.M)


class InShell(unittest.TestCase):
    shell = "bash"

    def setUp(self):
        if shutil.which(self.shell) is None:
            print(f"SKIPPED: {self.shell} is not installed", file=sys.stderr)
            self.skipTest(f"{self.shell} is not installed")
        folder = tempfile.TemporaryDirectory(prefix="insulate-completion-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "my file.c").touch()
        (self.folder / "lib").mkdir()
        self.script = self.folder / "script"
        self.script.write_text(output(PROGRAM, "completion", self.shell))


class Bash(InShell):
    def complete(self, *words):
        """What the last of WORDS, the shell's own, is completed to."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _insulate\n'
                  'for word in "${COMPREPLY[@]}"; do printf "%s\\n" "$word"; done')
        return output("bash", "--norc", "-c", script, "bash", self.script, "insulate", *words,
                      cwd=self.folder).splitlines()

    def test_commands_and_options_are_those_of_help(self):
        self.assertEqual(self.complete(""), [*commands(), "--help", "--version"])
        self.assertEqual(self.complete("ch"), ["check"])
        for command in commands():
            self.assertEqual(self.complete(command, "--"), options_of(command))

    def test_values(self):
        formats = ["gitlab", "github"]
        self.assertEqual(sorted(self.complete("check", "--format", "git")), sorted(formats))
        self.assertEqual(sorted(self.complete("check", "--format", "=", "git")),
                         sorted(formats))
        self.assertEqual(self.complete("check", "--format", "="), self.complete(
            "check", "--format", ""))
        self.assertIn("gc-type-not-visited", self.complete("check", "--select", "gc-"))
        self.assertEqual(self.complete("prove", "--scenario", "own"), ["own-gil"])
        self.assertEqual(self.complete("check", "-p", ""), ["lib"])
        self.assertEqual(self.complete("scan", "--jobs", ""), [])

    def test_operands(self):
        self.assertEqual(sorted(self.complete("check", "")), ["lib", "my file.c", "script"])
        self.assertEqual(self.complete("rule", "init-sing"), ["init-single-phase"])
        self.assertEqual(self.complete("completion", "f"), ["fish"])
        self.assertEqual(self.complete("check", "--", "-x", "l"), ["lib"])
        self.assertIn("bash", self.complete("record", "bas"))


class Fish(InShell):
    shell = "fish"

    def complete(self, line):
        words = output("fish", "--no-config", "-c",
                       'source $argv[1]; complete -C "$argv[2]"', self.script, line,
                       cwd=self.folder, env={**os.environ, "HOME": str(self.folder)})
        return [word.split("\t")[0] for word in words.splitlines()]

    def test_commands_options_and_values(self):
        self.assertEqual(sorted(self.complete("insulate ")), sorted(commands()))
        for command in commands():
            self.assertEqual(sorted(self.complete(f"insulate {command} --")),
                             sorted(options_of(command)))
        self.assertEqual(sorted(self.complete("insulate check --format git")),
                         ["github", "gitlab"])
        self.assertIn("gc-type-not-visited", self.complete("insulate check --select gc-"))
        self.assertEqual(self.complete("insulate check --database "), ["lib/"])
        self.assertIn("my file.c", [name.replace("\\", "") for name in
                                    self.complete("insulate check my")])


class Zsh(InShell):
    """With stand-ins for what only works on a command line: they print their words."""

    shell = "zsh"

    def complete(self, command):
        script = ('compdef() { }; _arguments() { print -rl -- "$@" }\n'
                  '_describe() { print -rl -- "${(@P)4}" }\n'
                  'source "$1"; words=(insulate "${@:2}" ""); CURRENT=$#words\n_insulate')
        words = ["zsh", "-f", "-c", script, "zsh", self.script]
        return output(*words, *([command] if command else [])).splitlines()

    def test_commands_and_options_are_those_of_help(self):
        self.assertEqual([line.split(":")[0] for line in self.complete(None) if ":" in line],
                         commands())
        for command in commands():
            found = re.findall(r"^\*?(--[a-z0-9-]+)=?\[", "\n".join(self.complete(command)),
                               re.M)
            self.assertEqual(found, options_of(command))

    def test_specifications(self):
        lines = self.complete("check")
        self.assertIn(r"--libclang=[libclang library to load]:PATH:_files", lines)
        self.assertTrue(any(line.startswith("--color=[use colors") and
                            line.endswith(":(auto always never)") for line in lines), lines)
        self.assertIn(r"*:operand:_files", lines)


class Manual(unittest.TestCase):
    def test_pages_have_the_options_of_help(self):
        for command in commands():
            page = output(PROGRAM, "man", command)
            found = [name.replace("\\-", "-") for name in
                     re.findall(r"\\fB\\-\\-([a-z0-9\\-]+)\\fR", page)]
            self.assertEqual(["--" + name for name in found], options_of(command))
            self.assertNotRegex(page, r"(?m)^'|^\.(?!TH|SH|TP)")
        self.assertEqual(re.findall(r"insulate\\-([a-z]+)\\fR\(1\)", output(PROGRAM, "man")),
                         commands())

    def test_man_shows_them_without_a_warning(self):
        if shutil.which("man") is None:
            print("SKIPPED: man is not installed", file=sys.stderr)
            self.skipTest("man is not installed")
        for command in ["", *commands()]:
            page = output(PROGRAM, "man", *([command] if command else []))
            done = subprocess.run(["man", "--warnings", "-l", "-"], input=page, text=True,
                                  capture_output=True,
                                  env={**os.environ, "LC_ALL": "C", "MANWIDTH": "80"})
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("insulate", done.stdout)

    def test_what_does_not_fit(self):
        for words in (["completion"], ["completion", "csh"], ["man", "inspect"],
                      ["man", "check", "scan"], ["man", "no"]):
            done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, "expected|unknown command '(inspect|no)'")
            self.assertNotIn("did you mean", done.stderr)


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
