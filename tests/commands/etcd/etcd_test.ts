import assert from "node:assert/strict";
import { parse } from "yaml";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";
import { stream, unary } from "../../../lib/sandbox/types.ts";
import { common } from "../../../proto/common.ts";
import { Long } from "../../../proto/long.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../../helpers/fake_system.ts";
import { withSandbox } from "../../helpers/sandbox.ts";
import { data } from "../answers.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);
const cells = (text: string) => lines(text).map((line) => line.trimEnd().split(/ {3,}/));
const quoted = (text: string) => text.replaceAll(".", "\\.");

Deno.test("etcd members lists all control plane nodes as seen by each", async () => {
  await withSandbox({ controlPlanes: 2, workers: 1 }, async (sandbox) => {
    const { run, controlPlanes, workers, dead } = sandbox;
    const [one, two] = controlPlanes.map(({ address }) => address);
    const { code, stdout } = await run(["etcd", "members", "-n", one!]);
    assert.equal(code, 0);
    const [header, ...members] = cells(stdout);
    assert.deepEqual(header, ["NODE", "ID", "HOSTNAME", "PEER URLS", "CLIENT URLS", "LEARNER"]);
    const ids = members.map(([, id]) => id!);
    assert.ok(ids.every((id) => /^[0-9a-f]{16}$/.test(id)));
    assert.deepEqual(ids, [...ids].sort());
    assert.deepEqual(
      members.map(([, , ...rest]) => rest).sort(),
      controlPlanes.map(({ name, address }) => [
        ...[name, `https://${address}:2380`, `https://${address}:2379`, "false"],
      ]),
    );
    const both = await run(["etcd", "members", "--no-headers", "-n", `${two},${dead},${one}`]);
    assert.equal(both.code, 1);
    assert.deepEqual(cells(both.stdout).map(([node]) => node), [two, two, one, one]);
    assert.match(both.stderr, new RegExp(`^osctl: ${quoted(dead)}: [^\\n]+\\n$`));
    const json = await run([
      "etcd",
      "members",
      "-o",
      "json",
      "-n",
      `${workers[0]!.address},${one}`,
    ]);
    assert.equal(json.code, 1);
    assert.match(json.stderr, /member list is only available on control plane nodes/);
    const records = JSON.parse(json.stdout);
    assert.deepEqual(Object.keys(records[0]), [
      ...["node", "id", "hostname", "peerUrls", "clientUrls", "learner"],
    ]);
    assert.deepEqual(records.map(({ id }: { id: string }) => id), ids);
    assert.deepEqual(records[0].peerUrls, [members[0]![3]]);
  });
});

Deno.test("etcd status prints members that agree on the leader", async () => {
  await withSandbox({ controlPlanes: 2 }, async ({ run, controlPlanes, dead }) => {
    const [one, two] = controlPlanes.map(({ address }) => address);
    const { code, stdout } = await run(["etcd", "status", "-n", `${two},${one}`]);
    assert.equal(code, 0);
    const [header, ...rows] = cells(stdout);
    assert.deepEqual(header, [
      ...["NODE", "MEMBER", "DB SIZE", "IN USE", "LEADER", "RAFT INDEX", "RAFT TERM"],
      ...["RAFT APPLIED INDEX", "LEARNER", "ERRORS"],
    ]);
    assert.deepEqual(rows.map(([node]) => node), [two, one]);
    const [second, first] = rows;
    assert.equal(first![1], first![4], "the first control plane leads");
    assert.equal(second![4], first![4]);
    assert.notEqual(second![1], first![1]);
    const yaml = await run(["etcd", "status", "-o", "yaml", "-n", `${dead},${one}`]);
    assert.equal(yaml.code, 1);
    const [record] = parse(yaml.stdout);
    assert.equal(record.member, first![1]);
    assert.equal(record.dbSize, record.dbSizeInUse);
    assert.equal(record.raftIndex, record.raftAppliedIndex);
    assert.deepEqual([record.errors, record.learner, record.version], [[], false, "3.5.0"]);
    const none = await run(["etcd", "status", "--no-headers", "-n", dead]);
    assert.deepEqual([none.code, none.stdout], [1, ""]);
  });
});

