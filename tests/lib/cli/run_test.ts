import { deepEqual, equal, match } from "node:assert/strict";
import { commandFor, group } from "../../../lib/cli/command.ts";
import type { Context } from "../../../lib/cli/context.ts";
import { bool, string } from "../../../lib/cli/flags.ts";
import { globalFlags } from "../../../lib/cli/global_flags.ts";
import type { NodeClient } from "../../../lib/client/types.ts";
import type { Wiring } from "../../../lib/cli/wiring.ts";
import { type ErrorKind, MultiNodeError, OsctlError } from "../../../lib/errors.ts";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";
import { stopReason } from "../../../lib/platform/unfinished_error.ts";
import { fakeSystem } from "../../helpers/fake_system.ts";
import { runCommand, type RunCommandOptions } from "../../helpers/run_command.ts";

/** Runs `osctl sub act` with a handler. */
async function act(
  handler: (context: Context<NodeClient>) => Promise<void>,
  options: RunCommandOptions = {},
) {
  const command = commandFor<NodeClient>("act").flags({ force: bool({ help: "f" }) }).run(handler);
  const tree = group<NodeClient>("osctl", {
    summary: "",
    flags: globalFlags,
    children: [
      group("sub", { summary: "", flags: { name: string({ help: "n" }) }, children: [command] }),
    ],
  });
  return await runCommand(["sub", "act", "--force", "--name=x", "-n=a,b"], { tree, ...options });
}

const fail = (error: unknown) => () => Promise.reject(error);

Deno.test("runProgram() exits with 0 after a successful command", async () => {
  const { code, stdout, stderr } = await act(({ stdout }) => stdout.write("done\n"));
  deepEqual([code, stdout, stderr], [0, "done\n", ""]);
});

Deno.test("runProgram() prints errors as one line with their hint, and exits with their code", async () => {
  const codes: Record<ErrorKind, number> = {
    usage: 2,
    input: 1,
    file: 1,
    connection: 1,
    node: 1,
    unsupported: 1,
    cancelled: 130,
  };
  for (const [kind, expected] of Object.entries(codes)) {
    const error = new OsctlError(kind as ErrorKind, 'cannot do "it"', { hint: "try again" });
    const { code, stdout, stderr } = await act(fail(error));
    equal(code, expected, kind);
    equal(stdout, "");
    const help = kind === "usage" ? '; see "osctl sub act --help"' : "";
    equal(stderr, `osctl: cannot do "it"; try again${help}\n`);
  }
  equal((await act(fail(new OsctlError("file", "no hint")))).stderr, "osctl: no hint\n");
});

Deno.test("runProgram() prints a line per failed node and exits with 1", async () => {
  const error = new MultiNodeError([
    { node: "10.0.0.2", error: new OsctlError("connection", "refused", { hint: "is it up" }) },
    { node: "10.0.0.3", error: new OsctlError("node", "permission denied") },
  ]);
  const { code, stderr } = await act(fail(error));
  equal(code, 1);
  equal(stderr, "osctl: 10.0.0.2: refused; is it up\nosctl: 10.0.0.3: permission denied\n");
});

Deno.test("runProgram() escapes control characters in errors", async () => {
  const text = "a\r\n  b\tc\u001b[31md\u0000e\u009bf\u202eg";
  const { stderr } = await act(fail(new OsctlError("node", text, { hint: "x\ny" })));
  equal(stderr, "osctl: a b c\\x1b[31md\\x00e\\x9bf\\u202eg; x y\n");
});

Deno.test("runProgram() prints internal errors as one line, with a stack only with OSCTL_DEBUG", async () => {
  for (const bug of [new TypeError("x is undefined"), "thrown text", undefined]) {
    const { code, stderr } = await act(fail(bug));
    equal(code, 1);
    match(stderr, /^osctl: internal error: .*; this is a bug; please report it [^\n]*\n$/);
  }
  const cause = new Error("deep down");
  const bug = new TypeError("x is undefined", { cause });
  const { stderr } = await act(fail(bug), { env: { OSCTL_DEBUG: "1" } });
  match(stderr, /^osctl: internal error: TypeError: x is undefined;.*\n.*\n {4}at .*run_test\.ts/);
  match(stderr, /caused by Error: deep down\n/);
});

Deno.test("runProgram() prints a notice after a signal and exits with its code", async () => {
  for (const [name, expected] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
    for (
      const thrown of [
        undefined,
        new OsctlError("cancelled", "the call was cancelled"),
        new DOMException("stopped", "AbortError"),
      ]
    ) {
      const controller = new AbortController();
      const { code, stderr } = await act(({ signal }) => {
        controller.abort(new InterruptError(name));
        return Promise.reject(thrown ?? signal.reason);
      }, { signal: controller.signal, terminals: ["stderr"] });
      equal(code, expected);
      equal(stderr, "osctl: stopping; press ^C again to exit at once\n");
    }
  }
});

Deno.test("runProgram() reports failed and incomplete nodes after a signal", async () => {
  const cancelled = new OsctlError("cancelled", "the call was cancelled");
  const failed = new OsctlError("node", "no such file");
  const cases = [
    [[["a", cancelled]], "osctl: interrupted; incomplete: a\n"],
    [
      [["a", cancelled], ["b", failed], ["c", cancelled]],
      "osctl: b: no such file\nosctl: interrupted; incomplete: a, c\n",
    ],
  ] as const;
  for (const [failures, expected] of cases) {
    const controller = new AbortController();
    const { code, stderr } = await act(() => {
      controller.abort(new InterruptError("SIGINT"));
      return Promise.reject(new MultiNodeError(failures.map(([node, error]) => ({ node, error }))));
    }, { signal: controller.signal });
    deepEqual([code, stderr], [130, expected]);
  }
});

