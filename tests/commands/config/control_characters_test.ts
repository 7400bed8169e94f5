import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { TWO, withConfigHome } from "./home.ts";

const EVIL = String.raw`context: "ev\e[31mil\nx"
contexts:
    "ev\e[31mil\nx":
        endpoints: ["a\tb"]
        nodes: ["c\u202ed"]
`;
const HINT = "remove line breaks, tabs and invisible characters";

Deno.test("config add rejects control characters in a name", async () => {
  await withConfigHome(async (home) => {
    for (
      const [name, shown] of [["a\x1b[31m", "a\\x1b[31m"], ["a\nb", "a\\nb"], [
        "a\u202eb",
        "a\\u202eb",
      ], ["a\x9bb", "a\\x9bb"]] as const
    ) {
      const { code, stderr } = await home.run(["add", name]);
      strictEqual(code, 2);
      strictEqual(
        stderr,
        `osctl: the context name "${shown}" has control characters; ${HINT}; ` +
          'see "osctl config add --help"\n',
      );
    }
    deepStrictEqual(home.files(), []);
  });
});

Deno.test("config endpoint and node reject control characters", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    for (const [command, what] of [["endpoint", "the endpoint"], ["node", "the node"]] as const) {
      const { code, stderr } = await home.run([command, "10.0.0.2", "a\tb"]);
      strictEqual(code, 2);
      strictEqual(
        stderr,
        `osctl: ${what} "a\\tb" has control characters; ${HINT}; ` +
          `see "osctl config ${command} --help"\n`,
      );
    }
    strictEqual(await home.read(), TWO);
  });
});

Deno.test("config merge rejects a file with control characters in a name and merges nothing", async () => {
  await withConfigHome(async (home) => {
    await Deno.writeTextFile(`${home.folder}/evil`, EVIL);
    const { code, stdout, stderr } = await home.run(["merge", "evil"]);
    strictEqual(code, 1);
    strictEqual(stdout, "");
    strictEqual(
      stderr,
      `osctl: the name of context "ev\\x1b[31mil\\nx" in "${home.folder}/evil" has control ` +
        "characters; rename the context in that file first\n",
    );
    deepStrictEqual(home.files(), ["evil"]);
  });
});

Deno.test("config escapes control characters in names", async () => {
  await withConfigHome(async (home) => {
    await home.write(EVIL);
    const contexts = await home.run(["contexts"]);
    strictEqual(contexts.stderr, "");
    strictEqual(
      contexts.stdout,
      "CURRENT   NAME              ENDPOINTS   NODES\n" +
        "*         ev\\x1b[31mil\\nx   a\\tb        c\\u202ed\n",
    );
    const info = await home.run(["info"]);
    strictEqual(
      info.stdout,
      "Current context:     ev\\x1b[31mil\\nx\n" +
        "Nodes:               c\\u202ed\n" +
        "Endpoints:           a\\tb\n",
    );
    strictEqual(
      await home.succeed(["remove", "*", "-y"]),
      'osctl: cannot remove the current context "ev\\x1b[31mil\\nx"; first set another one with ' +
        '"osctl config context <name>"\n',
    );
    await home.write(EVIL.replace(/^context.*/, "context: lab"));
    strictEqual(
      await home.succeed(["remove", "*", "-y"]),
      'removed context "ev\\x1b[31mil\\nx"\n',
    );
    strictEqual((await home.read()).includes("ev"), false);
  });
});