Deno.test("etcd alarms and errors print all 64 bits of member IDs", async () => {
  const id = Long.fromString("18446744073709551615", true);
  const bindings = [
    unary(MachineService.EtcdAlarmList, () =>
      Promise.resolve(machine.EtcdAlarmListResponse.create({
        messages: [{
          memberAlarms: [
            { memberId: id, alarm: 1 },
            { memberId: 5, alarm: 2 },
            { memberId: 6, alarm: 0 },
            { memberId: 7, alarm: 9 as machine.EtcdMemberAlarm.AlarmType },
          ],
        }],
      }))),
    unary(MachineService.EtcdStatus, () =>
      Promise.resolve(machine.EtcdStatusResponse.create({
        messages: [{
          memberStatus: {
            memberId: id,
            dbSize: 20_000_000,
            dbSizeInUse: 5_000_000,
            raftIndex: Long.fromString("9007199254740993", true),
            isLearner: true,
            errors: ["alarm:NOSPACE", "etcdserver: no leader"],
          },
        }],
      }))),
  ];
  await withSandbox({ bindings }, async ({ run, nodes, dead }) => {
    const node = nodes[0]!.address;
    const alarms = await run(["etcd", "alarm", "list", "-n", node]);
    assert.deepEqual(cells(alarms.stdout), [
      ["NODE", "MEMBER", "ALARM"],
      [node, "ffffffffffffffff", "NOSPACE"],
      [node, "0000000000000005", "CORRUPT"],
      [node, "0000000000000006", "NONE"],
      [node, "0000000000000007", "9"],
    ]);
    const bare = await run(["etcd", "alarm", "list", "--no-headers", "-n", `${dead},${node}`]);
    assert.deepEqual([bare.code, lines(bare.stdout).length], [1, 4]);
    const json = await run(["etcd", "alarm", "list", "-o", "json", "-n", node]);
    assert.deepEqual(JSON.parse(json.stdout)[0], {
      node,
      member: "ffffffffffffffff",
      alarm: "NOSPACE",
    });
    const status = await run(["etcd", "status", "-n", node]);
    assert.deepEqual(cells(status.stdout)[1], [
      ...[node, "ffffffffffffffff", "20 MB", "5.0 MB (25.00%)", "0000000000000000"],
      ...["9007199254740993", "0", "0", "true", "alarm:NOSPACE, etcdserver: no leader"],
    ]);
    const record = await run(["etcd", "status", "-o", "json", "-n", node]);
    assert.match(record.stdout, /"raftIndex":9007199254740993,/);
    const shown = await run(["etcd", "alarm", "list", "-n", node], { terminals: ["stdout"] });
    assert.ok(shown.stdout.includes("\x1b[31mNOSPACE\x1b[39m"));
  });
});

Deno.test("etcd alarm list prints nothing without alarms; a worker has no etcd", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes }) => {
    const [node, worker] = nodes.map(({ address }) => address);
    const none = await run(["etcd", "alarm", "list", "-n", node!]);
    assert.deepEqual([none.code, none.stdout, none.stderr], [0, "", ""]);
    const shown = await run(["etcd", "alarm", "list", "-n", node!], { terminals: ["stdout"] });
    assert.deepEqual([shown.code, shown.stdout, shown.stderr], [0, "", "no alarms\n"]);
    const json = await run(["etcd", "alarm", "list", "-o", "json", "-n", `${worker},${node}`]);
    assert.deepEqual([json.code, json.stdout], [1, "[]\n"]);
    assert.match(json.stderr, /etcd alarm list is only available on control plane nodes/);
    for (const args of [["members", "x"], ["status", "x"], ["alarm", "list", "x"], ["snapshot"]]) {
      assert.equal((await run(["etcd", ...args, "-n", node!])).code, 2, args.join(" "));
    }
  });
});

