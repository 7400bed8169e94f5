import assert from "node:assert/strict";
import { parse } from "yaml";
import { NEWEST_TAG, OS_RELEASES } from "../../lib/os_versions/mod.ts";
import { stream, unary } from "../../lib/sandbox/types.ts";
import { LifecycleService, machine } from "../../proto/machine.ts";
import { storage, StorageService } from "../../proto/storage.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const cells = (text: string) =>
  text.split("\n").slice(0, -1).map((line) => line.split(/ {3,}/).map((cell) => cell.trim()));

Deno.test("nodes of every known release are read without warning and with the same columns", async () => {
  for (const release of OS_RELEASES) {
    await withSandbox({ osVersion: NEWEST_TAG[release] }, async ({ run, nodes }) => {
      const node = nodes[0]!.address;
      const interfaceRelease = release === "v1.4" ? "v1.4" : "v1.8";
      const version = await run(["version", "-n", node, "-o", "json"]);
      assert.deepEqual([version.code, version.stderr], [0, ""]);
      assert.equal(JSON.parse(version.stdout)[0].tag, NEWEST_TAG[release]);

      const status = cells((await run(["etcd", "status", "-n", node])).stdout);
      const added = OS_RELEASES.indexOf(release) >= OS_RELEASES.indexOf("v1.11");
      assert.deepEqual(status[0]!.slice(9), ["ERRORS", ...added ? ["PROTOCOL", "STORAGE"] : []]);

      const get = ["get", "mc", "-n", node, "-o"];
      const options = { release: interfaceRelease } as const;
      const listed = await run([...get, "jsonpath={.metadata.id}"], options);
      const hasStored = OS_RELEASES.indexOf(release) >= OS_RELEASES.indexOf("v1.10");
      const ids = hasStored ? ["persistent", "v1alpha1"] : ["v1alpha1"];
      assert.deepEqual(listed.stdout.split("\n").slice(0, -1), ids, release);
      assert.deepEqual(
        listed.stderr.replace(/^osctl: warning: older than this program [^\n]*\n$/, ""),
        "",
        release,
      );
    });
  }
});

Deno.test("a text spec is the same configuration in every format, and is patched once", async () => {
  await withSandbox({ osVersion: "v1.13.9" }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const get = async (...args: string[]) =>
      (await run(["get", "mc", "v1alpha1", "-n", node, ...args])).stdout;
    const text: string = parse(await get("-o", "yaml")).spec;
    assert.equal(JSON.parse(await get("-o", "json")).spec, text);
    assert.equal(await get("-o", "jsonpath={.spec}"), `${text}\n`);
    assert.equal(parse(text).machine.type, "controlplane");

    const patch = JSON.stringify({ machine: { sysctls: { "net.core.somaxconn": "4096" } } });
    const patched = await run(["patch", "mc", "-n", node, "-p", patch, "--mode", "staged"]);
    assert.equal(patched.code, 0, patched.stderr);
    assert.equal(patched.stderr.match(/Staged configuration/g)?.length, 1, patched.stderr);
    const stored = parse((await run(["get", "mc", "persistent", "-n", node, "-o", "yaml"])).stdout);
    assert.equal(parse(stored.spec).machine.sysctls["net.core.somaxconn"], "4096");
    assert.equal(parse(await get("-o", "yaml")).spec, text, "the active one is unchanged");
  });
});

Deno.test("a node newer than the newest known release gets one line on stderr, and works", async () => {
  await withSandbox({ osVersion: "v1.99.0", workers: 1 }, async ({ run, nodes }) => {
    const [one, two] = nodes.map(({ address }) => address);
    const newest = OS_RELEASES.at(-1);
    const warning = "osctl: warning: newer than the newest known release " +
      `(${newest}): ${one} (v1.99.0), ${two} (v1.99.0)\n`;
    for (const args of [["get", "hostname"], ["version"]]) {
      const { code, stdout, stderr } = await run([...args, "-n", `${one},${two}`]);
      assert.deepEqual([code, stderr], [0, warning]);
      assert.match(stdout, /controlplane-1|v1\.99\.0/);
    }
  });
});

Deno.test("version --insecure prints the version of nodes from v1.13 on", async () => {
  await withSandbox({ osVersion: "v1.14.0-rc.1", unconfigured: 1 }, async (sandbox) => {
    const args = ["version", "--insecure", "-n", sandbox.unconfigured[0]!.address];
    const { code, stdout, stderr } = await sandbox.run(args);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /Tag: +v1\.14\.0-rc\.1\n/);
  });
});

