import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { parseConfig } from "../../../lib/osconfig/mod.ts";
import { TWO, withConfigHome } from "./home.ts";

const usage = 'see "osctl config';

Deno.test("config add creates the file, 0600 in a 0700 folder, and keeps the current context", async () => {
  await withConfigHome(async (home) => {
    for (const name of ["ca", "crt", "key"]) {
      await Deno.writeTextFile(`${home.folder}/${name}.pem`, `the ${name}\n`);
    }
    const before = Deno.umask(0o000);
    try {
      strictEqual(
        await home.quietly(
          ["add", "lab", "--ca", "ca.pem", "--crt", "crt.pem", "--key", `${home.folder}/key.pem`],
        ),
        "",
      );
    } finally {
      Deno.umask(before);
    }
    strictEqual(
      await home.read(),
      `context: ""
contexts:
    lab:
        endpoints: []
        ca: ${btoa("the ca\n")}
        crt: ${btoa("the crt\n")}
        key: ${btoa("the key\n")}
`,
    );
    strictEqual(Deno.statSync(home.path).mode! & 0o777, 0o600);
    strictEqual(Deno.statSync(`${home.folder}/.os`).mode! & 0o777, 0o700);
  });
});

Deno.test("config add replaces a context of the same name without a word", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    strictEqual(await home.quietly(["add", "lab"]), "");
    const { config } = parseConfig(await home.read(), "file");
    strictEqual(config.current, "lab");
    deepStrictEqual(config.contexts.get("lab"), { endpoints: [], nodes: [] });
  });
});

Deno.test("config add needs --crt and --key together, a name, and files that exist", async () => {
  await withConfigHome(async (home) => {
    for (
      const words of [["add", "a", "--crt", "x"], ["add", "a", "--key=x"], ["add", ""], ["add"]]
    ) {
      const { code, stderr } = await home.run(words);
      strictEqual(code, 2);
      strictEqual(stderr.includes(usage), true, stderr);
    }
    const { code, stderr } = await home.run(["add", "a", "--ca", "none"]);
    strictEqual(code, 1);
    strictEqual(stderr, `osctl: cannot read "${home.folder}/none": no such file or folder\n`);
    deepStrictEqual(home.files(), []);
  });
});

Deno.test("config context chooses an existing context", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    for (const [name, context] of [["context", "prod"], ["use-context", "lab"]] as const) {
      strictEqual(await home.quietly([name, context]), "");
      strictEqual(parseConfig(await home.read(), "file").config.current, context);
    }
    const { code, stderr } = await home.run(["context", "prdo"]);
    strictEqual(code, 1);
    strictEqual(
      stderr,
      `osctl: context "prdo" is not defined in "${home.path}"; did you mean "prod"? ` +
        'known contexts: "lab", "prod"\n',
    );
  });
});

Deno.test("config context without a name lets a person pick from a list", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    let offered: readonly string[] = [];
    let start: string | undefined;
    const prompts = {
      confirm: () => Promise.reject(new Error("not asked")),
      select: (_question: string, choices: readonly string[], initial?: string) => {
        [offered, start] = [choices, initial];
        return Promise.resolve("prod");
      },
    };
    await home.quietly(["context"], { terminals: ["stdin", "stdout"], wiring: { prompts } });
    deepStrictEqual(offered, ["lab", "prod"]);
    strictEqual(start, "lab");
    strictEqual(parseConfig(await home.read(), "file").config.current, "prod");
  });
});

Deno.test("config context without a name and without a terminal lists the contexts", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const { code, stderr } = await home.run(["context"]);
    strictEqual(code, 2);
    strictEqual(
      stderr.startsWith(
        'osctl: missing <context> for "osctl config context"; known contexts: "lab", "prod"; see ',
      ),
      true,
      stderr,
    );
  });
});

Deno.test("config endpoint replaces the endpoints, trimmed", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    await home.quietly(["endpoint", " 10.0.0.9 ", "[::1]:50001"]);
    await home.quietly(["endpoints", "example.org", "--context", "prod"]);
    const { contexts } = parseConfig(await home.read(), "file").config;
    deepStrictEqual(contexts.get("lab")?.endpoints, ["10.0.0.9", "[::1]:50001"]);
    deepStrictEqual(contexts.get("prod")?.endpoints, ["example.org"]);
    strictEqual((await home.run(["endpoint"])).code, 2);
    strictEqual((await home.run(["endpoint", " "])).code, 2);
  });
});

Deno.test("config node replaces the nodes; none clears them", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    await home.quietly(["node", "a", " b"]);
    await home.quietly(["nodes", "c", "--context=prod"]);
    const nodes = async (name: string) =>
      parseConfig(await home.read(), "file").config.contexts.get(name)?.nodes;
    deepStrictEqual(await nodes("lab"), ["a", "b"]);
    deepStrictEqual(await nodes("prod"), ["c"]);
    await home.quietly(["node"]);
    deepStrictEqual(await nodes("lab"), []);
    strictEqual((await home.read()).includes("nodes: []"), false);
    strictEqual((await home.run(["node", ""])).code, 2);
  });
});

Deno.test("config endpoint and node need a valid current context, even with --context", async () => {
  await withConfigHome(async (home) => {
    for (const current of ["", "gone"]) {
      const text = TWO.replace("context: lab", `context: "${current}"`);
      await home.write(text);
      for (const words of [["endpoint", "x"], ["node", "x"], ["info"]]) {
        strictEqual((await home.run(words)).code, 1);
        const named = await home.run([...words, "--context", "prod"]);
        strictEqual(named.code, 1);
        strictEqual(named.stderr.includes("give --context"), false, named.stderr);
      }
      strictEqual(await home.read(), text);
    }
  });
});

Deno.test("changing a configuration that does not exist creates nothing", async () => {
  await withConfigHome(async (home) => {
    for (const words of [["context", "a"], ["endpoint", "a"], ["node", "a"], ["remove", "a"]]) {
      const { code, stderr } = await home.run(words);
      strictEqual(code, 1);
      strictEqual(stderr.startsWith("osctl: there is no client configuration; "), true, stderr);
      strictEqual((await home.run([...words, "--osconfig", "none"])).code, 1);
    }
    deepStrictEqual(home.files(), []);
  });
});

Deno.test("config add writes to the file OSCONFIG names, which may be missing", async () => {
  await withConfigHome(async (home) => {
    await home.quietly(["add", "a"], { env: { OSCONFIG: "sub/mine" } });
    deepStrictEqual(home.files(), ["sub", "sub/mine"]);
    await home.quietly(["add", "b", "--osconfig", "other"], { env: { OSCONFIG: "sub/mine" } });
    deepStrictEqual(home.files(), ["other", "sub", "sub/mine"]);
  });
});
