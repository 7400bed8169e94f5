import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import {
  KubeconfigEditor,
  mergeKubeconfig,
  type MergeKubeconfigOptions,
  parseKubeconfig,
} from "../../../../lib/kubernetes/mod.ts";
import { renderKubeconfig } from "./render_kubeconfig.ts";

/** A kubeconfig of one cluster as nodes return it. */
function single(name: string, { server = "https://a", token = "t" } = {}) {
  const entry = <T>(value: T) => ({ value, path: undefined });
  return {
    currentContext: `admin@${name}`,
    clusters: new Map([[name, entry({ server })]]),
    users: new Map([[`admin@${name}`, entry({ token })]]),
    contexts: new Map([[`admin@${name}`, entry({ cluster: name, user: `admin@${name}` })]]),
  };
}

async function merge(
  ours: ReturnType<typeof single>,
  theirs: ReturnType<typeof single>,
  options: Partial<MergeKubeconfigOptions> = {},
) {
  const conflicts: string[] = [];
  const editor = new KubeconfigEditor(parseKubeconfig(renderKubeconfig(ours), "ours"));
  const result = await mergeKubeconfig(editor, theirs, {
    onConflict({ section, name, renamed }) {
      conflicts.push(`${section} ${name} -> ${renamed}`);
      return Promise.resolve("rename");
    },
    ...options,
  });
  const { kubeconfig } = editor;
  const outcomes = result.entries.map(({ from, to, outcome }) => `${from} -> ${to}: ${outcome}`);
  return { conflicts, outcomes, result, kubeconfig, text: editor.toString() };
}

Deno.test("mergeKubeconfig() adds entries and makes the context the current one", async () => {
  const { outcomes, conflicts, result } = await merge(single("a"), single("b"));
  deepStrictEqual(outcomes, [
    "b -> b: added",
    "admin@b -> admin@b: added",
    "admin@b -> admin@b: added",
  ]);
  deepStrictEqual(conflicts, []);
  deepStrictEqual(result.currentContext, { before: "admin@a", after: "admin@b" });
});

Deno.test("mergeKubeconfig() adds nothing for equal entries", async () => {
  const { outcomes, text } = await merge(single("a"), single("a"));
  deepStrictEqual(outcomes.map((one) => one.split(": ")[1]), ["present", "present", "present"]);
  strictEqual(text, renderKubeconfig(single("a")));
});

Deno.test("mergeKubeconfig() renames cluster, user and context together", async () => {
  const { outcomes, conflicts, kubeconfig } = await merge(
    single("a"),
    single("a", { server: "https://other", token: "u" }),
  );
  deepStrictEqual(outcomes, [
    "a -> a-1: added",
    "admin@a -> admin@a-1: added",
    "admin@a -> admin@a-1: added",
  ]);
  deepStrictEqual(conflicts, ["clusters a -> a-1"]);
  deepStrictEqual(kubeconfig.contexts.get("admin@a-1")!.value, {
    cluster: "a-1",
    user: "admin@a-1",
  });
  strictEqual(kubeconfig.currentContext, "admin@a-1");
  strictEqual(kubeconfig.contexts.get("admin@a")!.value["cluster"], "a");
});

Deno.test("mergeKubeconfig() renames user and context when only the credentials differ", async () => {
  const { outcomes, conflicts, kubeconfig } = await merge(
    single("a"),
    single("a", { token: "u" }),
  );
  deepStrictEqual(outcomes, [
    "a -> a: present",
    "admin@a -> admin@a-1: added",
    "admin@a -> admin@a-1: added",
  ]);
  deepStrictEqual(conflicts, ["users admin@a -> admin@a-1"]);
  deepStrictEqual(kubeconfig.contexts.get("admin@a-1")!.value, { cluster: "a", user: "admin@a-1" });
});

Deno.test("mergeKubeconfig() overwrites on request, and changes nothing when a conflict is aborted", async () => {
  const theirs = single("a", { server: "https://other", token: "u" });
  const { outcomes, kubeconfig } = await merge(single("a"), theirs, {
    onConflict: () => Promise.resolve("overwrite"),
  });
  deepStrictEqual(outcomes, [
    "a -> a: overwritten",
    "admin@a -> admin@a: overwritten",
    "admin@a -> admin@a: present",
  ]);
  strictEqual(kubeconfig.clusters.get("a")!.value["server"], "https://other");
  const editor = new KubeconfigEditor(parseKubeconfig(renderKubeconfig(single("a")), "ours"));
  let count = 0;
  await rejects(
    mergeKubeconfig(editor, theirs, {
      onConflict() {
        if (++count === 2) throw new Error("aborted");
        return Promise.resolve("overwrite");
      },
    }),
    { message: "aborted" },
  );
  strictEqual(editor.toString(), renderKubeconfig(single("a")));
});

Deno.test("mergeKubeconfig() gives the context another name, and asks when it is in use", async () => {
  const { outcomes, conflicts } = await merge(single("a"), single("b"), { contextName: "mine" });
  deepStrictEqual([outcomes[2], conflicts], ["admin@b -> mine: added", []]);
  const other = await merge(single("a"), single("b"), { contextName: "admin@a" });
  deepStrictEqual(other.conflicts, ["contexts admin@a -> admin@a-1"]);
  strictEqual(other.outcomes[2], "admin@b -> admin@a-1: added");
});

Deno.test("mergeKubeconfig() keeps the current context on request", async () => {
  const { kubeconfig } = await merge(single("a"), single("b"), { activate: false });
  strictEqual(kubeconfig.currentContext, "admin@a");
});