Deno.test("runProgram() prints nothing for a cancelled command without a terminal", async () => {
  const controller = new AbortController();
  const { code, stderr } = await act(({ signal }) => {
    controller.abort(new InterruptError("SIGINT"));
    return Promise.reject(signal.reason);
  }, { signal: controller.signal });
  deepEqual([code, stderr], [130, ""]);
});

Deno.test("runProgram() exits with 0 if the handler resolves after ^C", async () => {
  const controller = new AbortController();
  const { code } = await act(() => {
    controller.abort(new InterruptError("SIGINT"));
    return Promise.resolve();
  }, { signal: controller.signal });
  equal(code, 0);
});

Deno.test("runProgram() prints errors after ^C", async () => {
  const controller = new AbortController();
  const { code, stderr } = await act(() => {
    controller.abort(new InterruptError("SIGINT"));
    return Promise.reject(new OsctlError("file", "cannot remove the half of a file"));
  }, { signal: controller.signal });
  deepEqual([code, stderr], [130, "osctl: cannot remove the half of a file\n"]);
});

Deno.test("runProgram() cancels the command and prints nothing after a broken pipe", async () => {
  const system = fakeSystem({ terminals: ["stderr"] });
  system.stdout.onWrite = () => {
    throw new Deno.errors.BrokenPipe("gone");
  };
  let cancelled = false;
  const { code, stderr } = await act(async ({ stdout, signal }) => {
    signal.addEventListener("abort", () => cancelled = true);
    await stdout.write("line\n");
  }, { system });
  deepEqual([code, stderr, cancelled], [0, "", true]);
});

Deno.test("runProgram() reports write errors of stdout without internal error", async () => {
  const system = fakeSystem();
  system.stdout.onWrite = () => {
    throw new Error("No space left on device (os error 28)");
  };
  const { code, stderr } = await act(({ stdout }) => stdout.write("x"), { system });
  deepEqual([code, stderr], [1, "osctl: cannot write the output: no space left on device\n"]);
});

Deno.test("runProgram() ignores errors of the handler after a broken pipe", async () => {
  const system = fakeSystem();
  system.stdout.onWrite = () => {
    throw new Deno.errors.BrokenPipe("gone");
  };
  const { code, stderr } = await act(async ({ stdout }) => {
    await stdout.write("x").catch(() => Promise.reject(new OsctlError("node", "stream ended")));
  }, { system });
  deepEqual([code, stderr], [0, ""]);
});

Deno.test("runProgram() reports work on nodes that a broken pipe has stopped", async () => {
  const system = fakeSystem();
  system.stdout.onWrite = () => {
    throw new Deno.errors.BrokenPipe("gone");
  };
  const { code, stderr } = await act(async ({ stdout, signal }) => {
    await stdout.write("x").catch(() => Promise.reject(stopReason(signal)));
  }, { system });
  deepEqual([code, stderr], [1, "osctl: stopped: the reader of the output has closed it\n"]);
});

Deno.test("runProgram() returns the exit code of an error if stderr is closed", async () => {
  const system = fakeSystem();
  system.stderr.onWrite = () => {
    throw new Deno.errors.BrokenPipe("gone");
  };
  equal((await act(fail(new OsctlError("node", "x")), { system })).code, 1);
});

Deno.test("runProgram() reports flags with their declaring command", async () => {
  const reported: string[] = [];
  const ended: Wiring<never>["ended"] = (flags) => {
    for (const { declaredBy, name } of flags) reported.push(`${declaredBy}:${name}`);
  };
  await act(() => Promise.resolve(), { wiring: { ended } });
  deepEqual(reported, ["sub act:force", "sub:name", ":nodes"]);
});

Deno.test("openClient() receives flags and release", async () => {
  const seen: unknown[] = [];
  const wiring: RunCommandOptions["wiring"] = {
    openClient(system, options) {
      seen.push(system.release, options.insecure, options.connection.nodes);
      return Promise.reject(new OsctlError("connection", "no route"));
    },
  };
  const { code } = await act(async (context) => {
    const flags = { nodes: ["a"], endpoints: [], cluster: "", context: "", osconfig: "" };
    await context.openClient({ connection: flags, insecure: true });
  }, { wiring, release: "v1.4" });
  equal(code, 1);
  deepEqual(seen, ["v1.4", true, ["a"]]);
});

Deno.test("prompts reject standard streams that are not terminals", async () => {
  for (
    const prompt of [
      (context: Context<NodeClient>) => context.prompts.confirm("Really?"),
      (context: Context<NodeClient>) => context.prompts.select("Really?", ["a", "b"]),
    ]
  ) {
    const { code, stderr } = await act(async (context) => void await prompt(context));
    equal(code, 2);
    match(
      stderr,
      /^osctl: cannot prompt "Really\?": standard input is not a terminal; pass the answer/,
    );

    // The prompt would be written to the redirected output.
    const redirected = await act(async (context) => void await prompt(context), {
      terminals: ["stdin"],
    });
    equal(redirected.code, 2);
    match(
      redirected.stderr,
      /^osctl: cannot prompt "Really\?": standard output is not a terminal; pass/,
    );
  }
});
