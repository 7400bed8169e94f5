/** Connections that end at random bytes under streams that are followed. */
import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { data } from "../commands/answers.ts";
import { withCuttableRelay } from "../helpers/cuttable_relay.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { CUTS } from "./counts.ts";

/** A command that runs longer has missed the end of its connection, milliseconds. */
const MAX_MS_LENGTH = 60_000;
/** Cuts of a run whose command reconnects. */
const MAX_CUTS = 6;

interface FollowOptions {
  /** The last text of a whole output, after which the command is interrupted. */
  readonly last: RegExp;
  /** Returns the bytes from the node after which a connection ends; default never. */
  readonly resetAfter?: () => number;
  /** Factor of the clock, for pauses before a reconnect. */
  readonly speed?: number;
}

/** Runs a command through a relay until its last record is printed, or it ends itself. */
async function follow(
  { run, home, nodes }: Sandbox,
  args: readonly string[],
  { last, resetAfter = () => Infinity, speed = 1 }: FollowOptions,
) {
  const stop = new AbortController();
  const clock = speed === 1 ? wallClock : acceleratedClock(speed);
  const system = fakeSystem({ home, clock, signal: stop.signal });
  let tail = "";
  system.stdout.onWrite = (chunk) => {
    tail = tail.slice(-500) + new TextDecoder().decode(chunk);
    // A write takes effect after its announcement.
    if (last.test(tail)) setTimeout(() => stop.abort(new InterruptError("SIGINT")));
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort(new InterruptError("SIGINT"));
  }, MAX_MS_LENGTH);
  const node = nodes[0]!;
  let received = 0;
  let connections = 0;
  let outcome: Awaited<ReturnType<typeof run>> | undefined;
  await withCuttableRelay(node, async (relay) => {
    outcome = await run([...args, "-e", relay.endpoint, "-n", node.address], { system });
    ({ received, connections } = relay);
  }, { resetAfter });
  clearTimeout(timer);
  assert.ok(!isLate, `no end: ${outcome!.stderr}`);
  return { ...outcome!, received, connections };
}

const random = (below: number) => Math.floor(Math.random() * below);
const lines = (text: string) => text.split("\n").slice(0, -1);
const LINES = Array.from({ length: 400 }, (_, index) => `${index} ${"x".repeat(index % 90)}\n`);

