import { deepEqual, equal } from "node:assert/strict";
import {
  parseAuxiliaryVector,
  parseCommandLine,
  parseStat,
} from "../../../../lib/sandbox/machine/process_stat.ts";

const NUMBERS = "1 42 42 0 -1 4194560 900 0 3 0 250 125 0 0 20 0 7 0 1234 1048576 300 " +
  "18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0";

Deno.test("parseStat() parses state, parent, threads, time and memory", () => {
  deepEqual(parseStat(`42 (bash) S ${NUMBERS}\n`), {
    state: "S",
    ppid: 1,
    threads: 7,
    ticks: 375,
    virtualMemory: 1048576,
    residentPages: 300,
    isKernelThread: false,
  });
});

Deno.test("parseStat() accepts spaces, parentheses and newlines in a name", () => {
  for (const name of ["a b", "a) R 9 9", "(x)", "((", "))", "a\nb) Z", ""]) {
    const stat = parseStat(`42 (${name}) S ${NUMBERS}\n`);
    equal(stat?.state, "S", name);
    equal(stat?.ppid, 1, name);
  }
});

Deno.test("parseStat() detects kernel threads", () => {
  const line = "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 1 0 0 0";
  equal(parseStat(line)?.isKernelThread, true);
});

Deno.test("parseStat() returns undefined for malformed text", () => {
  for (const text of ["", "42", "42 (bash", "42 (bash) S 1 2"]) equal(parseStat(text), undefined);
});

Deno.test("parseCommandLine() joins arguments with spaces and drops trailing NULs", () => {
  equal(parseCommandLine("/bin/sh\0-c\0echo a b\0"), "/bin/sh -c echo a b");
  equal(parseCommandLine("nginx: worker\0\0\0\0"), "nginx: worker");
  equal(parseCommandLine("a\0\0b\0"), "a  b");
  equal(parseCommandLine(""), "");
});

Deno.test("parseCommandLine() limits the length", () => {
  equal(parseCommandLine("x".repeat(100_000)).length, 16 * 1024);
});

Deno.test("parseAuxiliaryVector() finds page size and clock ticks", () => {
  const vector = new BigUint64Array([33n, 7n, 6n, 65536n, 17n, 250n, 0n, 0n]);
  deepEqual(parseAuxiliaryVector(new Uint8Array(vector.buffer)), {
    pageSize: 65536,
    ticksPerSecond: 250,
  });
});
