/**
 * Reads every node once, in parallel, and evaluates the rules on what is known.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { sleep } from "../../async/sleep.ts";
import type { NodeClient } from "../../client/mod.ts";
import { type OpenKubernetes, readKubernetes } from "./collect/read_kubernetes.ts";
import { readNode } from "./collect/read_node.ts";
import { evaluateRules } from "./evaluate.ts";
import type { ClientFacts, Facts, KubernetesFacts, NodeFacts } from "./facts.ts";
import { listAt, textAt } from "./read_facts.ts";
import { RULES } from "./rules/mod.ts";
import type { Diagnosis, Rule } from "./types.ts";

/** The parts of the system that a diagnosis uses. */
export interface DiagnosisSystem {
  readonly clock: Clock;
  /** Ends reading; the result is what is known then. */
  readonly signal: AbortSignal;
}

/** Options of {@linkcode diagnose}. */
export interface DiagnosisOptions {
  readonly client: NodeClient;
  /** Whether to read the members that the nodes have discovered too. */
  readonly isWhole: boolean;
  readonly clientFacts: ClientFacts;
  readonly openKubernetes: OpenKubernetes;
  /** Opens a client for a node through one endpoint only. */
  readonly openThrough: (endpoint: string, node: string) => Promise<NodeClient>;
  /** Ids of rules and checks; all without it. */
  readonly only?: readonly string[];
  /** Reasons by id of rules whose findings are ignored. */
  readonly ignored?: ReadonlyMap<string, string>;
  /** Time limit of a call, milliseconds; at most 20 s is useful. */
  readonly callMs: number;
  readonly rules?: readonly Rule[];
}

/** An event of a diagnosis. */
export type DiagnosisEvent =
  | { readonly kind: "reading"; readonly node: string }
  | {
    readonly kind: "read";
    readonly node: string;
    readonly name: string;
    /** Why the node does not respond. */
    readonly unreachable?: string;
  }
  | { readonly kind: "kubernetes"; readonly error?: string }
  /** What is known so far; findings about the whole cluster are missing. */
  | { readonly kind: "findings"; readonly diagnosis: Diagnosis };

/** Time limit of the first call to a node, milliseconds. */
const FIRST_MS = 10_000;
const MAX_CALL_MS = 20_000;
/** Members that are read besides the named nodes. */
const MAX_MEMBERS = 500;
/** Longest back-off of an endpoint whose connection to a node failed once, milliseconds. */
const BACK_OFF_MS = 2500;
/** Endpoints through which a node without response is called. */
const MAX_ENDPOINTS = 5;

/** A diagnosis and the facts that it was made from. */
export interface DiagnosisResult {
  readonly diagnosis: Diagnosis;
  readonly facts: Facts;
}

/** Diagnoses a cluster. */
export async function diagnose(
  system: DiagnosisSystem,
  options: DiagnosisOptions,
  observe: (event: DiagnosisEvent) => void,
): Promise<DiagnosisResult> {
  const reading = new ClusterReading(system, options, observe);
  const { facts, isComplete } = await reading.read();
  const { rules = RULES, only, ignored } = options;
  const diagnosis = evaluateRules(facts, {
    rules,
    isComplete,
    ...(only === undefined ? {} : { only }),
    ...(ignored === undefined ? {} : { ignored }),
  });
  return { diagnosis, facts };
}

class ClusterReading {
  readonly #system: DiagnosisSystem;
  readonly #options: DiagnosisOptions;
  readonly #observe: (event: DiagnosisEvent) => void;
  readonly #callMs: number;
  /** Nodes that are or were read, in the order of their discovery. */
  readonly #nodes = new Map<string, NodeFacts | undefined>();
  /** Addresses and names of the nodes that were read. */
  readonly #known = new Set<string>();
  #kubernetes: KubernetesFacts = { gaps: {} };

  constructor(
    system: DiagnosisSystem,
    options: DiagnosisOptions,
    observe: (event: DiagnosisEvent) => void,
  ) {
    this.#system = system;
    this.#options = options;
    this.#observe = observe;
    this.#callMs = Math.min(options.callMs, MAX_CALL_MS);
  }

  async read(): Promise<{ readonly facts: Facts; readonly isComplete: boolean }> {
    const { signal } = this.#system;
    const { client } = this.#options;
    const reads = client.nodes.map((node) => this.#read(node));
    const kubernetes = this.#readKubernetes();
    await Promise.all(reads);
    if (this.#options.isWhole) {
      // Members of members: a node that was cut off may know others.
      for (let found = this.#newMembers(); found.length > 0 && !signal.aborted;) {
        await Promise.all(found.map((node) => this.#read(node)));
        found = this.#newMembers();
      }
    }
    await kubernetes;
    if (!signal.aborted) await this.#tryEndpoints();
    const pending = [...this.#nodes].filter(([, facts]) => facts === undefined);
    return {
      facts: this.#facts(this.#options.isWhole && pending.length === 0),
      isComplete: !signal.aborted && pending.length === 0,
    };
  }

  async #read(node: string): Promise<void> {
    const { clock, signal } = this.#system;
    this.#nodes.set(node, undefined);
    this.#observe({ kind: "reading", node });
    const facts = await readNode(this.#options.client, node, {
      clock,
      signal,
      callMs: this.#callMs,
      firstMs: Math.min(FIRST_MS, this.#callMs),
    });
    // An interruption fails all calls, whatever the state of the node is.
    if (signal.aborted) return;
    if (this.#isRepeated(facts)) {
      this.#nodes.delete(node);
      return;
    }
    this.#nodes.set(node, facts);
    for (const one of namesOf(facts)) this.#known.add(one);
    this.#observe({
      kind: "read",
      node,
      name: facts.name,
      ...(facts.unreachable === undefined ? {} : { unreachable: facts.unreachable.message }),
    });
    this.#report();
  }

  /** Reports whether another address led to a node that was read: a virtual IP, or a second name. */
  #isRepeated(facts: NodeFacts): boolean {
    const identity = identityOf(facts);
    return identity !== undefined &&
      [...this.#nodes.values()].some((other) =>
        other !== undefined && other.node !== facts.node && identityOf(other) === identity &&
        other.bootedAt === facts.bootedAt && other.name === facts.name
      );
  }

