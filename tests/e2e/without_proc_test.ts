/** The program in a container of few files: without /proc, a user database and HOME. */
import { equal, match } from "node:assert/strict";
import { Program } from "../../scripts/program.ts";

/** Creates a mount namespace without /proc and /etc/passwd, and runs the command in it. */
const SCRIPT = 'umount -l /proc && mount --bind /dev/null /etc/passwd && exec "$@"';

const isRoot = Deno.build.os === "linux" && Deno.uid() === 0;

Deno.test({
  name: "commands run without /proc, a user database and HOME",
  ignore: !isRoot,
  fn: async () => {
    await using program = await Program.create();
    await Deno.writeTextFile(
      `${program.home}/osconfig`,
      "context: lab\ncontexts:\n    lab:\n        endpoints: [127.0.0.1]\n",
    );
    const run = async (...args: string[]) => {
      const { command, args: start, env } = program.invocation;
      const { code, stdout, stderr } = await new Deno.Command("unshare", {
        args: ["--mount", "sh", "-c", SCRIPT, "sh", command, ...start, ...args],
        clearEnv: true,
        env: {
          PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
          DENO_DIR: env["DENO_DIR"] ?? "",
          OSCONFIG: `${program.home}/osconfig`,
        },
        cwd: program.home,
        stdin: "null",
      }).output();
      const text = new TextDecoder();
      return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
    };
    const version = await run("version", "--client");
    equal(
      version.stderr,
      "osctl: warning: /proc is not mounted; commands that call nodes or start processes fail\n",
    );
    match(version.stdout, /^Client:/);
    match((await run("config", "contexts")).stdout, /^\* +lab +127\.0\.0\.1/m);
    const secrets = await run("gen", "secrets");
    equal(secrets.code, 0, secrets.stderr);
    equal((await Deno.stat(`${program.home}/secrets.yaml`)).isFile, true);
  },
});
