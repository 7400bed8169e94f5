import { deepEqual, equal, throws } from "node:assert/strict";
import { createSelfCommand, findExecutable } from "../../../lib/platform/self_command.ts";

Deno.test("createSelfCommand() starts this program from any folder", async () => {
  const { command, args } = createSelfCommand(["help", "--context", "a b"]);
  equal(command, Deno.execPath());
  deepEqual(args.slice(-3), ["help", "--context", "a b"]);
  const folder = await Deno.makeTempDir();
  try {
    const { code, stdout } = await new Deno.Command(command, { args, cwd: folder }).output();
    equal(code, 0);
    equal(new TextDecoder().decode(stdout).includes("osctl <command>"), true);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "a process whose executable was replaced starts the new one",
  // A running executable cannot be removed there.
  ignore: Deno.build.os === "windows",
  fn: testReplaced,
});

async function testReplaced(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-self-" });
  try {
    const path = `${folder}/runtime`;
    await Deno.copyFile(Deno.execPath(), path);
    const module = new URL("../../../lib/platform/self_command.ts", import.meta.url).href;
    const script = `
      const { createSelfCommand } = await import(${JSON.stringify(module)});
      console.log("started");
      await Deno.stdin.read(new Uint8Array(1));
      console.log(createSelfCommand(["help"]).command, Deno.execPath());`;
    const child = new Deno.Command(path, {
      args: ["eval", "--no-config", script],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    equal((await reader.read()).value, "started\n");
    // As install(1) replaces a file.
    await Deno.remove(path);
    await Deno.writeTextFile(path, "the new release", { mode: 0o755 });
    const writer = child.stdin.getWriter();
    await writer.write(new Uint8Array(1));
    await writer.close();
    const { value = "" } = await reader.read();
    await reader.cancel();
    await child.status;
    const resolved = await Deno.realPath(path);
    equal(value, `${resolved} ${resolved}${Deno.build.os === "linux" ? " (deleted)" : ""}\n`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("an executable that was renamed, replaced or removed is found, or named", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-self-" });
  try {
    const path = `${folder}/osctl`;
    const renamed = `${folder}/osctl.old`;
    throws(() => findExecutable([path, `${path} (deleted)`]), {
      kind: "file",
      message: `cannot start osctl again: "${path}" was removed`,
    });
    await Deno.writeTextFile(renamed, "");
    equal(findExecutable([path, renamed]), renamed);
    await Deno.writeTextFile(path, "");
    equal(findExecutable([path, renamed]), path);
    equal(findExecutable([`${path} (deleted)`]), path);
    await Deno.writeTextFile(`${path} (deleted)`, "");
    equal(findExecutable([`${path} (deleted)`]), `${path} (deleted)`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