  async #readKubernetes(): Promise<void> {
    const { clock, signal } = this.#system;
    const facts = await readKubernetes(this.#options.openKubernetes, {
      clock,
      signal,
      callMs: this.#callMs,
    });
    if (signal.aborted) return;
    this.#kubernetes = facts;
    this.#observe({
      kind: "kubernetes",
      ...(facts.error === undefined ? {} : { error: facts.error }),
    });
    this.#report();
  }

  /** Addresses of members of which no address or name was read. */
  #newMembers(): string[] {
    const found = new Map<string, string>();
    for (const facts of this.#nodes.values()) {
      for (const { id, spec } of facts?.resources["Members.cluster"] ?? []) {
        const addresses = listAt(spec, "addresses").map(String);
        const names = [id, textAt(spec, "hostname"), ...addresses];
        if (addresses.length === 0 || names.some((name) => this.#known.has(name))) continue;
        if (names.some((name) => this.#nodes.has(name))) continue;
        found.set(id, addresses[0]!);
      }
    }
    return [...found.values()].slice(0, MAX_MEMBERS);
  }

  /** Calls nodes that did not respond through each endpoint by itself. */
  async #tryEndpoints(): Promise<void> {
    const { client } = this.#options;
    const endpoints = client.endpoints.slice(0, MAX_ENDPOINTS);
    if (endpoints.length < 2) return;
    const silent = [...this.#nodes.values()].filter((facts) =>
      facts?.unreachable !== undefined && TRIED.includes(facts.unreachable.kind)
    ) as NodeFacts[];
    const responding = [...this.#nodes.values()].some((facts) =>
      facts !== undefined && facts.unreachable === undefined
    );
    if (!responding) return;
    await Promise.all(silent.map((facts) => this.#tryNode(facts, endpoints)));
  }

  async #tryNode(facts: NodeFacts, endpoints: readonly string[]): Promise<void> {
    const { clock, signal } = this.#system;
    const results = await Promise.all(
      endpoints.map((endpoint) => this.#respondsThrough(endpoint, facts.node)),
    );
    if (!results.includes(true)) return;
    if (results.includes(false)) {
      // An endpoint that failed to connect a moment ago does not try again at once.
      await sleep(clock, BACK_OFF_MS, signal);
      await Promise.all(results.map(async (result, index) => {
        if (result !== false) return;
        results[index] = await this.#respondsThrough(endpoints[index]!, facts.node);
      }));
    }
    if (!results.includes(false)) return await this.#read(facts.node);
    this.#nodes.set(facts.node, {
      ...facts,
      unreachable: {
        ...facts.unreachable!,
        reachableThrough: endpoints.filter((_, index) => results[index] === true),
        unreachableThrough: endpoints.filter((_, index) => results[index] === false),
      },
    });
  }

  /** Reports whether a node responds through an endpoint; undefined when the endpoint does not. */
  async #respondsThrough(endpoint: string, node: string): Promise<boolean | undefined> {
    const { clock, signal } = this.#system;
    await using client = await this.#options.openThrough(endpoint, node);
    const facts = await readNode(client, node, {
      clock,
      signal,
      callMs: this.#callMs,
      firstMs: Math.min(FIRST_MS, this.#callMs),
      isProbe: true,
    });
    if (facts.unreachable === undefined) return true;
    const isEndpoint = /cannot connect|no endpoint/.test(facts.unreachable.message);
    return isEndpoint ? undefined : false;
  }

  #report(): void {
    const { rules = RULES, ignored, only } = this.#options;
    const diagnosis = evaluateRules(this.#facts(false), {
      rules,
      isComplete: false,
      ...(only === undefined ? {} : { only }),
      ...(ignored === undefined ? {} : { ignored }),
    });
    this.#observe({ kind: "findings", diagnosis });
  }

  #facts(isWhole: boolean): Facts {
    return {
      now: this.#system.clock.now(),
      nodes: [...this.#nodes.values()].filter((facts) => facts !== undefined),
      kubernetes: this.#kubernetes,
      client: this.#options.clientFacts,
      isWhole,
      source: "nodes",
    };
  }
}

/** Kinds of failures that may depend on the endpoint. */
const TRIED: readonly string[] = ["refused", "no-response", "other", "authority"];

function identityOf({ resources }: NodeFacts): string | undefined {
  const id = textAt(resources["Identities.cluster"]?.[0]?.spec ?? {}, "nodeId");
  return id === "" ? undefined : id;
}

function namesOf({ node, name, resources }: NodeFacts): readonly string[] {
  const addresses = (resources["NodeAddresses.net"] ?? []).flatMap(({ spec }) =>
    listAt(spec, "addresses").map((one) => String(one).replace(/\/\d+$/, ""))
  );
  return [node, name, ...addresses];
}
