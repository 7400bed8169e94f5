/** `context` and `shell`: commands bound to one context. */
import { deepEqual, equal, match } from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";

const terminals = ["stdin", "stdout", "stderr"] as const;

Deno.test("context switches by name, to the previous one, and prompts on a terminal", () =>
  withSandbox({}, async ({ run, osconfig }) => {
    const text = await Deno.readTextFile(osconfig);
    await Deno.writeTextFile(`${osconfig}-lab`, text.replaceAll("test", "lab"));
    equal((await run(["config", "merge", `${osconfig}-lab`])).code, 0);
    equal((await run(["context", "test"])).code, 0);
    equal((await run(["context", "lab"])).code, 0);
    match((await run(["context", "-"])).stderr, /the current context is now "test"/);
    const script = await run(["context"]);
    equal(script.code, 2);
    match(
      script.stderr,
      /^osctl: missing <context> for "osctl context"; known contexts: "lab", "test"/,
    );
  }));

Deno.test("a shell has one context; others are refused in it", () =>
  withSandbox({}, async ({ run, home, osconfig, controlPlanes: [control] }) => {
    const shell = `${home}/shell`;
    const output = `${home}/output`;
    await Deno.writeTextFile(shell, `#!/bin/sh\necho "$OSCTL_CONTEXT $OSCONFIG" > ${output}\n`, {
      mode: 0o700,
    });
    const started = await run(["shell", "test"], { terminals, env: { SHELL: shell } });
    deepEqual([started.code, started.stderr], [0, ""]);
    equal(await Deno.readTextFile(output), `test ${osconfig}\n`);
    const env = { OSCTL_CONTEXT: "test", OSCONFIG: osconfig };
    const node = ["-n", control!.address];
    equal((await run(["memory", ...node], { env })).code, 0);
    equal((await run(["memory", ...node, "--context", "test"], { env })).code, 0);
    for (
      const args of [
        ["memory", ...node, "--context", "other"],
        ["memory", ...node, "--osconfig", "/x"],
        ["context", "other"],
        ["config", "context", "other"],
        ["shell", "other"],
      ]
    ) {
      const { code, stderr } = await run(args, { env, terminals });
      equal(code, 2, args.join(" "));
      match(stderr, /^osctl: [^\n]*bound to context "test"; [^\n]+\n$/);
    }
    const bound = await run(["memory", ...node], { env: { ...env, OSCTL_CONTEXT: "gone" } });
    match(bound.stderr, /context "gone"/);
    const script = await run(["shell", "test"]);
    equal(script.code, 2);
    match(script.stderr, /^osctl: cannot start a shell: standard input is not a terminal; /);
    const missing = await run(["shell", "test"], { terminals, env: { SHELL: `${home}/absent` } });
    match(missing.stderr, /^osctl: shell "\S+absent" cannot be started: [^\n]+\n$/);
  }));
