import { deepEqual, equal, match } from "node:assert/strict";
import { addContext, removeContext } from "../../../lib/cluster/client_context.ts";
import type { CreatedCluster } from "../../../lib/cluster/types.ts";
import { editConfig, loadFile } from "../../../lib/osconfig/mod.ts";
import { wallClock } from "../../helpers/fake_system.ts";

const parts = { clock: wallClock, signal: new AbortController().signal };

function cluster(name: string, ca: string): CreatedCluster {
  return {
    record: {
      name,
      ca,
      provisioner: "sandbox",
      phase: "ready",
      network: { name, cidr: "127.1.2.0/24", mtu: 65536 },
      nodes: [],
    },
    endpoints: ["127.1.2.2"],
    nodes: ["127.1.2.2"],
    crt: "CRT",
    key: "KEY",
  };
}

async function inFile(action: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await action(`${folder}/.os/config`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function contexts(path: string) {
  const { config } = await loadFile(path);
  return { current: config.current, names: [...config.contexts.keys()] };
}

Deno.test("addContext adds a current context with the cluster's name and endpoints", () =>
  inFile(async (path) => {
    const { digest, ...added } = await addContext(path, cluster("demo", "CA"), parts);
    deepEqual(added, { context: "demo", previous: "" });
    match(digest, /^[0-9a-f]{64}$/);
    const { config } = await loadFile(path);
    equal(config.current, "demo");
    deepEqual(config.contexts.get("demo")?.endpoints, ["127.1.2.2"]);
    deepEqual(config.contexts.get("demo")?.nodes, ["127.1.2.2"]);
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }));

Deno.test("addContext adds a numeric suffix to an existing name", () =>
  inFile(async (path) => {
    await addContext(path, cluster("demo", "CA"), parts);
    const { context, previous } = await addContext(path, cluster("demo", "CB"), parts);
    deepEqual({ context, previous }, { context: "demo-1", previous: "demo" });
    deepEqual(await contexts(path), { current: "demo-1", names: ["demo", "demo-1"] });
  }));

Deno.test("removeContext restores the previous context", () =>
  inFile(async (path) => {
    await addContext(path, cluster("first", "C1"), parts);
    await addContext(path, cluster("second", "C2"), parts);
    const added = await addContext(path, cluster("third", "C3"), parts);
    deepEqual(await removeContext({ path, ...added }, "C3", parts), {
      removed: true,
      current: "second",
    });
    deepEqual(await contexts(path), { current: "second", names: ["first", "second"] });
  }));

Deno.test("removeContext selects another context when the previous one is gone", () =>
  inFile(async (path) => {
    await addContext(path, cluster("first", "C1"), parts);
    const added = { path, context: "first", previous: "gone" };
    const second = await addContext(path, cluster("second", "C2"), parts);
    deepEqual(await removeContext({ path, ...second, previous: "gone" }, "C2", parts), {
      removed: true,
      current: "first",
    });
    deepEqual(await removeContext(added, "C1", parts), { removed: true, current: "" });
    deepEqual(await contexts(path), { current: "", names: [] });
  }));

Deno.test("removeContext does not select another context of the removed cluster", () =>
  inFile(async (path) => {
    const added = await addContext(path, cluster("first", "C1"), parts);
    await editConfig(path, parts, (editor) => {
      editor.put("reader@first", editor.config.contexts.get("first")!);
    });
    deepEqual(await removeContext({ path, ...added }, "C1", parts), { removed: true, current: "" });
    deepEqual(await contexts(path), { current: "", names: ["reader@first"] });
  }));

Deno.test("removeContext removes a context whose authority was rotated, by its endpoints", () =>
  inFile(async (path) => {
    const added = await addContext(path, cluster("first", "C1"), parts);
    const { endpoints } = (await loadFile(path)).config.contexts.get("first")!;
    await editConfig(path, parts, (editor) => {
      editor.put("first", { ...editor.config.contexts.get("first")!, ca: "cm90YXRlZA==" });
    });
    const target = { path, ...added };
    const kept = await removeContext(target, "C1", parts, ["10.9.9.9"]);
    deepEqual(kept, { removed: false, current: undefined });
    const removed = await removeContext(target, "C1", parts, [...endpoints, "10.9.9.9"]);
    deepEqual(removed, { removed: true, current: "" });
    deepEqual(await contexts(path), { current: "", names: [] });
  }));

Deno.test("removeContext removes a context that was renamed", () =>
  inFile(async (path) => {
    await addContext(path, cluster("first", "C1"), parts);
    const added = await addContext(path, cluster("second", "C2"), parts);
    await editConfig(path, parts, (editor) => editor.rename("second", "mine"));
    deepEqual(await removeContext({ path, ...added }, "C2", parts), {
      removed: true,
      current: "first",
    });
    deepEqual(await contexts(path), { current: "first", names: ["first"] });
  }));

Deno.test("removeContext keeps the current context when it removes another", () =>
  inFile(async (path) => {
    const added = await addContext(path, cluster("first", "C1"), parts);
    await addContext(path, cluster("second", "C2"), parts);
    deepEqual(await removeContext({ path, ...added }, "C1", parts), {
      removed: true,
      current: undefined,
    });
    equal((await contexts(path)).current, "second");
  }));

Deno.test("removeContext keeps a context of another cluster", () =>
  inFile(async (path) => {
    const added = await addContext(path, cluster("demo", "another authority"), parts);
    deepEqual(await removeContext({ path, ...added }, "ours", parts), {
      removed: false,
      current: undefined,
    });
    deepEqual((await contexts(path)).names, ["demo"]);
  }));

Deno.test("removeContext does not create a missing client configuration", () =>
  inFile(async (path) => {
    const added = { path, context: "demo", previous: "" };
    equal((await removeContext(added, "CA", parts)).removed, false);
  }));

Deno.test("removeContext finds the context of a creation that was killed by its CA", () =>
  inFile(async (path) => {
    await addContext(path, cluster("demo", "CA"), parts);
    await addContext(path, cluster("demo", "CB"), parts);
    const pending = { path, context: "demo", previous: "", pending: true };
    deepEqual(await removeContext(pending, "CB", parts), { removed: true, current: "demo" });
    deepEqual(await contexts(path), { current: "demo", names: ["demo"] });
    deepEqual(await removeContext(pending, "CC", parts), { removed: false, current: undefined });
  }));
