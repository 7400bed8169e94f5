/**
 * Completers of columns, fields, members, devices and faults.
 *
 * @module
 */
import type { NodeClient } from "../lib/client/types.ts";
import type { Completer, Completers } from "../lib/cli/wiring.ts";

/** Timeout of a call, milliseconds. */
const WAIT_MS = 1500;

/** Commands that read the definition of a type to know their columns. */
const READING = ["get"];

/** Returns a header as typed: `machine-type` for `MACHINE TYPE`, `size` for `SIZE(GB)`. */
function toTypedName(header: string): string {
  return header.replace(/ ?\([^()]*\)$/, "").toLowerCase().replaceAll(/[ _]+/g, "-");
}

const columns: Completer<NodeClient> = async (_context, { path, columnHelp }) => {
  const headers = await columnHelp({ mayCallNodes: READING.includes(path) });
  return [...new Set(headers.map(toTypedName))];
};

/** Columns to sort by, descending after a `-`. */
const sortColumns: Completer<NodeClient> = async (context, request) => {
  const sign = request.prefix.startsWith("-") ? "-" : "";
  const all = await columns(context, request);
  return all.map((name) => `${sign}${name}`);
};

/** Fields of `-o json=`. */
const fields: Completer<NodeClient> = async (_context, { path }) => {
  const { fieldNames } = await import("../lib/output_schemas/mod.ts");
  return fieldNames(path);
};

/** Commands with `-o json`. */
const jsonCommands: Completer<NodeClient> = async (_context, { args }) => {
  const { OUTPUT_SCHEMAS } = await import("../lib/output_schemas/mod.ts");
  const before = args.length === 0 ? "" : `${args.join(" ")} `;
  const rest = Object.keys(OUTPUT_SCHEMAS).filter((name) => name.startsWith(before))
    .map((name) => name.slice(before.length).split(" ")[0]!);
  return [...new Set(rest)].toSorted();
};

/** IDs of etcd members. */
const etcdMembers: Completer<NodeClient> = async (context, { flags }) => {
  const { MachineService } = await import("../proto/machine.ts");
  const { formatMemberId } = await import("../lib/node/etcd/mod.ts");
  await using client = await context.openClient({ connection: flags });
  const results = await client.call(MachineService.EtcdMemberList, {});
  const members = new Map(
    results.flatMap(({ value }) => value?.members ?? [])
      .map(({ id, hostname }) => [formatMemberId(id), hostname ?? ""]),
  );
  return [...members].map(([value, meaning]) => ({ value, meaning }));
};

/** Resources with devices: disks and partitions, or disks only before v1.8. */
const DEVICE_TYPES = ["DiscoveredVolumes.block.talos.dev", "Disks.block.talos.dev"];

/** Disks and partitions, without `/dev/`. */
const blockDevices: Completer<NodeClient> = async (context, { flags, args }) => {
  const { ResourceReader, specOf } = await import("../lib/resource/mod.ts");
  const { isMap } = await import("../lib/output/value.ts");
  await using client = await context.openClient({
    connection: flags,
    insecure: flags["insecure"] === true,
  });
  const reader = new ResourceReader(client, { clock: context.clock, callMs: WAIT_MS });
  const read = async (type: string) => {
    const found: { value: string; meaning: string }[] = [];
    for await (
      const resource of reader.list(client.nodes[0]!, { namespace: "runtime", type }, {
        signal: context.signal,
      })
    ) {
      const spec = await specOf(resource);
      const text = (key: string) => isMap(spec) && spec[key] ? String(spec[key]) : "";
      const meaning = ["pretty_size", "model", "name", "partition_label", "serial"].map(text);
      found.push({ value: resource.id, meaning: meaning.filter((one) => one !== "").join(", ") });
    }
    return found.filter(({ value }) => !args.includes(value));
  };
  const lists = await Promise.allSettled(DEVICE_TYPES.map(read));
  const found = lists.map((list) => list.status === "fulfilled" ? list.value : []);
  return found.find((list) => list.length > 0) ?? [];
};

const faultActions: Completer<NodeClient> = async () => {
  const { FAULT_ACTIONS } = await import("../lib/sandbox/fault_rules.ts");
  return FAULT_ACTIONS;
};

/** Names of the nodes of a local cluster. */
const clusterNodes: Completer<NodeClient> = async (context, { flags }) => {
  const { DEFAULT_CLUSTER } = await import("../lib/distribution.ts");
  const { selectCurrentCluster } = await import("../lib/cluster/mod.ts");
  const { ClusterState } = await import("../lib/cluster/cluster_state.ts");
  const text = (key: string) => String(flags[key] ?? "");
  const { stateFolder, name } = await selectCurrentCluster(
    {
      name: text("name"),
      state: text("state"),
      provisioner: text("provisioner"),
      context: text("context"),
      osconfig: text("osconfig"),
    },
    // The default of --name gives way to the cluster of the current context.
    new Set(text("name") === DEFAULT_CLUSTER ? [] : ["name"]),
    context,
  );
  const record = await new ClusterState(stateFolder, name).readRecord();
  return (record?.nodes ?? []).map(({ name, type }) => ({ value: name, meaning: type }));
};

/** Names of the methods of the node API. */
const methods: Completer<NodeClient> = async () => {
  const { MachineService } = await import("../proto/machine.ts");
  return Object.keys(MachineService).toSorted();
};

/** Names of gRPC status codes. */
const statusCodes: Completer<NodeClient> = async () => {
  const { codeName, StatusCode } = await import("../lib/rpc/status.ts");
  return Object.values(StatusCode).filter((code) => code !== 0).map(codeName);
};

/** Completers by name. */
export const valueCompleters: Completers<NodeClient> = {
  column: columns,
  sortColumn: sortColumns,
  field: fields,
  jsonCommand: jsonCommands,
  etcdMember: etcdMembers,
  blockDevice: blockDevices,
  faultAction: faultActions,
  clusterNode: clusterNodes,
  method: methods,
  statusCode: statusCodes,
};
