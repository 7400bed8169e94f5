/** What depends on the system, as pure functions: Linux, macOS and Windows. */
import { deepEqual, equal } from "node:assert/strict";
import { pluginCommand, pluginName } from "../../../lib/cli/plugins.ts";
import { listSeparator } from "../../../lib/kubernetes/kubeconfig/files.ts";
import { getEditorCommand } from "../../../lib/node/machine_config/run_editor.ts";
import { findHome, terminationSignals } from "../../../lib/platform/real_system.ts";
import { grantsOthers } from "../../../lib/osconfig/warning.ts";
import { isWindowsName, toFilePath } from "../../../lib/platform/paths.ts";
import { isOutside } from "../../../lib/platform/unpack.ts";

const USERS = "root:x:0:0:root:/root:/bin/bash\njane:x:1000:1000::/home/jane:/bin/sh\n";

function home(os: typeof Deno.build.os, variables: Record<string, string>): string {
  return findHome({
    os,
    variable: (name) => variables[name],
    cwd: () => "C:\\work",
    users: () => USERS,
    uid: () => 1000,
  });
}

Deno.test("the home directory is HOME, USERPROFILE, or from the user database", () => {
  equal(home("linux", { HOME: "/home/x/" }), "/home/x");
  equal(home("linux", { HOME: "/" }), "/");
  equal(home("darwin", { HOME: "/Users/jane" }), "/Users/jane");
  equal(home("windows", { USERPROFILE: "C:\\Users\\jane\\" }), "C:\\Users\\jane");
  equal(home("windows", {}), "C:\\work");
  equal(home("linux", {}), "/home/jane");
});

Deno.test("without HOME and a user database, the home directory is the root", () => {
  const sources = { variable: () => undefined, cwd: () => "/work", uid: () => 1000 };
  equal(findHome({ os: "linux", users: () => "", ...sources }), "/");
});

Deno.test("^C ends the program on all systems, SIGTERM and SIGHUP not on Windows", () => {
  deepEqual(terminationSignals("windows"), ["SIGINT"]);
  for (const os of ["linux", "darwin"] as const) {
    deepEqual(terminationSignals(os), ["SIGINT", "SIGTERM", "SIGHUP"]);
  }
});

Deno.test("KUBECONFIG lists paths as the system does", () => {
  deepEqual([listSeparator("linux"), listSeparator("darwin"), listSeparator("windows")], [
    ":",
    ":",
    ";",
  ]);
});

Deno.test("names in archives do not leave the folder", () => {
  for (const os of ["linux", "darwin", "windows"] as const) {
    for (const name of ["/etc/passwd", "..", "a/../../b"]) equal(isOutside(name, os), true, name);
    for (const name of ["a", "a/b", "a..b"]) equal(isOutside(name, os), false, name);
  }
  for (const name of ["C:\\x", "a\\..\\b", "file:stream"]) {
    deepEqual([isOutside(name, "windows"), isOutside(name, "linux")], [true, false], name);
  }
});

Deno.test("names that Windows reserves, changes or rejects are recognised", () => {
  for (
    const name of ["CON", "nul.txt", "aux .x", "com1", "LPT\u00b2", "conin$", "q?x", "a:b", "a|b"]
      .concat("trail.", "blank ", "tab\t", "\u0001", "a<b", "a\\b", 'a"b', "a*")
  ) equal(isWindowsName(name), false, name);
  for (const name of ["console", "nulls", "com10", "lpt", ".profile", "a.b", "a b", "ä", "con-1"]) {
    equal(isWindowsName(name), true, name);
  }
});

Deno.test("the editor on Windows may have spaces in its path", () => {
  const editor = (value?: string) =>
    getEditorCommand(
      { get: (name) => name === "EDITOR" ? value : undefined },
      "C:\\a b",
      "windows",
    );
  deepEqual(editor(), { program: "notepad", args: ["C:\\a b"] });
  deepEqual(editor('"C:\\Program Files\\x.exe" -w'), {
    program: "C:\\Program Files\\x.exe",
    args: ["-w", "C:\\a b"],
  });
});

Deno.test("on Windows, the extension of a file makes it a plugin", () => {
  const names = (os: typeof Deno.build.os) =>
    ["osctl-a", "osctl-b.EXE", "osctl-c.cmd", "osctl-d.ps1", "osctl-e.txt", "osctl-.exe", "x.exe"]
      .map((file) => pluginName(file, os));
  deepEqual(names("windows"), [undefined, "b", "c", "d", undefined, undefined, undefined]);
  deepEqual(names("linux"), ["a", ...Array(6).fill(undefined)]);
});

Deno.test("plugins in PowerShell run with its program", () => {
  deepEqual(pluginCommand("C:\\x\\osctl-a.exe", ["-n", "a b"]), {
    program: "C:\\x\\osctl-a.exe",
    args: ["-n", "a b"],
  });
  const { program, args } = pluginCommand("C:\\x\\osctl-a.PS1", ["-n"]);
  equal(program, "powershell.exe");
  deepEqual(args.slice(-3), ["-File", "C:\\x\\osctl-a.PS1", "-n"]);
});

Deno.test("the path of a file's URL has its drive first on Windows", () => {
  equal(toFilePath(new URL("file:///C:/a%20b/"), "windows"), "C:/a b/");
  equal(toFilePath(new URL("file:///C:/a%20b/"), "linux"), "/C:/a b/");
});

Deno.test("access control lists that allow access to others are recognised", () => {
  for (
    const list of ["D:(A;;FA;;;WD)", "D:AI(A;ID;0x1200a9;;;BU)(A;ID;FA;;;SY)", "D:P(A;;FR;;;AU)"]
  ) equal(grantsOthers(list), true, list);
  for (const list of ["D:P(A;;FA;;;OW)(A;;FA;;;SY)(A;;FA;;;BA)", "D:P(D;;FA;;;WD)(A;;FA;;;OW)"]) {
    equal(grantsOthers(list), false, list);
  }
});
