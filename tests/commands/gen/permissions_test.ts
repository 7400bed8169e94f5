import assert from "node:assert/strict";
import { inFolder } from "./folder.ts";

const MAIN = new URL("../../../main.ts", import.meta.url).pathname;

/** Runs the program in a child process because the umask is per process. */
async function run(umask: string, cwd: string, args: readonly string[]): Promise<void> {
  const program = [Deno.execPath(), "run", "-A", "--quiet", "--no-check", MAIN, "gen", ...args];
  const { code, stderr } = await new Deno.Command("sh", {
    args: ["-c", 'umask "$0"; exec "$@"', umask, ...program],
    cwd,
    stdin: "null",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
}

Deno.test({
  name: "what the gen commands write is 0600 from the first byte, on any umask",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async ({ path, names, write }) => {
      const seen = new Map<string, number>();
      const watcher = Deno.watchFs(path);
      // Checks every file, including temporary ones, as soon as it exists.
      const watching = (async () => {
        for await (const { paths } of watcher) {
          for (const each of paths) {
            try {
              seen.set(each, (seen.get(each) ?? 0) | (await Deno.lstat(each)).mode!);
            } catch (error) {
              // The temporary file may have been renamed.
              if (!(error instanceof Deno.errors.NotFound)) throw error;
            }
          }
        }
      })();
      try {
        for (const umask of ["000", "777"]) {
          const name = `u${umask}`;
          await run(umask, path, ["ca", "--organization", `ca-${name}`]);
          await run(umask, path, ["keypair", "--organization", `pair-${name}`]);
          await run(umask, path, ["key", "--name", name]);
          await run(umask, path, ["csr", "--key", `${name}.key`, "--ip", "::1"]);
          const sign = ["--ca", `ca-${name}`, "--csr", `${name}.csr`, "--name", name];
          await run(umask, path, ["crt", ...sign]);
        }
      } finally {
        watcher.close();
        await watching;
      }
      const files = await names();
      assert.equal(files.length, 2 * 8);
      for (const name of files) {
        const { mode } = await Deno.lstat(`${path}/${name}`);
        assert.equal((mode! & 0o777).toString(8), "600", name);
      }
      assert.ok(seen.size > 0);
      for (const [file, modes] of seen) assert.equal((modes & 0o077).toString(8), "0", file);

      // Replacing a file readable by others restricts it.
      await write("open.key", "");
      await Deno.chmod(`${path}/open.key`, 0o644);
      await run("022", path, ["key", "--name", "open", "--force"]);
      assert.equal(((await Deno.lstat(`${path}/open.key`)).mode! & 0o777).toString(8), "600");
    }),
});