Deno.test("etcd snapshot saves a file that Debian's etcd tools accept", async () => {
  await withSandbox({ controlPlanes: 3, workers: 2 }, async (sandbox) => {
    const { run, home, nodes, osconfigFor, cluster } = sandbox;
    const node = nodes[0]!.address;
    const path = `${home}/state.db`;
    const { code, stdout, stderr } = await run(["etcd", "snapshot", "state.db", "-n", node]);
    assert.deepEqual([code, stderr], [0, ""]);
    const { size } = await Deno.stat(path);
    const match =
      /^etcd snapshot saved to "state\.db" \((\d+) bytes\)\nsnapshot info: hash ([0-9a-f]{8}), revision 6, total keys 14, total size (\d+)\n$/
        .exec(stdout);
    assert.ok(match !== null, stdout);
    assert.deepEqual([Number(match[1]), Number(match[3])], [size, size - 32]);

    const osconfig = await osconfigFor("os:etcd:backup");
    const json = await run([
      ...["etcd", "snapshot", "../again.db", "-o", "json", "-n", node, "--osconfig", osconfig],
    ], { home, cwd: `${home}/.os` });
    assert.equal(json.code, 0, json.stderr);
    const [record] = JSON.parse(json.stdout);
    const { digest, ...rest } = record;
    assert.match(digest, /^sha256:[0-9a-f]{64}$/);
    assert.deepEqual(rest, {
      node,
      path: "../again.db",
      bytes: size,
      hash: match[2],
      revision: 6,
      keys: 14,
      databaseSize: size - 32,
    });
    assert.deepEqual(await Deno.readFile(`${home}/again.db`), await Deno.readFile(path));

    const status = await etcdTool(["snapshot", "status", path, "--write-out=json"]);
    if (status !== undefined) {
      const { hash, revision, totalKey, totalSize } = JSON.parse(status);
      assert.deepEqual([hash, revision, totalKey, totalSize], [
        ...[parseInt(match[2]!, 16), 6, 14, size - 32],
      ]);
      await etcdTool(["snapshot", "restore", path, "--data-dir", `${home}/restored`]);
      assert.ok((await Deno.stat(`${home}/restored/member/snap/db`)).isFile);

      for (const member of nodes.slice(1, 3)) {
        assert.equal((await run(["etcd", "leave", "-n", member.address])).code, 0);
      }
      await cluster.wipeEtcd(nodes[0]!);
      const recover = ["bootstrap", "--recover-from", path, "-n", node];
      assert.equal((await run(recover)).code, 0);
      const later = `${home}/later.db`;
      assert.equal((await run(["etcd", "snapshot", later, "-n", node])).code, 0);
      const recovered = JSON.parse(
        (await etcdTool(["snapshot", "status", later, "--write-out=json"]))!,
      );
      // Two members less, with an entry each.
      assert.deepEqual([recovered.revision, recovered.totalKey], [6, 12]);
    }
  });
});

/** Runs etcdctl. Outside of CI, returns undefined where it is not installed. */
async function etcdTool(args: string[]): Promise<string | undefined> {
  const command = new Deno.Command("etcdctl", { args, env: { ETCDCTL_API: "3" } });
  try {
    const { code, stdout, stderr } = await command.output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound) || Deno.env.get("CI")) throw error;
    console.log("not compared: etcdctl is missing (Debian package etcd-client)");
    return undefined;
  }
}

Deno.test("etcd snapshot rejects invalid arguments before any call", async () => {
  let calls = 0;
  const counting = stream(MachineService.EtcdSnapshot, async function* () {
    calls++;
    yield await Promise.resolve(common.Data.create({}));
  });
  await withSandbox({ workers: 1, bindings: [counting] }, async ({ run, home, nodes }) => {
    const [node, worker] = nodes.map(({ address }) => address);
    const two = await run(["etcd", "snapshot", "a.db", "-n", `${node},${worker}`]);
    assert.deepEqual([two.code, two.stdout], [2, ""]);
    assert.match(
      two.stderr,
      /^osctl: "osctl etcd snapshot" accepts one node, found 2[^\n]+\n$/,
    );
    const folder = await run(["etcd", "snapshot", home, "-n", node!]);
    assert.match(folder.stderr, /^osctl: cannot write ".*": is a directory\n$/);
    const missingFolder = await run(["etcd", "snapshot", "no/a.db", "-n", node!]);
    assert.match(
      missingFolder.stderr,
      /^osctl: cannot write ".*a\.db\.part": no such file or directory\n$/,
    );
    assert.equal(calls, 0);
  });
});

