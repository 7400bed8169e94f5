/** Text of nodes never controls a terminal, whatever command prints it. */
import assert from "node:assert/strict";
import { wiring } from "../../commands/wiring.ts";
import type { NodeClient } from "../../lib/client/types.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { RpcError } from "../../lib/rpc/mod.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { commandPaths, isLocal, wordsOf, writeInputs } from "./command_arguments.ts";

/** Longest run of a command, milliseconds. */
const MAX_MS_LENGTH = 4000;

/** Clipboard, title, reset, erasure, concealed text, black on black, 8-bit CSI, direction. */
const EVIL = "\x1b]52;c;aGk=\x07\x1b]0;t\x07\x1bc\x1b[2J\x1b[8m\x1b[30;40m\x9b8m\u202e";
// deno-lint-ignore no-control-regex -- what it matches
const CONTROLS = /\x1b[\]c]|\x07|\x1b\[2J|\x1b\[8m|\x1b\[30;40m|[\x80-\x9f]|\u202e/;
const ESCAPED = /\\x1b|\\u001b|\\u202e/;

/** Lines besides the arguments of every command. */
const LINES: readonly string[] = [
  "containers -o json",
  "dmesg -o json",
  "events --tail 5 --duration 1s -o json",
  "get mc -o yaml",
  "get members",
  "get members -o json",
  "get members -o jsonpath={.spec.hostname}",
  "get services -o name",
  "inspect dependencies -o svg",
  "inspect dependencies -o json",
  "kubeconfig -",
  "list -l /etc",
  "logs machined -o json",
  "processes -o jsonpath={.command}",
  "read /proc/version",
  "service machined",
  "version -o yaml",
];

/** Appends the text to each string in a message, and to the values of resources. */
function poison(value: unknown, key = "", path: readonly string[] = []): unknown {
  if (typeof value === "string") {
    if (key === "yamlSpec") {
      return value.replaceAll(
        /: ([\w.-]+)$/gm,
        (_, text: string) => `: ${JSON.stringify(text + EVIL)}`,
      );
    }
    // Types and identifiers decide what is decoded.
    const isIdentity = path.includes("metadata") || key === "type_url" || value === "";
    return isIdentity ? value : value + EVIL;
  }
  if (value instanceof Uint8Array) {
    if (path.includes("data")) return value;
    return Uint8Array.of(...value, ...new TextEncoder().encode(`\n${EVIL}\n`));
  }
  if (Array.isArray(value)) return value.map((item) => poison(item, key, path));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) === null) {
    return value;
  }
  const { type } = (value as { metadata?: { type?: string } }).metadata ?? {};
  if (type === "ResourceDefinitions.meta.cosi.dev") return value;
  for (const [name, item] of Object.entries(value)) {
    Reflect.set(value, name, poison(item, name, [...path, name]));
  }
  return value;
}

/** Returns a client whose responses contain the text, or fail with it. */
function poisoned(client: NodeClient, mode: "values" | "errors"): NodeClient {
  const error = () => new RpcError("node", `failed: ${EVIL}`, 2, `failed: ${EVIL}`);
  async function* all<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const message of messages) yield poison(message) as T;
    if (mode === "errors") throw error();
  }
  return new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      // deno-lint-ignore no-explicit-any -- all methods of the client
      return (...args: any[]) => {
        const result = member.apply(target, args);
        switch (name) {
          case "openDirect":
            return poisoned(result, mode);
          case "stream":
          case "plainStream":
            return all(result);
          case "call":
            return mode === "errors"
              ? result.then(() => client.nodes.map((node) => ({ node, error: error() })))
              : result.then((results: { value?: unknown }[]) =>
                results.map((one) => ({ ...one, value: poison(one.value) }))
              );
          case "plainCall":
          case "upload":
            return result.then((value: unknown) => {
              if (mode === "errors") throw error();
              return poison(value);
            });
          default:
            return result;
        }
      };
    },
  });
}

for (const mode of ["values", "errors"] as const) {
  Deno.test(`no control sequence in the ${mode} of a node reaches a terminal`, async (t) => {
    let shownEscaped = 0;
    await withSandbox({}, async (sandbox) => {
      const { run, home, nodes } = sandbox;
      await writeInputs(sandbox);
      for (const line of [...LINES, ...commandPaths().filter((path) => !isLocal(path))]) {
        await t.step(line, async () => {
          const stop = new AbortController();
          const timer = setTimeout(() => stop.abort(new InterruptError("SIGINT")), MAX_MS_LENGTH);
          const system = fakeSystem({
            home,
            clock: wallClock,
            signal: stop.signal,
            terminals: ["stdout", "stderr"],
            env: { OSCTL_DEBUG: "1", EDITOR: "true" },
          });
          const openClient: typeof wiring.openClient = async (...args) =>
            poisoned(await wiring.openClient(...args), mode);
          const words = [...wordsOf(sandbox, line), "-n", nodes[0]!.address];
          const { stdout, stderr } = await run(words, { system, wiring: { openClient } });
          clearTimeout(timer);
          const shown = stdout + stderr;
          const found = CONTROLS.exec(shown);
          const context = found && shown.slice(Math.max(0, found.index - 80), found.index + 80);
          assert.equal(context, null, JSON.stringify(context));
          assert.doesNotMatch(shown, /internal error/);
          if (ESCAPED.test(shown)) shownEscaped++;
        });
      }
    });
    assert.ok(shownEscaped > 25, `${shownEscaped} commands print text of the node`);
  });
}
