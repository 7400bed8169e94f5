import assert from "node:assert/strict";
import { parse } from "yaml";
import { NEWEST_TAG, OS_RELEASES } from "../../lib/os_versions/mod.ts";
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
