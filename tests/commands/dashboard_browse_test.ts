/** Resources of all nodes in the dashboard. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { onScreen } from "../helpers/screen.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const SIZE = { size: { columns: 120, rows: 30 }, isRendered: true };

Deno.test("a resource type is opened by name, filtered, described and followed", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const { code, stderr } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /test-worker-1 +worker/,
      ":",
      /overview/,
      "linkst",
      /^ linkstatus {2}linkstatuses$/m,
      "\t",
      /:linkstatus_/,
      "\x15links worker-1\r",
      /^LinkStatus worker-1\n *NODE +NAMESPACE +ID/m,
      /test-worker-1 +network +lo /,
      "/ID:^lo\r",
      // A container may have no other interface.
      /\b1 (of \d+ )?rows?/,
      "d",
      /▾ Spec:/,
      "y",
      /^ {2}node: \S+\n▾ metadata:/m,
      "/operationalState\r",
      /search: operationalState/,
      "\x1b",
      /^ {2}node: \S+\n▾ metadata:(?![^]*search:)/m,
      "\x1b",
      /^LinkStatus lo of test-worker-1\n[^]*▾ Spec:/m,
      "u",
      /RELATION +CONTROLLER +TYPE/,
      /written by +network\.LinkStatusController/,
      "[",
      "[",
      /^LinkStatus worker-1$/m,
      ":nothing-like-it\r",
      /unknown resource type "nothing-like-it"/,
      ":links worker-9\r",
      /unknown node "worker-9"/,
      ":machineconfigs\r",
      /^MachineConfig$/m,
      ":q\r",
    ], SIZE);
    deepEqual([code, stderr], [0, ""]);
  });
});

Deno.test("view 5 lists the types, and Enter opens one", async () => {
  await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
    const { address } = sandbox.nodes[0]!;
    const { code } = await onScreen(sandbox, ["dashboard", "-n", address], [
      /test-controlplane-1 +controlplane/,
      "5",
      /^ResourceDefinition\n/m,
      "/^hostnamestatus\r",
      /1 of \d+ rows/,
      "\r",
      /^HostnameStatus\n/m,
      /test-controlplane-1 +network +hostname/,
      "?",
      /controllers that write and read the type/,
      "?",
      "1",
      /test-controlplane-1 +controlplane/,
      "q",
    ], SIZE);
    equal(code, 0);
  });
});

Deno.test("changes of a resource appear, and a lost node keeps its rows", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const [first, second] = sandbox.nodes;
    const nodes = `${first!.address},${second!.address}`;
    const { faults } = sandbox.cluster;
    const { code } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /test-worker-1 +worker/,
      ":metakeys\r",
      /^MetaKey\n/m,
      async () => {
        const { code } = await sandbox.run([
          "meta",
          "write",
          "0xa",
          "hello",
          "-n",
          second!.address,
        ]);
        equal(code, 0);
      },
      /test-worker-1 +runtime +0x0a +\d+ +hello/,
      async () => {
        faults.set([{ id: "1", action: "down", node: second!.name, method: "*" }]);
        await sandbox.cluster.applyFaults();
      },
      /test-worker-1: .*\(rows are \d+s old\)/,
      /test-worker-1 +runtime +0x0a .* old/,
      async () => {
        faults.set([]);
        await sandbox.cluster.applyFaults();
      },
      /^(?![^]*rows are)[^]*test-worker-1 +runtime +0x0a/,
      "q",
    ], SIZE);
    equal(code, 0);
  });
});

Deno.test("rows are saved to a new file, and copied to the terminal's clipboard", async () => {
  await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
    const { address } = sandbox.nodes[0]!;
    const path = `${sandbox.home}/types.yaml`;
    const { code, system } = await onScreen(sandbox, ["dashboard", "-n", address], [
      /test-controlplane-1 +controlplane/,
      ":hostnamestatus\r",
      /test-controlplane-1 +network +hostname/,
      "s",
      /save as: hostnamestatus\.yaml_/,
      `\x15${path}\r`,
      /saved .*types\.yaml/,
      "s",
      `\x15${path}\r`,
      /types\.yaml" exists; choose another name/,
      "c",
      /copied hostname/,
      "q",
    ], SIZE);
    equal(code, 0);
    match(await Deno.readTextFile(path), /^node: [^]*hostname: test-controlplane-1/);
    if (Deno.build.os !== "windows") equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    ok(system.stdout.text.includes(`\x1b]52;c;${btoa("hostname")}\x07`));
  });
});

Deno.test("logs of several services and nodes are one list of lines", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const path = `${sandbox.home}/logs.txt`;
    const { code } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /test-worker-1 +worker/,
      "6",
      /test-worker-1 +machined +Running/,
      "/SERVICE:^(apid|machined)$\r",
      /4 of \d+ rows/,
      "M\r",
      /^apid, machined of test-controlplane-1, test-worker-1$/m,
      /test-worker-1 apid +│ .*apid OK/,
      "&ServiceList\r",
      /filter: ServiceList/,
      "s",
      `\x15${path}\r`,
      /saved/,
      ":logs machined worker-1\r",
      /^machined of test-worker-1$/m,
      /following/,
      "q",
    ], SIZE);
    equal(code, 0);
    match(await Deno.readTextFile(path), /^test-\S+ apid \| .*ServiceList/m);
  });
});

Deno.test("processes, containers, files, connections and events of all nodes", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const path = `${sandbox.home}/version`;
    const { code } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /test-worker-1 +worker/,
      "7",
      /NODE +PID +STATE +THREADS +CPU%/,
      /test-controlplane-1 +1 /,
      "8",
      /test-worker-1 +system +apid .*RUNNING/,
      "9",
      /^\/$/m,
      /test-controlplane-1 +d.* proc$/m,
      ":files worker-1 /proc/sys\r",
      /^\/proc\/sys on worker-1$/m,
      /test-worker-1 .* kernel$/m,
      "\x7f",
      /^\/proc on worker-1$/m,
      "/NAME:^version$\r",
      /1 of \d+ rows/,
      "\r",
      /Linux version/,
      "s",
      `\x15${path}\r`,
      /saved/,
      "0",
      /NODE +PROTO/,
      /test-controlplane-1 +tcp .*LISTEN/,
      "\t",
      /^LinkStatus$/m,
      "4",
      /TIME↓/,
      /test-worker-1 +\S+ +\w+Event/,
      "d",
      /"type":/,
      "q",
    ], SIZE);
    equal(code, 0);
    match(await Deno.readTextFile(path), /^Linux version/);
  });
});

Deno.test("configurations of two nodes, and two marked resources, are compared", async () => {
  await withSandbox({ controlPlanes: 1, workers: 2 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const { code } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /test-worker-2 +worker/,
      ":diff worker-1\r",
      /one configuration has nothing to be compared with/,
      ":diff worker-1 controlplane-1\r",
      /^Configurations of test-controlplane-1, test-worker-1$/m,
      /^ {2}--- test-controlplane-1\n {2}\+\+\+ test-worker-1$/m,
      /^ {2}- +type: controlplane\n {2}\+ +type: worker$/m,
      ":diff\r",
      /machine\.type:/,
      ":hostnamestatus\r",
      /test-worker-1 +network +hostname/,
      "D",
      /mark two rows/,
      "mmD",
      /^ {2}\+\+\+ test-worker-1 hostname$/m,
      /\+ +hostname: test-worker-1/,
      "q",
    ], SIZE);
    equal(code, 0);
  });
});

Deno.test("targets select nodes, a target without a shown node is an error", async () => {
  await withSandbox({ controlPlanes: 1, workers: 2 }, async (sandbox) => {
    const nodes = sandbox.nodes.slice(0, 2).map(({ address }) => address).join(",");
    const { code } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /test-worker-1 +worker/,
      ":hostnamestatus @work\t\r",
      /^HostnameStatus @workers$/m,
      /test-worker-1 +network/,
      /^(?![^]*test-controlplane-1 +network)[^]*1 row$/,
      ":files @all,!@workers /proc\r",
      /^\/proc on @all,!@workers$/m,
      ":links worker-2\r",
      /unknown node "worker-2"/,
      ":links @failed\r",
      /no node matches "@failed"/,
      "q",
    ], SIZE);
    equal(code, 0);
  });
});

Deno.test("preferences set the first view, columns and plugins", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    await Deno.mkdir(`${sandbox.home}/.os`, { recursive: true });
    await Deno.writeTextFile(
      `${sandbox.home}/.os/preferences.yaml`,
      `dashboard:
  start: links /ID:^lo
  columns:
    links: [id, oper state, GONE]
    processes: [NODE, PID, COMMAND]
  plugins:
    echo: [sh, -c, 'echo "got: $(cat)"; echo oops >&2; exit 3']
    missing: /nonexistent/program
`,
    );
    const { code } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /^ID +OPER STATE\nlo +unknown\nlo +unknown$/m,
      "Mc!",
      /plugin \(echo, missing\): _/,
      "echo\r",
      /^[▾ ] got: \{"node":"[\d.]+","hostname":"test-controlplane-1","name":"lo","columns":/m,
      /^ {2}\{"node":"[\d.]+","hostname":"test-worker-1"/m,
      /oops\n *exit code 3/,
      "[",
      /^ {2}ID +OPER STATE/m,
      "!missing\r",
      /cannot run "\/nonexistent\/program"/,
      "7",
      /^NODE +PID +COMMAND$/m,
      "q",
    ], SIZE);
    equal(code, 0);
  });
});

Deno.test("preferences set keys, colours and views; NO_COLOR has no colours", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    await Deno.mkdir(`${sandbox.home}/.os`, { recursive: true });
    await Deno.writeTextFile(
      `${sandbox.home}/.os/preferences.yaml`,
      `dashboard:
  views: {loop: links worker-1 /ID:^lo}
  keys: {quit: Q, table.mark: [v], view-logs: [L], sort-cpu: ctrl-x, help: f2, monitor: []}
  colors: {title: bold 208}
`,
    );
    const steps = [
      /^ 1 Overview {2}2 {2}3 {2}4 {2}5 {2}L {2}7 /m,
      /test-worker-1 +worker/,
      /^ F2: keys {2}Q: quit/m,
      "\x18",
      /sort: -CPU/,
      "q",
      ":loo\t\r",
      /^LinkStatus worker-1\n[^]*test-worker-1 +network +lo/m,
      "v",
      /1 marked/,
      "\x1bOQ",
      /^ +v +mark the row$/m,
      "G",
      /^ +Q \^C +quit$/m,
      "\x1b",
      "L",
      /test-worker-1 +machined +Running/,
      "Q",
    ];
    const plain = await onScreen(sandbox, ["dashboard", "-n", nodes], steps, SIZE);
    equal(plain.code, 0);
    ok(!plain.system.stdout.text.includes("38;5;208"));
    const env = {};
    const { system } = await onScreen(sandbox, ["dashboard", "-n", nodes], steps, { ...SIZE, env });
    ok(system.stdout.text.includes("\x1b[0;1;38;5;208mLinkStatus worker-1"));
  });
});
