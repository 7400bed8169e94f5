import { deepEqual, equal, throws } from "node:assert/strict";
import { formatDuration, parseDuration } from "../../../lib/output/duration.ts";

Deno.test("parseDuration() accepts every unit of Go", () => {
  const known: Record<string, number> = {
    "0": 0,
    "0s": 0,
    "-0": 0,
    "+0": 0,
    "1ns": 1e-6,
    "1us": 1e-3,
    "1µs": 1e-3,
    "1\u03bcs": 1e-3,
    "500ms": 500,
    "90s": 90_000,
    "5m": 300_000,
    "1h": 3_600_000,
    "1.5h": 5_400_000,
    "1h30m": 5_400_000,
    "1h30m0.5s": 5_400_500,
    ".5s": 500,
    "5.s": 5_000,
    "30s1m": 90_000,
    "-1m30s": -90_000,
    "+1m": 60_000,
    "0.3333333333333333333h": 1_200_000 - 1e-6,
    "8760h0m0s": 31_536_000_000,
    "87600h0m0s": 315_360_000_000,
  };
  for (const [text, ms] of Object.entries(known)) equal(parseDuration(text), ms, text);
});

Deno.test("parseDuration() rejects what Go rejects", () => {
  const bad = [
    ..."|1|1.5|-|+|.|.s|s|1x|1 s| 1s|1s |1S|1h30|--1s|1m-1s|1d|1w|1e3s|0x1s|∞".split("|"),
    "1s\n",
    "3000000h",
  ];
  for (const text of bad) throws(() => parseDuration(text), RangeError, text);
});

Deno.test("formatDuration() formats like Go", () => {
  const known: [number, string][] = [
    [0, "0s"],
    [1e-6, "1ns"],
    [1.5e-3, "1.5µs"],
    [1e-3, "1µs"],
    [0.25, "250µs"],
    [1.5, "1.5ms"],
    [500, "500ms"],
    [1000, "1s"],
    [2500, "2.5s"],
    [45_000, "45s"],
    [60_000, "1m0s"],
    [90_000, "1m30s"],
    [1_200_000, "20m0s"],
    [5_400_000, "1h30m0s"],
    [5_400_500, "1h30m0.5s"],
    [360_000_000, "100h0m0s"],
    [4_459_619_077.844811, "1238h46m59.077844811s"],
    [31_536_000_000, "8760h0m0s"],
    [-1500, "-1.5s"],
  ];
  for (const [ms, text] of known) equal(formatDuration(ms), text);
});

Deno.test("a formatted duration parses to the same value", () => {
  const durations = ["1ns", "1.001µs", "999.999ms", "59.999s", "1m0.001s", "23h59m59s", "-2h0m1s"];
  deepEqual(durations.map((text) => formatDuration(parseDuration(text))), durations);
});
