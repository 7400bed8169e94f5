/**
 * The items of a node in a support bundle.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import type { Clock } from "../../async/clock.ts";
import { callNode, toByteStream } from "../../client/collect.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { containerSelection } from "../../node/containers/mod.ts";
import { formatServices } from "../../node/services/mod.ts";
import { ResourceReader } from "../../resource/client.ts";
import { describeUnregistered, fetchNodeDependencies } from "../../resource/graph.ts";
import { formatGraphDot } from "../../resource/graph_dot.ts";
import { listResourceKinds, readResources } from "./node_resources.ts";
import { nodeTexts } from "./node_tables.ts";
import { redactLog } from "./redact.ts";
import type { BundleLayout, Failure, Item, ItemSource } from "./types.ts";

/** Options of {@linkcode nodeSource}. */
export interface NodeSourceOptions {
  readonly client: NodeClient;
  readonly layout: BundleLayout;
  readonly clock: Clock;
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
  /** Formatted version of the client. */
  readonly clientText: string;
}

/** Table of PCI devices. */
const DEVICES = "/proc/bus/pci/devices";
const SYSTEM_NAMESPACE = "kube-system";
/** Status of a running pod sandbox, which has no log. */
const SANDBOX = "SANDBOX_READY";

/** Returns the source of a node's items. */
export function nodeSource(node: string, options: NodeSourceOptions): ItemSource {
  return { name: node, isNode: true, list: (signal) => new NodeItems(node, options).list(signal) };
}

class NodeItems {
  readonly #node: string;
  readonly #options: NodeSourceOptions;
  readonly #reader: ResourceReader;

  constructor(node: string, options: NodeSourceOptions) {
    this.#node = node;
    this.#options = options;
    this.#reader = new ResourceReader(options.client, options);
  }

  async list(signal: AbortSignal): Promise<{ items: Item[]; failures: Failure[] }> {
    const lists = [
      ["services", () => this.#services(signal)],
      ["kube-system containers", () => this.#containers(signal)],
      ["resource definitions", () => this.#resources(signal)],
    ] as const;
    const settled = await Promise.allSettled(lists.map(([, list]) => list()));
    const items: Item[] = [];
    const failures: Failure[] = [];
    for (const [index, result] of settled.entries()) {
      if (result.status === "fulfilled") items.push(...result.value);
      else failures.push({ item: lists[index]![0], error: toExpected(result.reason) });
    }
    // An unreachable node would fail every item at its timeout.
    if (failures.length === lists.length) return { items: [], failures };
    return { items: [...this.#fixed(), ...items], failures };
  }

  /** Items of every node. */
  #fixed(): Item[] {
    const { client, layout, clientText } = this.#options;
    const node = this.#node;
    const dmesg = { follow: false, tail: false };
    return [
      this.#logStream(
        ["dmesg.log"],
        (signal) => client.plainStream(MachineService.Dmesg, dmesg, node, { signal }),
      ),
      ...layout.logs.map((id) => this.#log([`${id}.log`], id, false)),
      this.#text(
        ["dependencies.dot"],
        async (signal) => {
          const graph = await fetchNodeDependencies(client, node, this.#reader, signal);
          const omitted = describeUnregistered(graph);
          return (omitted === undefined ? "" : `// ${omitted}\n`) + formatGraphDot(graph);
        },
      ),
      this.#stream(
        ["devices"],
        (signal) => client.plainStream(MachineService.Read, { path: DEVICES }, node, { signal }),
      ),
      ...Object.entries(nodeTexts({ clientText })).map(([name, read]) =>
        this.#text([name], (signal) => read(client, node, signal))
      ),
    ];
  }

  /** Logs and states of services. */
  async #services(signal: AbortSignal): Promise<Item[]> {
    const { client, layout, clock } = this.#options;
    const { services } = await callNode(client, MachineService.ServiceList, {}, this.#node, {
      signal,
    });
    const now = clock.now();
    return (services ?? []).flatMap((service) => [
      this.#log([...layout.services, `${service.id}.log`], service.id, false),
      this.#text(
        [...layout.services, `${service.id}.state`],
        () => Promise.resolve(formatServices([{ row: service }], { now })),
      ),
    ]);
  }

  /** Logs of the containers in the system namespace of Kubernetes. */
  async #containers(signal: AbortSignal): Promise<Item[]> {
    const { client, layout } = this.#options;
    const selection = containerSelection({ kubernetes: true });
    const { containers } = await callNode(
      client,
      MachineService.Containers,
      selection,
      this.#node,
      { signal },
    );
    return (containers ?? [])
      .filter(({ podId, status }) =>
        status !== SANDBOX && podId?.split("/")[0] === SYSTEM_NAMESPACE
      )
      .map(({ id, name, pid }) => {
        const file = `${name}${pid === 0 ? "-exited" : ""}.log`;
        return this.#log([...layout.containerLogs, SYSTEM_NAMESPACE, file], id, true);
      });
  }

  async #resources(signal: AbortSignal): Promise<Item[]> {
    const kinds = await listResourceKinds(this.#reader, this.#node, signal);
    return kinds.map(({ id, definition }) => ({
      path: [this.#node, ...this.#options.layout.resources, `${id}.yaml`],
      omitEmpty: true,
      read: (signal) => encoded(readResources(this.#reader, this.#node, definition, signal)),
    }));
  }

  #log(path: readonly string[], id: string, kubernetes: boolean): Item {
    const { client } = this.#options;
    const request = { ...containerSelection({ kubernetes }), id, follow: false, tailLines: -1 };
    return this.#logStream(
      path,
      (signal) => client.plainStream(MachineService.Logs, request, this.#node, { signal }),
    );
  }

  #stream(
    path: readonly string[],
    open: (signal: AbortSignal) => Parameters<typeof toByteStream>[0],
  ): Item {
    return { path: [this.#node, ...path], read: (signal) => toByteStream(open(signal)) };
  }

  #logStream(
    path: readonly string[],
    open: (signal: AbortSignal) => Parameters<typeof toByteStream>[0],
  ): Item {
    const item = this.#stream(path, open);
    return { ...item, read: (signal) => redactLog(item.read(signal)) };
  }

  #text(path: readonly string[], read: (signal: AbortSignal) => Promise<string>): Item {
    return {
      path: [this.#node, ...path],
      read: (signal) => encoded(once(() => read(signal))),
    };
  }
}

async function* once<T>(read: () => Promise<T>): AsyncGenerator<T, void, undefined> {
  yield await read();
}

/** Encodes texts. */
export async function* encoded(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** Returns an expected error; throws others, which are bugs. */
export function toExpected(error: unknown): OsctlError {
  if (error instanceof OsctlError) return error;
  throw error;
}
