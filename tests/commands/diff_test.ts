import assert from "node:assert/strict";
import { type Applied, CONFIG, configNodes, TOKEN } from "../helpers/config_nodes.ts";
import { withSandbox } from "../helpers/sandbox.ts";

Deno.test("diff compares a file with the active configuration of each node", async () => {
  const applied: Applied[] = [];
  const bindings = configNodes(applied);
  await withSandbox({ workers: 1, bindings }, async ({ run, nodes, home, dead }) => {
    const [one, two] = nodes.map(({ address }) => address);
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG.replace("# the only version", "# same"));
    const same = await run(["diff", "-f", "w.yaml", "-n", `${one},${two}`]);
    assert.deepEqual(
      [same.code, same.stdout, same.stderr],
      [0, "", `${one}: unchanged\n${two}: unchanged\n`],
    );
    const changed = CONFIG.replace('"1024"', '"4096"').replace(TOKEN, "abcdef.fedcba9876543210");
    const { code, stdout, stderr } = await run(["diff", "-f", "-", "-n", one!], { stdin: changed });
    assert.deepEqual([code, stderr], [1, ""]);
    assert.ok(stdout.startsWith(`--- a/${one}\n+++ b/${one}\n@@ -1,`), stdout);
    assert.match(stdout, /^- +net\.core\.somaxconn: "1024"\n\+ +net\.core\.somaxconn: "4096"$/m);
    assert.match(stdout, /^- +token: "\*+"\n\+ +token: "\*+"$/m);
    assert.ok(!stdout.includes(TOKEN) && !stdout.includes("fedcba"), stdout);
    const coloured = await run(["diff", "-f", "-", "-n", one!], {
      stdin: changed,
      terminals: ["stdout"],
    });
    // deno-lint-ignore no-control-regex -- SGR sequences
    assert.match(coloured.stdout, /\x1b\[32m\+ +net/);
    const patch = ["-p", '{"machine": {"sysctls": {"net.core.somaxconn": "1"}}}'];
    const patched = await run(["diff", "-f", "w.yaml", ...patch, "-n", `${one},${dead}`]);
    assert.equal(patched.code, 1);
    assert.match(patched.stdout, /^\+ +net\.core\.somaxconn: "1"$/m);
    assert.match(patched.stderr, new RegExp(`^osctl: ${dead}: cannot be reached `));
    const records = await run(["diff", "-f", "-", "-n", `${one},${dead}`, "-o", "json"], {
      stdin: changed,
    });
    assert.equal(records.code, 1);
    assert.match(records.stderr, new RegExp(`^osctl: ${dead}: cannot be reached `));
    assert.deepEqual(JSON.parse(records.stdout), [{ node: one, differs: true, diff: stdout }]);
    const equal = await run(["diff", "-f", "w.yaml", "-n", `${one},${two}`, "-o", "json=differs"]);
    assert.deepEqual(
      [equal.code, equal.stderr, JSON.parse(equal.stdout)],
      [0, "", [{ differs: false }, { differs: false }]],
    );
    assert.deepEqual(applied, []);
  });
});

Deno.test("diff requires a valid file", async () => {
  await withSandbox({}, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    const missing = await run(["diff", "-n", node]);
    assert.deepEqual([missing.code, missing.stdout], [2, ""]);
    assert.match(missing.stderr, /^osctl: --file is required; use a path, or - for stdin; /);
    await Deno.writeTextFile(`${home}/w.yaml`, "machine: 1\n");
    const invalid = await run(["diff", "-f", "w.yaml", "-n", node]);
    assert.deepEqual([invalid.code, invalid.stdout], [1, ""]);
    assert.match(invalid.stderr, /w\.yaml/);
  });
});
