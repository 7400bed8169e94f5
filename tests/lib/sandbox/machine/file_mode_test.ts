import { deepEqual, equal } from "node:assert/strict";
import { statMode, wireMode } from "../../../../lib/sandbox/machine/file_mode.ts";

Deno.test("wireMode() keeps permission bits and converts file types", () => {
  const cases: [number, number][] = [
    [0o100644, 0o644],
    [0o040755, 0x8000_0000 + 0o755],
    [0o120777, 0x0800_0000 + 0o777],
    [0o060660, 0x0400_0000 + 0o660],
    [0o020666, 0x0420_0000 + 0o666],
    [0o010600, 0x0200_0000 + 0o600],
    [0o140755, 0x0100_0000 + 0o755],
    [0o000644, 0x0008_0000 + 0o644],
  ];
  deepEqual(cases.map(([mode]) => wireMode(mode)), cases.map(([, expected]) => expected));
});

Deno.test("wireMode() converts setuid, setgid and sticky", () => {
  equal(wireMode(0o104755), 0x0080_0000 + 0o755);
  equal(wireMode(0o102755), 0x0040_0000 + 0o755);
  equal(wireMode(0o041777), 0x8010_0000 + 0o777);
});

Deno.test("statMode() derives a mode on systems without one", () => {
  const info = Deno.statSync(".");
  equal(statMode({ ...info, mode: 0o100600 }), 0o100600);
  equal(statMode({ ...info, mode: null }), 0o040755);
  equal(statMode({ ...info, mode: null, isDirectory: false, isSymlink: true }), 0o120777);
  equal(statMode({ ...info, mode: null, isDirectory: false, isFile: true }), 0o100644);
});