async function untilAborted(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** A log that is followed, some of its lines split between messages. */
async function* log(_: unknown, { signal }: { readonly signal: AbortSignal }) {
  const text = LINES.join("");
  for (let at = 0; at < text.length; at += 700) {
    yield await Promise.resolve(data(text.slice(at, at + 700)));
  }
  await untilAborted(signal);
}

Deno.test(`${CUTS} cut connections of followed logs are errors after the lines received`, async (t) => {
  const bindings = [stream(MachineService.Logs, log), stream(MachineService.Dmesg, log)];
  await withSandbox({ bindings }, async (sandbox) => {
    for (const args of [["logs", "x", "-f"], ["dmesg", "-f"], ["logs", "x", "-f", "-o", "json"]]) {
      await t.step(args.join(" "), async () => {
        const last = /399 x+"?\}?\n$/;
        const whole = await follow(sandbox, args, { last });
        assert.deepEqual([whole.code, whole.stderr], [0, ""]);
        for (let cut = 0; cut < CUTS; cut++) {
          const offset = random(whole.received);
          const { code, stdout, stderr } = await follow(sandbox, args, {
            last,
            resetAfter: () => offset,
          });
          const title = `cut after ${offset} bytes: ${stderr}`;
          assert.equal(code, 1, title);
          assert.match(stderr, /^osctl: [^\n]*127\.\d+\.\d+\.\d+[^\n]*\n$/, title);
          const printed = lines(stdout);
          const expected = lines(whole.stdout).slice(0, printed.length);
          // The last line may be incomplete.
          const end = printed.pop() ?? "";
          const expectedEnd = expected.pop() ?? "";
          assert.deepEqual(printed, expected, title);
          const isBeginning = expectedEnd.startsWith(end.replace(/"\}$/, ""));
          assert.ok(isBeginning, `${title}: ${end} of ${expectedEnd}`);
        }
      });
    }
  });
});

const EVENTS = 300;
const idOf = (index: number) => `e${String(index).padStart(5, "0")}`;

/** All events, or those after the requested one, as nodes send them. */
async function* events(
  { tailId }: machine.IEventsRequest,
  { signal }: { readonly signal: AbortSignal },
) {
  yield machine.Event.create({ data: {}, id: idOf(EVENTS) });
  const first = tailId ? Number(tailId.slice(1)) + 1 : 0;
  for (let index = first; index < EVENTS; index++) {
    const value = machine.ServiceStateEvent.encode({ service: `s${index}` }).finish();
    const type_url = "talos/runtime/machine.ServiceStateEvent";
    yield await Promise.resolve(
      machine.Event.create({ data: { type_url, value }, id: idOf(index) }),
    );
  }
  await untilAborted(signal);
}

Deno.test(`events of ${CUTS} cut connections are printed once each, in order`, async () => {
  await withSandbox({ bindings: [stream(MachineService.Events, events)] }, async (sandbox) => {
    const args = ["events", "--tail", "-1", "-o", "json"];
    const last = new RegExp(`"${idOf(EVENTS - 1)}"[^\n]*\n$`);
    const whole = await follow(sandbox, args, { last });
    assert.deepEqual([whole.code, whole.stderr], [0, ""]);
    const expected = lines(whole.stdout);
    assert.equal(expected.length, EVENTS);
    for (let cuts = 0; cuts < CUTS;) {
      let left = MAX_CUTS;
      const resetAfter = () => left-- > 0 ? random(whole.received) : Infinity;
      const outcome = await follow(sandbox, args, { last, resetAfter, speed: 10 });
      const { code, stdout, stderr, connections } = outcome;
      cuts += MAX_CUTS - Math.max(left, 0);
      const printed = lines(stdout);
      assert.deepEqual(printed, expected.slice(0, printed.length), stderr);
      if (code === 0) {
        assert.equal(printed.length, EVENTS, stderr);
        const reports = stderr.match(/^osctl: .*; reconnecting$/gm)?.length ?? 0;
        assert.ok(reports > 0 || connections === 1, `${connections} connections: ${stderr}`);
      } else {
        // Cut before the first message: there is nothing to resume.
        assert.equal(code, 1);
        assert.deepEqual(printed, []);
        assert.match(stderr, /^osctl: [^\n]+\n$/);
      }
    }
  });
});

const IDS = ["cut-0", "cut-1", "cut-2"];
const VERSIONS = 40;

Deno.test(`get --watch prints the last state after each of ${CUTS} cuts, and no state twice`, async () => {
  await withSandbox({}, async (sandbox) => {
    const { store } = sandbox.cluster.stateOf(sandbox.nodes[0]!);
    const kind = { namespace: "cluster", type: "Members.cluster.talos.dev", labels: {} };
    const put = (id: string, number: number) => {
      const spec = { value: {}, proto: new Uint8Array(), yaml: `n: ${number}\n` };
      store.put({ ...kind, id, spec });
    };
    const args = ["get", "members", "-w", "-o", "json=event,id,spec.n"];
    const last = /"end"/;
    const watch = async (options: Omit<FollowOptions, "last">) => {
      for (const id of IDS) put(id, 0);
      let isOver = false;
      const changes = (async () => {
        for (let number = 1; number <= VERSIONS && !isOver; number++) {
          for (const id of IDS) put(id, number);
          await new Promise((resolve) => setTimeout(resolve, 3));
        }
        put("end", 1);
      })();
      const outcome = await follow(sandbox, args, { ...options, last });
      isOver = true;
      await changes;
      store.destroy({ ...kind, id: "end" });
      const rows = lines(outcome.stdout).map((line) => JSON.parse(line))
        .filter(({ id }) => IDS.includes(id));
      return { ...outcome, rows };
    };
    const whole = await watch({});
    assert.deepEqual([whole.code, whole.stderr], [0, ""]);
    for (let cuts = 0; cuts < CUTS;) {
      let left = MAX_CUTS;
      const resetAfter = () => left-- > 0 ? random(whole.received) : Infinity;
      const { code, rows, stderr } = await watch({ resetAfter, speed: 10 });
      cuts += MAX_CUTS - Math.max(left, 0);
      if (code !== 0) {
        assert.equal(code, 1);
        assert.deepEqual(rows, []);
        assert.match(stderr, /^osctl: [^\n]+\n$/);
        continue;
      }
      for (const id of IDS) {
        const own = rows.filter((row) => row.id === id);
        const numbers = own.map((row) => row["spec.n"]);
        assert.deepEqual(numbers, [...new Set(numbers)].toSorted((a, b) => a - b), stderr);
        assert.equal(numbers.at(-1), VERSIONS, stderr);
        assert.deepEqual([...new Set(own.map(({ event }) => event))], ["created", "updated"]);
        const hasAll = numbers.length === VERSIONS - numbers[0] + 1;
        assert.ok(hasAll || /; reconnecting\n/.test(stderr), `${numbers}: ${stderr}`);
      }
    }
  });
});
