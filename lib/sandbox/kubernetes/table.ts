/**
 * Tables: the columns that the server prints for each kind.
 *
 * @module
 */
import { formatAge, formatOrNone } from "./table_text.ts";
import { apiVersionOf, type Kind } from "../objects/kinds.ts";
import {
  type JsonMap,
  type KubeObject,
  mapAt,
  mapsAt,
  numberAt,
  stringAt,
} from "../objects/objects.ts";
import { podCells } from "./table_pods.ts";
import { nodeCells } from "./table_nodes.ts";
import { containerCells, formatPorts, formatSelector } from "./table_text.ts";

/** A cell: text or number. */
export type Cell = string | number;

/** A column with the function of its cell. */
interface Column {
  readonly name: string;
  /** Printed with `-o wide` only. */
  readonly isWide?: boolean;
  readonly type?: "integer";
  readonly cell: (object: KubeObject, now: number) => Cell;
}

const NAME: Column = { name: "Name", cell: ({ metadata }) => metadata.name };
const AGE: Column = {
  name: "Age",
  cell: ({ metadata }, now) => formatAge(metadata.creationTimestamp, now),
};
const CREATED: Column = { name: "Created At", cell: ({ metadata }) => metadata.creationTimestamp };

function text(name: string, ...path: string[]): Column {
  return { name, cell: (object) => formatOrNone(stringAt(object, ...path)) };
}

function count(name: string, ...path: string[]): Column {
  return { name, type: "integer", cell: (object) => numberAt(object, ...path) ?? 0 };
}

function wide(column: Column): Column {
  return { ...column, isWide: true };
}

/** Returns the columns of cells that one function computes. */
function cells<Name extends string>(
  names: readonly Name[],
  compute: (object: KubeObject, now: number) => Readonly<Record<Name, Cell>>,
): Column[] {
  return names.map((name) => ({ name, cell: (object, now) => compute(object, now)[name] }));
}

const CONTAINERS = cells(["Containers", "Images", "Selector"], containerCells).map(wide);

const subjects = (kind: string) => (object: KubeObject): string =>
  mapsAt(object, "subjects").filter((subject) => subject["kind"] === kind)
    .map((subject) =>
      kind === "ServiceAccount"
        ? `${stringAt(subject, "namespace")}/${stringAt(subject, "name")}`
        : stringAt(subject, "name")
    ).join(", ");

const BINDING: Column[] = [
  NAME,
  {
    name: "Role",
    cell: ({ roleRef }) => `${stringAt(roleRef, "kind")}/${stringAt(roleRef, "name")}`,
  },
  AGE,
  wide({ name: "Users", cell: subjects("User") }),
  wide({ name: "Groups", cell: subjects("Group") }),
  wide({ name: "ServiceAccounts", cell: subjects("ServiceAccount") }),
];

const size = (object: KubeObject, ...fields: string[]) =>
  fields.reduce((sum, field) => sum + Object.keys(mapAt(object, field)).length, 0);