Deno.test("an interrupted snapshot leaves no file that looks complete", async () => {
  const block = new Uint8Array(512);
  const stop = new AbortController();
  let kind = "";
  const breaking = stream(MachineService.EtcdSnapshot, async function* (_, { signal }) {
    yield await Promise.resolve(common.Data.create({ bytes: block }));
    if (kind === "error") yield common.Data.create({ metadata: { error: "the database is busy" } });
    if (kind === "short") yield common.Data.create({ bytes: block.subarray(0, 32) });
    if (kind === "stopped") {
      stop.abort(new InterruptError("SIGINT"));
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    }
  });
  await withSandbox({ workers: 1, bindings: [breaking] }, async ({ run, home, nodes, dead }) => {
    const node = nodes[0]!.address;
    const left = () => [...Deno.readDirSync(home)].map(({ name }) => name).sort();
    const before = left();
    for (
      const [how, target, expected] of [
        ["error", node, /^osctl: [\d.]+: the database is busy\n$/],
        [
          "short",
          node,
          /^osctl: [\d.]+: invalid etcd snapshot: the SHA-256 trailer does not /,
        ],
        ["empty", node, /^osctl: [\d.]+: invalid etcd snapshot: the size, 512 bytes, /],
        ["dead", dead, /^osctl: [\d.]+: /],
      ] as const
    ) {
      kind = how;
      const { code, stdout, stderr } = await run(["etcd", "snapshot", "a.db", "-n", target]);
      assert.deepEqual([code, stdout], [1, ""], how);
      assert.match(stderr, expected);
      assert.equal(lines(stderr).length, 1);
      assert.deepEqual(left(), before);
    }
    kind = "stopped";
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
    const stopped = await run(["etcd", "snapshot", "a.db", "-n", node], { system });
    assert.equal(stopped.code, 130);
    assert.deepEqual(left(), before);
  });
});

Deno.test("etcd snapshot shows progress after 2 s on a terminal and clears the line", async () => {
  const database = new Uint8Array(4096);
  const slow = stream(MachineService.EtcdSnapshot, async function* () {
    yield await Promise.resolve(data(database));
    // Longer than 2 s by the clock of the client.
    await new Promise((resolve) => setTimeout(resolve, 500));
    yield data(database);
  });
  await withSandbox({ bindings: [slow] }, async ({ run, nodes }) => {
    const { stderr } = await run(["etcd", "snapshot", "a.db", "-n", nodes[0]!.address], {
      clock: acceleratedClock(5),
      terminals: ["stderr"],
    });
    assert.match(stderr, /\[Ketcd snapshot: 4\.1 kB, [\d.]+ k?B\/s \([\d.]+s\)/);
    assert.ok(stderr.includes("\r\x1b[Kosctl: "), "the line is cleared before the error");
  });
});

Deno.test("the etcd log reports the member's state and snapshot clients", async () => {
  await withSandbox(
    { controlPlanes: 2, workers: 1 },
    async ({ run, home, controlPlanes, workers }) => {
      const [node, other] = controlPlanes.map(({ address }) => address);
      const saved = await run(["etcd", "snapshot", `${home}/saved.db`, "-n", node!]);
      assert.equal(saved.code, 0, saved.stderr);
      const size = (await Deno.stat(`${home}/saved.db`)).size;
      const { code, stdout, stderr } = await run(["logs", "etcd", "-n", node!]);
      assert.deepEqual([code, stderr], [0, ""]);
      const messages = stdout.split("\n").map((line) => line.replace(/^[\d.]+: \S+ \S+ etcd /, ""));
      assert.match(
        messages[0]!,
        /^member [0-9a-f]{16} \(test-controlplane-1\) serves stored state/,
      );
      assert.equal(
        messages.filter((line) => line.includes(" is a voter, peer https://127.")).length,
        2,
      );
      assert.match(
        messages[3]!,
        /^member [0-9a-f]{16} \(test-controlplane-1\) is leader, term 2, /,
      );
      assert.deepEqual(messages.slice(4), [
        "no alarms",
        `sent snapshot of ${size} bytes`,
        "",
      ]);
      assert.ok(!(await run(["logs", "etcd", "-n", other!])).stdout.includes("snapshot"));
      const none = await run(["logs", "etcd", "-n", workers[0]!.address]);
      assert.deepEqual([none.code, none.stdout], [1, ""]);
      assert.match(none.stderr, /log "etcd" was not registered/);
    },
  );
});
