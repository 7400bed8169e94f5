import { deepEqual, equal, rejects } from "node:assert/strict";
import { followNodes } from "../../../lib/cli/follow_nodes.ts";
import { MultiNodeError, OsctlError } from "../../../lib/errors.ts";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";
import { MemoryOutput } from "../../helpers/fake_system.ts";

const failure = (node: string) => ({ node, error: new OsctlError("node", "gone") });

function createFollower(nodes: readonly string[]) {
  const controller = new AbortController();
  const stderr = new MemoryOutput();
  const { signal } = controller;
  return {
    stderr,
    interrupt: () => controller.abort(new InterruptError("SIGINT")),
    follow: (body: Parameters<typeof followNodes>[2]) =>
      followNodes({ signal, stderr }, { nodes, typed: "osctl logs" }, body),
    signal,
  };
}

Deno.test("followNodes() reports failures of nodes at once, and their number at the end", async () => {
  const { stderr, follow } = createFollower(["a", "b", "c"]);
  await rejects(
    follow((failures) => {
      failures.push(failure("a"));
      failures.push(failure("b"));
      return Promise.resolve();
    }),
    new OsctlError("node", "streams of 2 of 3 nodes failed"),
  );
  equal(stderr.text, "osctl: a: gone\nosctl: b: gone\n");
});

Deno.test("followNodes() throws the failure of a single node", async () => {
  const { stderr, follow } = createFollower(["a"]);
  await rejects(
    follow((failures) => {
      failures.push(failure("a"));
      return Promise.resolve();
    }),
    (error) => error instanceof MultiNodeError && error.failures[0]!.node === "a",
  );
  equal(stderr.text, "");
});

Deno.test("followNodes() resolves after ^C, also after failures", async () => {
  const { stderr, follow, interrupt, signal } = createFollower(["a", "b"]);
  await follow((failures) => {
    failures.push(failure("a"));
    interrupt();
    return Promise.reject(signal.reason);
  });
  await createFollower(["a"]).follow(() => Promise.resolve());
  deepEqual(stderr.text, "osctl: a: gone\n");
});
