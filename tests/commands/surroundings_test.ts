/** Surroundings that are not as they should be are no internal errors. */
import assert from "node:assert/strict";
import { report } from "../../lib/cli/report.ts";
import { tryLock } from "../../lib/platform/file_lock.ts";
import { runCommand } from "../helpers/run_command.ts";

async function withHome(body: (home: string) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "osctl-around-" });
  try {
    await Deno.symlink(`${home}/b`, `${home}/a`);
    await Deno.symlink(`${home}/a`, `${home}/b`);
    await body(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

const LONG = `/${"x".repeat(5000)}`;

Deno.test({
  name: "looped links and long entries in PATH are skipped",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withHome(async (home) => {
      for (const entry of [`${home}/a`, `${home}/a/x`, LONG, "/etc/passwd", "\u00e9", "::"]) {
        for (
          const [args, code] of [[["version", "--client"], 0], [["nosuch"], 2], [
            ["plugin", "list"],
            0,
          ]] as const
        ) {
          const outcome = await runCommand([...args], { home, env: { PATH: `${entry}:/usr/bin` } });
          assert.equal(outcome.code, code, `${entry} ${args}: ${outcome.stderr}`);
          assert.ok(!outcome.stderr.includes("internal error"), outcome.stderr);
        }
      }
    }),
});

Deno.test({
  name: "paths with NUL bytes, loops and long names are errors of one line",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withHome(async (home) => {
      const base =
        "name: lab\ncontract: v1.8\nendpoint: https://10.0.0.1:6443\nos: {version: v1.8.4}\n" +
        "kubernetes: {version: v1.31.4}\ninstall: {disk: /dev/sda}\n" +
        "controlPlane: {nodes: [{name: a, addresses: [10.0.0.2]}]}\n";
      for (const path of ["x\\0y", `${home}/a`, LONG, `${home}/a/x`]) {
        for (const field of [`secrets: "${path}"\n`, `patches: [{file: "${path}"}]\n`]) {
          await Deno.writeTextFile(`${home}/cluster.yaml`, base + field);
          const { code, stderr } = await runCommand(["cluster", "validate"], { home, cwd: home });
          assert.equal(code, 1, `${field}: ${stderr}`);
          assert.match(stderr, /^osctl: [^\n]+\n$/);
          assert.ok(!stderr.includes("internal error"), stderr);
        }
      }
      for (const path of [`${home}/a`, LONG, "/etc/passwd/x"]) {
        for (const args of [["config", "info"], ["config", "contexts"], ["get", "members"]]) {
          const { code, stderr } = await runCommand(args, { home, env: { OSCONFIG: path } });
          assert.notEqual(code, 0);
          assert.ok(!stderr.includes("internal error"), `${path} ${args}: ${stderr}`);
        }
      }
    }),
});

Deno.test("an error of the system that nothing expected names what failed", () => {
  const options = { typed: "osctl", debug: false };
  for (
    const [message, expected] of [
      ["File name too long (os error 36): stat '/x'", 'cannot stat "/x": file name too long'],
      ["No locks available (os error 37)", "the system reports: no locks available"],
      [
        "file name contained an unexpected NUL byte: stat 'a\0b'",
        'cannot stat "a\\x00b": the path contains a NUL byte',
      ],
    ] as const
  ) {
    const error = message.includes("NUL") ? new TypeError(message) : new Error(message);
    assert.equal(report(error, options), `osctl: ${expected}\n`);
  }
});

Deno.test("a file system without locks is named, with a hint", async () => {
  for (
    const reason of ["No locks available (os error 37)", "Function not implemented (os error 38)"]
  ) {
    const file = { tryLock: () => Promise.reject(new Error(reason)) } as unknown as Deno.FsFile;
    await assert.rejects(tryLock(file, "/x"), {
      message: 'cannot lock "/x": its file system has no locks',
      hint: "use a folder on another file system",
    });
  }
});