Deno.test("etcd downgrade validates, enables and cancels on one node of v1.11 or later", async () => {
  await withSandbox({ osVersion: "v1.11.6", controlPlanes: 2 }, async ({ run, nodes }) => {
    const [node, other] = nodes.map(({ address }) => address);
    const downgrade = (...args: string[]) => run(["etcd", "downgrade", ...args, "-n", node!]);
    for (
      const [args, version] of [
        [["validate", "3.5"], "3.6.0"],
        [["enable", "3.5"], "3.5.0"],
        [["cancel"], "3.6.0"],
      ] as const
    ) {
      const { code, stdout, stderr } = await downgrade(...args);
      assert.deepEqual([code, stderr], [0, ""]);
      const message = `downgrade ${args[0]} success, cluster version ${version}`;
      assert.deepEqual(cells(stdout), [["NODE", "MESSAGE"], [node!, message]]);
    }
    for (const args of [["validate", "3.5"], ["enable", "3.5"], ["cancel"]]) {
      const { stdout } = await downgrade(...args, "-o", "jsonpath={.node} {.clusterVersion}");
      assert.equal(stdout, `${node} 3.${args[0] === "enable" ? 5 : 6}.0\n`);
    }
    const json = await downgrade("validate", "3.5", "-o", "json");
    assert.deepEqual(JSON.parse(json.stdout), [{ node, clusterVersion: "3.6.0" }]);
    const invalid = await downgrade("enable", "3.4");
    assert.equal(invalid.code, 1);
    assert.match(invalid.stderr, /only supported to 3\.5 and later/);
    const two = await run(["etcd", "downgrade", "cancel", "-n", `${node},${other}`]);
    assert.equal(two.code, 2);
    assert.match(two.stderr, /"osctl etcd downgrade cancel" accepts one node/);
  });
});

Deno.test("reboot --mode force is rejected before the reboot when a node is too old", async () => {
  await withSandbox({ osVersion: "v1.11.6" }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["reboot", "--mode", "force", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /: --mode force requires v1\.12\.0, the node runs v1\.11\.6\n$/);
  });
  await withSandbox({ osVersion: "v1.12.11" }, async ({ run, nodes }) => {
    const args = ["reboot", "--mode", "force", "-o", "json", "-n", nodes[0]!.address];
    const { code, stdout } = await run(args);
    assert.equal(code, 0);
    assert.equal(stdout.includes('"phase":"stopServices"'), false);
    assert.match(stdout, /"event":"done"/);
  });
});

Deno.test("wipe disk sends method and checks for each device, and asks on a terminal", async () => {
  const requests: storage.IBlockDeviceWipeRequest[] = [];
  const bindings = [
    unary(StorageService.BlockDeviceWipe, (request) => {
      requests.push(request);
      return Promise.resolve(storage.BlockDeviceWipeResponse.create({ messages: [{}] }));
    }),
  ];
  const options = { osVersion: "v1.13.9", unconfigured: 1, bindings };
  await withSandbox(options, async ({ run, nodes, unconfigured }) => {
    const node = nodes[0]!.address;
    const checks = ["--skip-volume-check", "--skip-secondary-check", "--drop-partition"];
    const all = await run([
      "wipe",
      "disk",
      "sdx1",
      "sdx2",
      "--method",
      "ZEROES",
      "--yes",
      ...checks,
      "-n",
      node,
    ]);
    assert.deepEqual([all.code, all.stdout, all.stderr], [0, "", ""]);
    assert.deepEqual(requests[0]!.devices!.map(({ device }) => device), ["sdx1", "sdx2"]);
    const { method, dropPartition, skipVolumeCheck, skipSecondaryCheck } = requests[0]!
      .devices![1]!;
    assert.deepEqual([method, dropPartition, skipVolumeCheck, skipSecondaryCheck], [
      1,
      true,
      true,
      true,
    ]);
    const insecure = ["wipe", "disk", "sdx", "-i", "--yes", "-n", unconfigured[0]!.address];
    assert.equal((await run(insecure)).code, 0);
    assert.equal(requests[1]!.devices![0]!.method, 0);
    const terminals = ["stdin", "stderr"] as const;
    const no = await run(["wipe", "disk", "sdx", "-n", node], { terminals, stdin: "n\n" });
    assert.equal(no.code, 130);
    assert.match(no.stderr, /^Wipe sdx: 1 control plane\n/);
    assert.equal(requests.length, 2);
    const yes = await run(["wipe", "disk", "sdx", "--yes", "-n", node], { terminals });
    assert.deepEqual([yes.code, requests.length], [0, 3]);
  });
  await withSandbox({ osVersion: "v1.9.6" }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["wipe", "disk", "nope", "--yes", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /blockdevice "nope" not found/);
  });
});

