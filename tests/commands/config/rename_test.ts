import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { TWO, withConfigHome } from "./home.ts";

Deno.test("config current-context prints the name, and an error without one", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const { code, stdout, stderr } = await home.run(["current-context"]);
    deepStrictEqual([code, stdout, stderr], [0, "lab\n", ""]);
    await home.write(TWO.replace("context: lab", 'context: ""'));
    const none = await home.run(["current-context"]);
    strictEqual(none.code, 1);
    strictEqual(none.stderr.startsWith("osctl: no current context in "), true, none.stderr);
  });
});

Deno.test("config rename keeps the place of the context, its comments and whether it is current", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO.replace("    lab:\n", "    # the lab\n    lab:\n        note: a\n"));
    strictEqual(await home.succeed(["rename", "lab", "a b"]), "");
    strictEqual(
      await home.read(),
      `context: a b
contexts:
    # the lab
    a b:
        endpoints:
            - 10.0.0.2
            - 10.0.0.3
        nodes:
            - 10.0.0.4
        note: a
    prod:
        endpoints: []
`,
    );
    strictEqual(await home.succeed(["rename-context", "prod", "zone"]), "");
    strictEqual((await home.run(["current-context"])).stdout, "a b\n");
  });
});

Deno.test("config rename rejects unknown, existing and unprintable names", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const cases = [
      [["lap", "x"], 1, 'context "lap" is not defined in'],
      [["lab", "prod"], 1, 'context "prod" already exists; choose another name, or remove it with'],
      [["lab", ""], 2, "the new name of the context is empty"],
      [["lab", "a\nb"], 2, 'the context name "a\\nb" has control characters'],
    ] as const;
    for (const [names, code, message] of cases) {
      const outcome = await home.run(["rename", ...names]);
      strictEqual(outcome.code, code);
      strictEqual(outcome.stderr.startsWith(`osctl: ${message}`), true, outcome.stderr);
    }
    strictEqual(await home.read(), TWO);
  });
});

Deno.test("config context - switches back and forth", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const none = await home.run(["context", "-"]);
    deepStrictEqual(
      [none.code, none.stderr],
      [
        1,
        'osctl: no previous context: none was switched from; list the contexts with "osctl config contexts"\n',
      ],
    );
    await home.succeed(["context", "prod"]);
    await home.succeed(["context", "prod"]);
    strictEqual(await home.succeed(["context", "-"]), 'the current context is now "lab"\n');
    strictEqual(await home.succeed(["context", "-"]), 'the current context is now "prod"\n');
    strictEqual((await home.run(["current-context"])).stdout, "prod\n");
    strictEqual(Deno.statSync(`${home.path}.previous`).mode! & 0o777, 0o600);
    await home.succeed(["rename", "lab", "new"]);
    strictEqual(await home.succeed(["context", "-"]), 'the current context is now "new"\n');
    await home.succeed(["remove", "prod", "-y"]);
    const removed = await home.run(["context", "-"]);
    strictEqual(removed.code, 1);
    strictEqual(removed.stderr.startsWith('osctl: context "prod" is not defined in'), true);
    await home.write(TWO.replace("prod:", "'-':"));
    strictEqual(await home.succeed(["context", "-"]), "");
    strictEqual((await home.run(["current-context"])).stdout, "-\n");
  });
});
