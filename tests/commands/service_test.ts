import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { StatusError } from "../../lib/rpc/mod.ts";
import { type Binding, unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** A time in the past within the validity of certificates: ages are printed. */
const NOW = Math.floor(Date.now() / 1000);
const at = (secondsAgo: number) => ({ seconds: NOW - secondsAgo, nanos: 0 });
const clock = { ...wallClock, now: () => NOW * 1000 };

const SERVICES: machine.IServiceInfo[] = [
  {
    id: "etcd",
    state: "Running",
    events: {
      events: [
        { state: "Waiting", msg: "Waiting for time sync", ts: at(7300) },
        { state: "Running", msg: "Health check successful", ts: at(90) },
      ],
    },
    health: { healthy: true, lastChange: at(90) },
  },
  {
    id: "ext\n",
    state: "Failed",
    events: { events: [{ state: "Failed", msg: "exit code 1\x1b[2J", ts: at(-5) }] },
    health: { healthy: false, lastMessage: "connection refused" },
  },
  { id: "new", state: "Initialized", events: {}, health: { unknown: true } },
];

const bindings: Binding[] = [
  unary(
    MachineService.ServiceList,
    (_, { node }) =>
      Promise.resolve(machine.ServiceListResponse.create({
        messages: [{ services: node.type === "worker" ? SERVICES.slice(1) : SERVICES }],
      })),
  ),
];

Deno.test("service lists states, health and the age of the last event", async () => {
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout } = await run(["service", "-n", node], { clock });
    assert.equal(code, 0);
    const start = " ".repeat(node.length - 4);
    const table = `NODE${start}   SERVICE   STATE         HEALTH   LAST CHANGE   LAST EVENT\n` +
      `${node}   etcd      Running       OK       1m30s ago     Health check successful\n` +
      `${node}   ext\\n     Failed        Fail     0s ago        exit code 1\\x1b[2J\n` +
      `${node}   new       Initialized   ?        <none>        <none>\n`;
    assert.equal(stdout, table);
    const shown = await run(["services", "-n", node], {
      clock,
      terminals: ["stdout"],
      size: { columns: 120, rows: 24 },
    });
    assert.ok(shown.stdout.includes("\x1b[32mOK\x1b[39m       1m30s ago"));
    assert.ok(
      shown.stdout.includes("\x1b[31mFailed\x1b[39m        \x1b[31mFail\x1b[39m     0s ago"),
    );
    assert.equal(stripVTControlCharacters(shown.stdout), table);

    const json = await run(["service", "-o", "json", "-n", node], { clock });
    const iso = (seconds: number) => new Date((NOW - seconds) * 1000).toISOString();
    const second = (text: string) => text.replace(".000Z", "Z");
    assert.deepEqual(JSON.parse(json.stdout)[0], {
      node,
      id: "etcd",
      state: "Running",
      healthy: true,
      healthMessage: null,
      healthChanged: second(iso(90)),
      events: [
        { state: "Waiting", message: "Waiting for time sync", time: second(iso(7300)) },
        { state: "Running", message: "Health check successful", time: second(iso(90)) },
      ],
    });
    assert.deepEqual(
      JSON.parse(json.stdout).map(({ healthy }: { healthy: unknown }) => healthy),
      [true, false, null],
    );
  });
});

Deno.test("service <id> prints one service of the nodes that run it", async () => {
  await withSandbox({ bindings, workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    for (const args of [["etcd"], ["etcd", "status"]]) {
      const one = await run(["service", ...args, "-n", `${worker},${node}`], { clock });
      assert.equal(one.code, 0, one.stderr);
      assert.equal(
        one.stdout,
        `NODE     ${node}\nID       etcd\nSTATE    Running\nHEALTH   OK\n` +
          "EVENTS   [Running]: Health check successful (1m30s ago)\n" +
          "         [Waiting]: Waiting for time sync (2h1m40s ago)\n",
      );
    }
    const both = await run(["service", "ext\n", "-n", `${worker},${dead},${node}`], { clock });
    assert.equal(both.code, 1);
    assert.ok(both.stderr.startsWith(`osctl: ${dead}: `));
    assert.equal(
      both.stdout,
      [worker, node].map((name) =>
        `NODE                  ${name}\nID                    ext\\n\nSTATE                 Failed\n` +
        "HEALTH                Fail\nLAST HEALTH MESSAGE   connection refused\n" +
        "EVENTS                [Failed]: exit code 1\\x1b[2J (0s ago)\n"
      ).join(""),
    );
    const coloured = await run(["service", "etcd", "-n", node], {
      clock,
      terminals: ["stdout"],
      size: { columns: 120, rows: 24 },
    });
    assert.ok(coloured.stdout.includes("\nHEALTH   \x1b[32mOK\x1b[39m\n"));

    const json = await run(["service", "new", "-o", "json", "-n", `${worker},${node}`], { clock });
    assert.deepEqual(
      JSON.parse(json.stdout).map((
        record: { node: string; id: string },
      ) => [record.node, record.id]),
      [[worker, "new"], [node, "new"]],
    );
    const absent = await run(["service", "nope", "-n", `${worker},${node}`]);
    assert.deepEqual([absent.code, absent.stdout], [1, ""]);
    assert.match(absent.stderr, /^osctl: service "nope" not found on [^\n]+\n$/);
    const records = await run(["service", "nope", "-o", "json", "-n", node]);
    assert.deepEqual([records.code, records.stdout], [1, "[]\n"]);
  });
});