Deno.test("upgrade --no-reboot installs a version that the next reboot starts", async () => {
  const image =
    "factory.talos.dev/metal-installer/376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba:v1.14.0-rc.1";
  const upgrade = ["upgrade", "--no-reboot", "-i", image];
  await withSandbox({ osVersion: "v1.13.9", workers: 1 }, async ({ run, nodes }) => {
    const [one, two] = nodes.map(({ address }) => address);
    const both = ["-n", `${one},${two}`];
    const tags = async () => {
      const { stdout } = await run(["version", "-o", "json", ...both]);
      return JSON.parse(stdout).map(({ tag }: { tag: string }) => tag);
    };
    const { code, stderr } = await run([...upgrade, ...both]);
    assert.equal(code, 0, stderr);
    for (const node of [one, two]) {
      const lines = stderr.split("\n").filter((line) => line.startsWith(`"${node}": `));
      assert.deepEqual(lines.map((line) => line.slice(node!.length + 4)), [
        `pulling ${image}`,
        `pulled ${image}`,
        `installing ${image}`,
        "running the installer of v1.14.0-rc.1",
        "installation complete",
        "installed; the next reboot starts it",
      ]);
    }
    assert.deepEqual(await tags(), ["v1.13.9", "v1.13.9"]);
    assert.equal((await run(["reboot", "-n", two!])).code, 0);
    assert.deepEqual(await tags(), ["v1.13.9", "v1.14.0-rc.1"]);
    const json = await run([...upgrade, "-o", "json", "-n", one!]);
    const events = json.stdout.trimEnd().split("\n").map((line) => JSON.parse(line).event);
    assert.deepEqual(events, ["event", "event", "event", "event", "event", "done"]);
    const staged = await run([...upgrade, "--stage", ...both]);
    assert.deepEqual([staged.code, staged.stdout], [2, ""]);
  });
  const failing = stream(LifecycleService.Upgrade, async function* () {
    yield machine.LifecycleServiceUpgradeResponse.create({ progress: { message: "no space" } });
    yield machine.LifecycleServiceUpgradeResponse.create({ progress: { exitCode: 3 } });
  });
  await withSandbox({ osVersion: "v1.13.9", bindings: [failing] }, async ({ run, nodes }) => {
    const { code, stderr } = await run([...upgrade, "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /: no space\n/);
    assert.match(
      stderr,
      /^osctl: \S+: installation failed: exit code 3 \(unsupported operation\); see "osctl dmesg/m,
    );
  });
  await withSandbox({ osVersion: "v1.12.11" }, async ({ run, nodes }) => {
    const { code, stderr } = await run([...upgrade, "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /: --no-reboot requires v1\.13\.0, the node runs v1\.12\.11\n$/);
  });
});

Deno.test("^C during upgrade --no-reboot prints what is installed", async () => {
  const installing = stream(LifecycleService.Upgrade, async function* (_, { signal }) {
    yield machine.LifecycleServiceUpgradeResponse.create({ progress: { message: "copying" } });
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const options = { osVersion: "v1.13.9", bindings: [installing] };
  await withSandbox(options, async ({ run, nodes, home }) => {
    const stop = new AbortController();
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
    const args = [
      "upgrade",
      "--no-reboot",
      "-i",
      "factory.talos.dev/metal-installer/376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba:v1.14.0-rc.1",
    ];
    const running = run([...args, "-n", nodes[0]!.address], { system });
    while (!system.stderr.text.includes("copying")) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    stop.abort(new InterruptError("SIGINT"));
    const { code, stderr } = await running;
    assert.equal(code, 130);
    assert.ok(
      stderr.endsWith(`osctl: ${nodes[0]!.address}: installation stopped before its end\n`),
      stderr,
    );
  });
});

Deno.test("sandbox nodes have the resource types of their release", async () => {
  const lists: Record<string, readonly (readonly [type: string, since: string])[]> = {
    "v1.8.4": [["versions", "v1.10"], ["bootids", "v1.14"]],
    "v1.12.11": [["bootids", "v1.14"]],
    "v1.14.0-rc.1": [],
  };
  for (const [osVersion, missing] of Object.entries(lists)) {
    await withSandbox({ osVersion, workers: 1 }, async ({ run, nodes }) => {
      const [node, worker] = nodes.map(({ address }) => ["-n", address]);
      for (const type of ["versions", "cmdline", "loadedkernelmodules", "bootids"]) {
        const { code } = await run(["get", type, ...node!]);
        const isMissing = missing.some(([name]) => name === type) ||
          (osVersion === "v1.8.4" && ["cmdline", "loadedkernelmodules"].includes(type));
        assert.equal(code, isMissing ? 1 : 0, `${osVersion} ${type}`);
      }
      const members = await run([
        "get",
        "members",
        "-o",
        "jsonpath={.spec.operatingSystem}",
        ...node!,
      ]);
      assert.deepEqual(
        members.stdout.trimEnd().split("\n"),
        [0, 1].map(() => `Talos (${osVersion}, sandbox)`),
      );
      if (missing.length > 0) return;
      const { stdout } = await run(["get", "bootids", "-o", "jsonpath={.spec.bootID}", ...worker!]);
      const file = await run(["read", "/proc/sys/kernel/random/boot_id", ...worker!]);
      assert.equal(stdout.trim(), file.stdout.trim());
      const version = await run(["get", "version", "-o", "jsonpath={.spec.version}", ...node!]);
      assert.equal(version.stdout.trim(), osVersion);
    });
  }
});
