import { deepEqual, rejects } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { readControlPlanes } from "../../../lib/procedures/read_nodes.ts";
import type { ResourceReader } from "../../../lib/resource/mod.ts";
import { resource } from "../resource/resources.ts";

const WORKER = { address: "10.0.0.21", name: "w1", role: "worker" } as const;
const TYPES: Readonly<Record<string, string>> = {
  "10.0.0.11": "controlplane",
  "10.0.0.21": "worker",
};

/** A reader of nodes that have discovered no members. */
const reader = {
  async *list() {},
  get(node: string, { type }: { readonly type: string }, id: string) {
    if (TYPES[node] === undefined) return Promise.reject(new OsctlError("node", "no such node"));
    if (type.startsWith("MachineTypes.")) {
      return Promise.resolve(resource({ yaml: `${TYPES[node]}\n` }));
    }
    return Promise.resolve(resource({ yaml: `${id}: ${node.replaceAll(".", "-")}\n` }));
  },
} as unknown as ResourceReader;

Deno.test("without discovery, the endpoints show the control planes of a change of workers", async () => {
  const { signal } = new AbortController();
  const endpoints = ["10.0.0.21:50000", "https://10.0.0.11:50000", "10.0.0.11", "10.0.0.12"];
  deepEqual(await readControlPlanes(reader, [WORKER], signal, endpoints), [
    { address: "10.0.0.11", name: "10-0-0-11" },
  ]);
  await rejects(readControlPlanes(reader, [WORKER], signal, ["10.0.0.21"]), {
    message: "the control planes of the cluster are unknown",
    hint: "use control planes as endpoints, enable discovery, or add the control planes to the " +
      "nodes of the change",
  });
});