/** Columns by kind; other kinds have name and age. */
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  ConfigMap: [
    NAME,
    { name: "Data", type: "integer", cell: (object) => size(object, "data", "binaryData") },
    AGE,
  ],
  Secret: [
    NAME,
    text("Type", "type"),
    { name: "Data", type: "integer", cell: (object) => size(object, "data") },
    AGE,
  ],
  "ServiceAccount": [
    NAME,
    {
      name: "Secrets",
      type: "integer",
      cell: (object) => mapsAt(object, "secrets").length,
    },
    AGE,
  ],
  Namespace: [NAME, text("Status", "status", "phase"), AGE],
  Node: [
    NAME,
    ...cells(["Status", "Roles"], nodeCells),
    AGE,
    ...cells(["Version"], nodeCells),
    ...cells(
      ["Internal-IP", "External-IP", "OS-Image", "Kernel-Version", "Container-Runtime"],
      nodeCells,
    ).map(wide),
  ],
  Pod: [
    NAME,
    ...cells(["Ready", "Status", "Restarts"], podCells),
    AGE,
    ...cells(["IP", "Node", "Nominated Node", "Readiness Gates"], podCells).map(wide),
  ],
  Service: [
    NAME,
    text("Type", "spec", "type"),
    text("Cluster-IP", "spec", "clusterIP"),
    { name: "External-IP", cell: () => "<none>" },
    { name: "Port(s)", cell: (object) => formatPorts(mapsAt(object, "spec", "ports")) },
    AGE,
    wide({ name: "Selector", cell: (object) => formatSelector(mapAt(object, "spec", "selector")) }),
  ],
  Endpoints: [
    NAME,
    {
      name: "Endpoints",
      cell: (object) =>
        formatOrNone(
          mapsAt(object, "subsets").flatMap((subset) =>
            mapsAt(subset, "addresses").flatMap((address) =>
              mapsAt(subset, "ports").map((port) => `${stringAt(address, "ip")}:${port["port"]}`)
            )
          ).join(","),
        ),
    },
    AGE,
  ],
  Event: [
    {
      name: "Last Seen",
      cell: (object, now) => formatAge(stringAt(object, "lastTimestamp"), now),
    },
    text("Type", "type"),
    text("Reason", "reason"),
    {
      name: "Object",
      cell: ({ involvedObject }) =>
        `${stringAt(involvedObject, "kind").toLowerCase()}/${stringAt(involvedObject, "name")}`,
    },
    { name: "Message", cell: (object) => stringAt(object, "message").trim() },
  ],
  Deployment: [
    NAME,
    {
      name: "Ready",
      cell: ({ spec, status }) =>
        `${numberAt(status, "readyReplicas") ?? 0}/${numberAt(spec, "replicas") ?? 0}`,
    },
    count("Up-to-date", "status", "updatedReplicas"),
    count("Available", "status", "availableReplicas"),
    AGE,
    ...CONTAINERS,
  ],
  ReplicaSet: [
    NAME,
    count("Desired", "spec", "replicas"),
    count("Current", "status", "replicas"),
    count("Ready", "status", "readyReplicas"),
    AGE,
    ...CONTAINERS,
  ],
  DaemonSet: [
    NAME,
    count("Desired", "status", "desiredNumberScheduled"),
    count("Current", "status", "currentNumberScheduled"),
    count("Ready", "status", "numberReady"),
    count("Up-to-date", "status", "updatedNumberScheduled"),
    count("Available", "status", "numberAvailable"),
    {
      name: "Node Selector",
      cell: (object) => formatSelector(mapAt(object, "spec", "template", "spec", "nodeSelector")),
    },
    AGE,
    ...CONTAINERS,
  ],
  Lease: [NAME, text("Holder", "spec", "holderIdentity"), AGE],
  PodDisruptionBudget: [
    NAME,
    {
      name: "Min Available",
      cell: ({ spec }) => String(mapAt(spec)["minAvailable"] ?? "N/A"),
    },
    {
      name: "Max Unavailable",
      cell: ({ spec }) => String(mapAt(spec)["maxUnavailable"] ?? "N/A"),
    },
    count("Allowed Disruptions", "status", "disruptionsAllowed"),
    AGE,
  ],
  Role: [NAME, CREATED],
  ClusterRole: [NAME, CREATED],
  RoleBinding: BINDING,
  ClusterRoleBinding: BINDING,
};

function columnsOf(kind: Kind): readonly Column[] {
  return (kind.isCustom ? undefined : COLUMNS[kind.kind]) ?? [NAME, AGE];
}

/** Options of a table. */
export interface TableOptions {
  /** Part of each object in its row. */
  readonly include: "None" | "Metadata" | "Object";
  readonly metadata: JsonMap;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Whether the table describes its columns; false after the first event of a watch. */
  readonly hasHeader?: boolean;
}

/** Returns objects of a kind as a table. */
export function toTable(
  kind: Kind,
  items: readonly KubeObject[],
  { include, metadata, now, hasHeader = true }: TableOptions,
): JsonMap {
  const columns = columnsOf(kind);
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata,
    columnDefinitions: hasHeader
      ? columns.map(({ name, isWide = false, type }) => ({
        name,
        type: type ?? "string",
        format: name === "Name" ? "name" : "",
        description: "",
        priority: isWide ? 1 : 0,
      }))
      : null,
    rows: items.map((item) => ({
      cells: columns.map(({ cell }) => cell(item, now)),
      ...rowObject(kind, item, include),
    })),
  };
}

function rowObject(kind: Kind, item: KubeObject, include: TableOptions["include"]): JsonMap {
  if (include === "None") return {};
  if (include === "Object") return { object: { ...item, apiVersion: apiVersionOf(kind) } };
  const { metadata } = item;
  return {
    object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata },
  };
}
