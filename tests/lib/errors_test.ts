/** Denials of the runtime in error messages. */
import assert from "node:assert/strict";
import { findDenial, OsctlError } from "../../lib/errors.ts";

const requires = (what: string, flag: string) =>
  `Requires ${what}, run again with the ${flag} flag`;

Deno.test("an error names the flag and the value of a denied permission", () => {
  const cases: Record<string, string> = {
    [requires('read access to "/etc/hosts"', "--allow-read")]: "--allow-read=/etc/hosts",
    [requires('write access to "/a/.os/config"', "--allow-write")]: "--allow-write=/a/.os/config",
    [requires('write access to "/a/kube.1f.tmp"', "--allow-write")]: "--allow-write=/a",
    [requires('write access to "/a/config.lock"', "--allow-write")]: "--allow-write=/a",
    [requires('read access to "/tmp/.x.yaml.swp"', "--allow-read")]: "--allow-read=/tmp",
    [requires('write access to "x.tmp"', "--allow-write")]: "--allow-write=.",
    [requires('write access to "/x.tmp"', "--allow-write")]: "--allow-write=/",
    [requires('write access to "C:\\a\\x.tmp"', "--allow-write")]: "--allow-write=C:\\a",
    [requires('write access to "/my files/x"', "--allow-write")]: "'--allow-write=/my files/x'",
    [requires('net access to "[::1]:50000"', "--allow-net")]: "--allow-net=[::1]:50000",
    [requires('env access to "HOME"', "--allow-env")]: "--allow-env=HOME",
    [requires('run access to "vi"', "--allow-run")]: "--allow-run=vi",
    [requires('sys access to "uid"', "--allow-sys")]: "--allow-sys=uid",
    [requires("ffi access", "--allow-ffi")]: "--allow-ffi",
    [requires('all access to "/proc/self/status"', "--allow-all")]: "--allow-all",
  };
  for (const [text, flag] of Object.entries(cases)) {
    const { message, hint } = new OsctlError("file", `cannot do "x": ${text}`, { hint: "other" });
    assert.equal(message, 'cannot do "x": permission denied by the runtime');
    assert.equal(hint, `add ${flag}`);
  }
});

Deno.test("the runtime's texts about permissions are recognized", async () => {
  const script = `
    const tries = [
      () => Deno.readTextFileSync("/etc/hosts"),
      () => Deno.writeTextFileSync("/none/x.tmp", ""),
      () => Deno.env.get("HOME"),
      () => Deno.uid(),
      () => Deno.dlopen("/none/x.so", {}),
      () => new Deno.Command("/none/vi").outputSync(),
      () => Deno.connect({ hostname: "127.0.0.1", port: 1 }),
    ];
    for (const attempt of tries) {
      try {
        await attempt();
        console.log("allowed");
      } catch (error) {
        console.log(error.message);
      }
    }
  `;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--no-config",
      `data:text/javascript,${encodeURIComponent(script)}`,
    ],
    env: { NO_COLOR: "1" },
  }).output();
  const found = new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) =>
    findDenial(line)?.flag ?? line
  );
  assert.deepEqual(found, [
    "--allow-read=/etc/hosts",
    "--allow-write=/none",
    "--allow-env=HOME",
    "--allow-sys=uid",
    "--allow-ffi=/none/x.so",
    "--allow-run=/none/vi",
    "--allow-net=127.0.0.1:1",
  ]);
});

Deno.test("other messages stay as they are", () => {
  const { message, hint } = new OsctlError("file", "cannot read: Requires time", {
    hint: "wait",
  });
  assert.deepEqual([message, hint], ["cannot read: Requires time", "wait"]);
});