Deno.test("service start, stop and restart print the node's response", async () => {
  const requests: string[] = [];
  const respond = (action: string, id: string | null | undefined) => {
    requests.push(`${action} ${id}`);
    if (id === "apid") {
      throw new StatusError(2, `service "apid" doesn't support ${action} operation via API`);
    }
    return Promise.resolve({ messages: [{ resp: `Service "${id}" ${action}ed` }] });
  };
  const actions: Binding[] = [
    unary(
      MachineService.ServiceStart,
      async ({ id }) => machine.ServiceStartResponse.create(await respond("start", id)),
    ),
    unary(
      MachineService.ServiceStop,
      async ({ id }) => machine.ServiceStopResponse.create(await respond("stop", id)),
    ),
    unary(
      MachineService.ServiceRestart,
      async ({ id }) => machine.ServiceRestartResponse.create(await respond("restart", id)),
    ),
  ];
  await withSandbox({ bindings: actions }, async ({ run, nodes, dead }) => {
    const node = nodes[0]!.address;
    for (const action of ["start", "stop", "restart"]) {
      const { code, stdout } = await run(["service", "etcd", action, "-n", node]);
      assert.equal(code, 0);
      const start = " ".repeat(node.length - 4);
      assert.equal(
        stdout,
        `NODE${start}   RESPONSE\n${node}   Service "etcd" ${action}ed\n`,
      );
    }
    const json = await run(["service", "etcd", "stop", "-o", "json", "-n", `${dead},${node}`]);
    assert.equal(json.code, 1);
    assert.deepEqual(JSON.parse(json.stdout), [{ node, response: 'Service "etcd" stoped' }]);
    const rejected = await run(["service", "apid", "restart", "-n", node]);
    assert.deepEqual([rejected.code, rejected.stdout], [1, ""]);
    assert.match(
      rejected.stderr,
      /^osctl: [\d.]+: service "apid" doesn't support restart[^\n]*\n$/,
    );
  });
  assert.deepEqual(requests, [
    ...["start etcd", "stop etcd", "restart etcd", "stop etcd", "restart apid"],
  ]);
});

Deno.test("control plane nodes have an etcd service with history; workers have none", async () => {
  await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers }) => {
    const [node, worker] = [controlPlanes[0]!.address, workers[0]!.address];
    const { code, stdout } = await run(["service", "-o", "json", "-n", `${node},${worker}`]);
    assert.equal(code, 0);
    type Row = { node: string; id: string; state: string; events: { state: string }[] };
    const rows: Row[] = JSON.parse(stdout);
    const etcd = rows.filter(({ id }) => id === "etcd");
    assert.deepEqual(etcd.map(({ node, state }) => [node, state]), [[node, "Running"]]);
    assert.deepEqual(etcd[0]!.events.map(({ state }) => state), [
      ...["Starting", "Waiting", "Preparing", "Preparing", "Running", "Running"],
    ]);
    const none = await run(["service", "etcd", "-n", worker]);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /service "etcd" not found/);
  });
});

Deno.test("service rejects invalid arguments before any call", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    for (
      const [args, expected] of [
        [["etcd", "reload"], /unknown action "reload"; use one of start, stop, restart, status/],
        [["", "start"], /no service for "start"/],
        [["etcd", "status", "more"], /more/],
      ] as const
    ) {
      const { code, stdout, stderr } = await run(["service", ...args, "-n", node]);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, expected);
      assert.match(stderr, /^osctl: [^\n]+\n$/);
    }
  });
});
