import { deepEqual, equal } from "node:assert/strict";
import { escapeForShell, splitShellLine } from "../../../lib/cli/shell_words.ts";

Deno.test("splitShellLine() splits an unfinished line like a shell", () => {
  const known: [string, string[]][] = [
    ["", [""]],
    ["osctl", ["osctl"]],
    ["osctl ", ["osctl", ""]],
    ["osctl  list\t/e", ["osctl", "list", "/e"]],
    ["a 'b c' d", ["a", "b c", "d"]],
    ['a "b \\" c" d', ["a", 'b " c', "d"]],
    ["a 'b\\' c", ["a", "b\\", "c"]],
    ["a b\\ c", ["a", "b c"]],
    ["a pre'fix 'x", ["a", "prefix x"]],
    ["a '' b", ["a", "", "b"]],
    ["a 'open end", ["a", "open end"]],
    ["a \\", ["a", "\\"]],
  ];
  for (const [line, words] of known) deepEqual(splitShellLine(line).words, words, line);
});

Deno.test("splitShellLine() reports unclosed quotes", () => {
  for (const line of ["a 'b", 'a "b', "a b'c"]) equal(splitShellLine(line).quoted, true, line);
  for (const line of ["a b", "a 'b'", "a 'b' ", ""]) {
    equal(splitShellLine(line).quoted, false, line);
  }
});

Deno.test("escapeForShell() escapes special characters of a shell", () => {
  equal(escapeForShell("/etc/ssl_1.0,x:y=z@w-~%+"), "/etc/ssl_1.0,x:y=z@w-~%+");
  equal(escapeForShell("a b"), "a\\ b");
  equal(escapeForShell("$(x);'\"`"), "\\$\\(x\\)\\;\\'\\\"\\`");
  equal(escapeForShell("grün"), "grün");
});
