import assert from "node:assert/strict";
import {
  advance,
  initialProgress,
  type NodeProgress,
  type Update,
} from "../../../../lib/procedures/lifecycle/progress.ts";
import { renderProgress } from "../../../../lib/console/lifecycle/progress_view.ts";
import { createColours } from "../../../../lib/output/colour.ts";

const plain = createColours({ env: { get: () => "1" }, terminal: { isTerminal: () => true } });
const coloured = createColours({
  env: { get: () => undefined },
  terminal: { isTerminal: () => true },
});

function after(...updates: Partial<Update>[]): NodeProgress {
  return updates.reduce<NodeProgress>(
    (progress, update) =>
      advance(progress, { node: "10.0.0.2", kind: "event", text: "", time: 0, ...update }),
    initialProgress("10.0.0.2", 0),
  );
}

const render = (nodes: NodeProgress[], now = 0, columns = 100, rows = 20) =>
  renderProgress(nodes, { now, columns, rows, colours: plain });

Deno.test("a line shows node, elapsed time, phase, task, stage and what is awaited", () => {
  assert.deepEqual(render([after()]), ["• 10.0.0.2  0s      waiting for a subscription to events"]);
  const phase = after({ phase: "stop" }, { task: "stopAllServices", awaited: "the restart" });
  assert.deepEqual(render([phase], 65_000), [
    "• 10.0.0.2  1m05s   phase stop, task stopAllServices, waiting for the restart",
  ]);
  const lost = advance(phase, {
    node: "10.0.0.2",
    kind: "lost",
    text: "",
    time: 1,
    awaited: "the node to return",
  });
  assert.deepEqual(render([lost], 3_720_000), [
    "! 10.0.0.2  1h02m   waiting for the node to return",
  ]);
  const next = after({ phase: "one", task: "a" }, { phase: "two" }, { stage: "booting" });
  assert.match(render([next])[0]!, / {2}phase two, stage booting, waiting/);
});

Deno.test("a completed line shows the outcome and its time does not advance", () => {
  const done = after({ kind: "done", text: "reboot complete after 4s", time: 4000 });
  assert.deepEqual(render([done], 60_000), ["✓ 10.0.0.2  4s      reboot complete after 4s"]);
  const failed = after({ kind: "failed", text: "no\x1b[2J", time: 1000 });
  assert.deepEqual(render([failed]), ["✗ 10.0.0.2  1s      no\\x1b[2J"]);
  const [green, red] = renderProgress([done, failed], {
    now: 0,
    columns: 80,
    rows: 20,
    colours: coloured,
  });
  assert.ok(green!.startsWith("\x1b[32m") && red!.startsWith("\x1b[31m"));
});

Deno.test("lines fit the terminal; nodes in progress and failed ones come first", () => {
  const nodes = ["a", "b", "c", "d"].map((node, index) =>
    advance(initialProgress(node, 0), {
      node,
      text: "x".repeat(200),
      time: 0,
      kind: index === 3 ? "failed" : index === 1 ? "event" : "done",
    })
  );
  const lines = render(nodes, 0, 30, 3);
  assert.deepEqual(lines.map((line) => line.slice(0, 3)), ["• b", "✗ d", "  …"]);
  assert.equal(lines[2], "  … and 2 more");
  for (const line of lines) assert.ok([...line].length <= 30);
});

Deno.test("progress remembers whether the request was sent and acknowledged", () => {
  assert.equal(after({ kind: "subscribed" }).request, "unsent");
  assert.equal(after({ kind: "requested" }, {}).request, "sent");
  assert.equal(
    after({ kind: "requested" }, { kind: "acknowledged" }, { kind: "lost" }).request,
    "acknowledged",
  );
});
