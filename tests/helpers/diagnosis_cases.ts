/**
 * Facts of public reports about clusters, with their causes.
 *
 * @module
 */
import {
  completeFacts,
  describeUnreachable,
  type Facts,
  type NodeFacts,
  servicesFromLog,
  splitLog,
} from "../../lib/procedures/diagnosis/mod.ts";
import { OsctlError } from "../../lib/errors.ts";
import { parseYaml, toData } from "../../lib/yaml/mod.ts";

/** A report: its facts, and the rule that names its cause. */
export interface DiagnosisCase {
  readonly source: string;
  readonly expect: string;
  readonly facts: Facts;
}

interface WrittenNode {
  readonly name?: string;
  readonly type?: NodeFacts["type"];
  readonly version?: string;
  /** State, `OK`, `Fail` or `?`, and the last message, by service. */
  readonly services?: Readonly<Record<string, string>>;
  readonly resources?: NodeFacts["resources"];
  /** The error of the first call. */
  readonly call?: string;
  readonly members?: readonly (readonly [id: string, hostname: string, peer: string])[];
  readonly alarms?: readonly (readonly [id: string, alarm: string])[];
  readonly status?: Partial<NonNullable<NonNullable<NodeFacts["etcd"]>["status"]>>;
  /** Further facts, as rules read them. */
  readonly facts?: Partial<NodeFacts>;
  readonly [log: string]: unknown;
}

interface WrittenCase {
  readonly source?: string;
  readonly expect: string;
  readonly nodes?: readonly WrittenNode[];
  readonly kubernetes?: Partial<Facts["kubernetes"]>;
  readonly client?: Partial<Facts["client"]>;
}

const LOGS = {
  dmesg: "dmesg",
  etcd: "etcd",
  kubelet: "kubelet",
  "controller-runtime": "controller-runtime",
  cri: "cri",
  pod: "kube-system/kube-apiserver-cp-1:kube-apiserver",
} as const;

const MINUTE_MS = 60_000;
/** Time of a report whose lines have none. */
const DEFAULT_NOW = Date.UTC(2026, 4, 5, 10);

/** Reads recorded cases: of public reports, or one of each rule. */
export async function readDiagnosisCases(
  name: "cases" | "rules" = "cases",
): Promise<readonly DiagnosisCase[]> {
  const path = new URL(`../data/diagnosis_${name}.yaml`, import.meta.url);
  const { documents } = parseYaml(await Deno.readTextFile(path), { values: 20_000 });
  const cases = toData(documents[0]!.root) as unknown as readonly WrittenCase[];
  return cases.map(({ source = "", expect, nodes = [], kubernetes, client }) => {
    const times = nodes.flatMap((node) =>
      Object.keys(LOGS).flatMap((log) =>
        splitLog(String(node[log] ?? ""), 1000, Date.UTC(2026, 11, 31)).flatMap(({ time }) =>
          time ?? []
        )
      )
    );
    const now = times.length === 0 ? DEFAULT_NOW : Math.max(...times) + 5 * MINUTE_MS;
    return {
      source,
      expect,
      facts: completeFacts({
        now,
        nodes: nodes.map((node, index) => toNode(node, index, now)),
        ...(kubernetes === undefined ? {} : { kubernetes }),
        ...(client === undefined ? {} : { client }),
      }),
    };
  });
}

function toNode(written: WrittenNode, index: number, now: number) {
  const { name = `cp-${index + 1}`, type = "controlplane", services, resources, call } = written;
  const { version = "v1.8.4", members, alarms, status } = written;
  const logs = Object.fromEntries(
    Object.entries(LOGS).flatMap(([key, log]) =>
      written[key] === undefined ? [] : [[log, splitLog(String(written[key]), 1000, now)]]
    ),
  );
  const listed = Object.entries(services ?? {}).map(([id, text]) => {
    const [, state, health, message] = /^(\w+) (OK|Fail|\?) ([^]*)$/.exec(text)!;
    return {
      id,
      state: state!,
      ...(health === "?" ? {} : { healthy: health === "OK" }),
      events: [{ time: now - 20 * MINUTE_MS, state: state!, message: message! }],
    };
  });
  const unreachable = call === undefined ? undefined : describeUnreachable(
    new OsctlError("connection", call),
  );
  return {
    node: name,
    name,
    type,
    version,
    readAt: now,
    services: services === undefined ? servicesFromLog(logs["dmesg"] ?? []) : listed,
    resources: resources ?? {},
    logs,
    ...(unreachable === undefined ? {} : { unreachable }),
    etcd: {
      ...(members === undefined ? {} : {
        members: members.map(([id, hostname, peer]) => ({
          id,
          hostname,
          peerUrls: [peer],
          clientUrls: [],
          isLearner: false,
        })),
      }),
      ...(alarms === undefined
        ? {}
        : { alarms: alarms.map(([memberId, alarm]) => ({ memberId, alarm })) }),
      ...(status === undefined ? {} : {
        status: {
          memberId: "1",
          leader: "1",
          isLearner: false,
          dbSize: 4_500_000,
          dbSizeInUse: 2_000_000,
          raftIndex: 1,
          raftAppliedIndex: status.raftIndex ?? 1,
          raftTerm: 2,
          errors: [],
          version: "3.5.16",
          ...status,
        },
      }),
    },
    ...written.facts,
  };
}
