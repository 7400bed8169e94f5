import assert from "node:assert/strict";
import { formatFileMode, formatOctalMode, getFileKind } from "../../../lib/output/file_mode.ts";

const bit = (number: number, permissions: number) => ((1 << number) | permissions) >>> 0;

Deno.test("a mode has type letters and nine permission letters", () => {
  for (
    const [mode, text, kind, octal] of [
      [0o644, "-rw-r--r--", "file", "0644"],
      [0, "----------", "file", "0000"],
      [bit(31, 0o755), "drwxr-xr-x", "directory", "0755"],
      [bit(27, 0o777), "Lrwxrwxrwx", "symlink", "0777"],
      [bit(25, 0o600), "prw-------", "pipe", "0600"],
      [bit(24, 0o660), "Srw-rw----", "socket", "0660"],
      [bit(26, 0o660), "Drw-rw----", "device", "0660"],
      [(bit(26, 0o620) | bit(21, 0)) >>> 0, "Dcrw--w----", "character-device", "0620"],
      [bit(23, 0o755), "urwxr-xr-x", "file", "4755"],
      [bit(22, 0o755), "grwxr-xr-x", "file", "2755"],
      [(bit(31, 0o777) | bit(20, 0)) >>> 0, "dtrwxrwxrwx", "directory", "1777"],
      [bit(19, 0o444), "?r--r--r--", "irregular", "0444"],
      [(bit(30, 0) | bit(29, 0) | bit(28, 0o400)) >>> 0, "alTr--------", "file", "0400"],
    ] as const
  ) {
    assert.equal(formatFileMode(mode), text);
    assert.equal(getFileKind(mode), kind);
    assert.equal(formatOctalMode(mode), octal);
  }
});
