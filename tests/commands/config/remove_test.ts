import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { parseConfig } from "../../../lib/osconfig/mod.ts";
import { type ConfigHome, withConfigHome } from "./home.ts";

const FOUR = "context: b\ncontexts: { a: {}, b: {}, test-1: {}, test-2: {} }\n";

async function names(home: ConfigHome): Promise<string[]> {
  return [...parseConfig(await home.read(), "file").config.contexts.keys()];
}

function prompts(answers: Readonly<Record<string, boolean>>, questions: string[]) {
  return {
    confirm(question: string) {
      questions.push(question);
      return Promise.resolve(answers[/"(.*)"/.exec(question)![1]!] ?? false);
    },
    select: () => Promise.reject(new Error("not asked")),
    text: () => Promise.reject(new Error("not asked")),
  };
}

Deno.test("config remove prompts for each match in order and removes the confirmed ones", async () => {
  await withConfigHome(async (home) => {
    await home.write(FOUR);
    const questions: string[] = [];
    const stderr = await home.succeed(["remove", "test-*"], {
      terminals: ["stdin", "stdout"],
      wiring: { prompts: prompts({ "test-2": true }, questions) },
    });
    deepStrictEqual(questions, ['Remove context "test-1"?', 'Remove context "test-2"?']);
    strictEqual(stderr, 'removed context "test-2"\n');
    deepStrictEqual(await names(home), ["a", "b", "test-1"]);
  });
});

Deno.test("config remove -y does not prompt, prints what it removed and keeps the current context", async () => {
  await withConfigHome(async (home) => {
    await home.write(FOUR);
    strictEqual(
      await home.succeed(["remove", "*", "-y"]),
      'osctl: cannot remove the current context "b"; first set another one with ' +
        '"osctl config context <name>"\n' +
        'removed context "a"\nremoved context "test-1"\nremoved context "test-2"\n',
    );
    deepStrictEqual(await names(home), ["b"]);
  });
});

Deno.test("config remove --dry-run neither prompts nor saves", async () => {
  await withConfigHome(async (home) => {
    await home.write(FOUR);
    const questions: string[] = [];
    for (const more of [[], ["--noconfirm"]]) {
      strictEqual(
        await home.succeed(["remove", "test-*", "--dry-run", ...more], {
          wiring: { prompts: prompts({}, questions) },
        }),
        'would remove context "test-1"\nwould remove context "test-2"\n',
      );
    }
    deepStrictEqual(questions, []);
    strictEqual(await home.read(), FOUR);
  });
});

Deno.test("config remove without a match is an error", async () => {
  await withConfigHome(async (home) => {
    await home.write(FOUR);
    const typo = await home.run(["remove", "test-3", "-y"]);
    strictEqual(typo.code, 1);
    strictEqual(/did you mean "test-\d"\?/.test(typo.stderr), true, typo.stderr);
    const pattern = await home.run(["remove", "x*", "-y"]);
    strictEqual(pattern.code, 1);
    strictEqual(
      pattern.stderr,
      'osctl: no context matches "x*"; known contexts: "a", "b", "test-1", "test-2"\n',
    );
    strictEqual((await home.run(["remove", "", "-y"])).code, 2);
    await home.write("");
    const empty = await home.run(["remove", "a", "-y"]);
    strictEqual(empty.code, 1);
    strictEqual(/has no contexts/.test(empty.stderr), true, empty.stderr);
  });
});

Deno.test("config remove accepts only * as a wildcard", async () => {
  await withConfigHome(async (home) => {
    await home.write("contexts: { 'a.b': {}, axb: {}, 'a[b]': {} }\n");
    await home.succeed(["remove", "a.b", "-y"]);
    deepStrictEqual(await names(home), ["a[b]", "axb"]);
    await home.succeed(["remove", "*[b]", "-y"]);
    deepStrictEqual(await names(home), ["axb"]);
  });
});

Deno.test("config remove without a terminal and without -y removes nothing", async () => {
  await withConfigHome(async (home) => {
    await home.write(FOUR);
    const { code, stderr } = await home.run(["remove", "a"]);
    strictEqual(code, 2);
    strictEqual(/not a terminal; pass -y to skip the confirmation;/.test(stderr), true, stderr);
    strictEqual(await home.read(), FOUR);
  });
});

Deno.test("config remove prints no removal when the file cannot be changed", async () => {
  await withConfigHome(async (home) => {
    await home.write(FOUR);
    const { code, stderr } = await home.run(["remove", "a"], {
      terminals: ["stdin", "stdout"],
      wiring: {
        prompts: {
          confirm: async () => {
            await home.write("contexts: [");
            return true;
          },
          select: () => Promise.reject(new Error("not asked")),
          text: () => Promise.reject(new Error("not asked")),
        },
      },
    });
    strictEqual(code, 1);
    strictEqual(/removed|removing/.test(stderr), false, stderr);
    strictEqual(await home.read(), "contexts: [");
  });
});
