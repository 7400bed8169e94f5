/**
 * Runs the steps of a rotation or rollback. Each reads the present state of a node first, so that
 * another process can repeat it at any time.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { isIssuedBy, type PemPair, readCertificate } from "../../pki/mod.ts";
import { requireApiCertificates } from "./certificates.ts";
import {
  checkNodes,
  type CheckOptions,
  checkRefused,
  clientNames,
  clientsOf,
  openNodes,
  presentIdentity,
} from "./clients.ts";
import { isComplete, isFinished, type Journal, stepsOf } from "./journal.ts";
import { requireKnownMembers } from "./members.ts";
import { KubeletRestart, readKubelet } from "./kubelet.ts";
import { waitForKubernetes } from "./kubernetes_check.ts";
import { applyConfig, changedConfig, type NodeReader, readConfig } from "./node_config.ts";
import type { FromTo } from "./phases.ts";
import { numbered, type RotationEvent } from "./events.ts";
import { saveClientConfig, updateBundle } from "./results.ts";
import { type RotatedNode, type RotationSystem, type Step, titleOf } from "./types.ts";
import { waitFor } from "./wait.ts";
import { NotYet } from "../waits.ts";

/** Options of {@linkcode runRotation}. */
export interface RotationOptions {
  readonly system: RotationSystem;
  readonly journal: Journal;
  /** Writes the journal; complete on disk when it resolves. */
  store(journal: Journal): Promise<void>;
  /** Receives the steps and what they wait for. */
  event(event: RotationEvent): void;
  /** Limit of each wait, milliseconds. */
  readonly timeoutMs: number;
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
}

/**
 * Runs the steps that are not complete, in order, and marks each in the journal before its first
 * change.
 *
 * @throws {OsctlError} of the step that failed; the signal's reason.
 */
export async function runRotation(
  options: RotationOptions,
  onStep: (step: Step) => void,
): Promise<void> {
  const { journal, store, system } = options;
  if (journal.direction === "rollback") {
    if (!isFinished(journal)) await requireKnownMembers(options);
    // Another process continues in the same direction.
    await store(journal);
  }
  const steps = stepsOf(journal);
  for (const step of steps) {
    if (isComplete(journal, step)) continue;
    system.signal.throwIfAborted();
    onStep(step);
    const { authority, direction, phase } = step;
    journal[authority]![direction] = phase;
    await store(journal);
    options.event({ step, node: null, state: "started", text: numbered(steps, step) });
    if (phase === "drop") {
      await requireKnownMembers(options);
      await saveResults(options, step);
    }
    await new StepRun(options, step).run();
    if (phase === "drop") {
      journal[authority]![direction] = "done";
      await store(journal);
    }
    options.event({ step, node: null, state: "done", text: titleOf(step) });
  }
}

/** Writes the files that replace the files of the authority to be dropped. */
async function saveResults({ journal, event }: RotationOptions, step: Step): Promise<void> {
  const { authority } = step;
  const saved = (path: string, what: string) => {
    const text = `wrote ${what} ${JSON.stringify(path)}`;
    event({ step, node: null, state: "saved", text });
  };
  if (authority === "os" && await saveClientConfig(journal)) {
    const which = step.direction === "rotate" ? "new" : "old";
    saved(journal.output, `the ${which} client configuration`);
  }
  if (journal.secrets !== undefined) {
    await updateBundle(journal.secrets, authority, pairOf(journal, step).to);
    saved(journal.secrets, "the secrets bundle");
  }
}

/** Returns the authority that a step replaces, and the next one. */
export function pairOf(journal: Journal, { authority, direction }: Step): FromTo {
  const { old, new: next } = journal[authority]!;
  return direction === "rotate" ? { from: old, to: next } : { from: next, to: old };
}

/** One step on all nodes. */
class StepRun {
  readonly #options: RotationOptions;
  readonly #step: Step;
  readonly #pair: FromTo;

  constructor(options: RotationOptions, step: Step) {
    this.#options = options;
    this.#step = step;
    this.#pair = pairOf(options.journal, step);
  }

  #report(text: string): void {
    this.#options.event({ step: this.#step, node: null, state: "waiting", text });
  }

  async run(): Promise<void> {
    const { system, journal } = this.#options;
    {
      await using client = openNodes(
        system,
        journal.context.endpoints,
        journal.nodes.map(({ address }) => address),
        presentIdentity(journal),
      );
      for (const node of journal.nodes) await this.#changeNode(client, node);
    }
    if (this.#step.authority === "os") await this.#checkClients();
    else await this.#checkKubernetes();
  }

  /** Changes the configuration of a node, and waits until it takes effect. */
  async #changeNode(client: NodeClient, { address: node }: RotatedNode): Promise<void> {
    const { event, journal: { encoding } } = this.#options;
    const step = this.#step;
    const reader = this.#readerOf(client);
    const isKubernetes = step.authority === "kubernetes";
    const before = isKubernetes
      ? await this.#wait(
        node,
        "state of the kubelet",
        (signal) => readKubelet(reader, node, signal),
      )
      : undefined;
    const change = { authority: step.authority, phase: step.phase, pair: this.#pair, encoding };
    let isChanged = false;
    await this.#wait(node, "change of the configuration", async (signal) => {
      // A lost response leaves the change in place; the next attempt reads it.
      const text = changedConfig(node, await readConfig(reader, node, signal), change);
      if (text === undefined) return;
      isChanged = true;
      await applyConfig(reader, node, text, signal);
    });
    event({
      step,
      node,
      ...isChanged
        ? { state: "changed" as const, text: "changed the configuration" }
        : { state: "unchanged" as const, text: "no changes" },
    });
    if (!isKubernetes) {
      return await this.#wait(
        node,
        "certificates of the node API",
        (signal) => requireApiCertificates(reader, node, step.phase, this.#pair, signal),
      );
    }
    const restart = new KubeletRestart(isChanged ? before : undefined);
    await this.#wait(
      node,
      "restart of the kubelet",
      async (signal) => restart.check(await readKubelet(reader, node, signal)),
    );
  }

  #readerOf(client: NodeClient): NodeReader {
    const { system: { clock }, callMs } = this.#options;
    return { client, clock, callMs };
  }

  /** Checks every node with the clients that the phase allows. */
  async #checkClients(): Promise<void> {
    const { system, journal, event, timeoutMs } = this.#options;
    const { phase, direction } = this.#step;
    const { from, to } = clientsOf(journal, direction);
    const names = clientNames(this.#step);
    const nodes = journal.nodes.map(({ address }) => address);
    const options: CheckOptions = {
      system,
      nodes,
      endpoints: journal.context.endpoints,
      ms: timeoutMs,
      signal: system.signal,
    };
    const pair = this.#pair;
    const both = [pair.from.crt, pair.to.crt];
    const { proxyUrl } = journal.context;
    const roots = phase === "accept" ? both : [pair.to.crt];
    this.#report(`checking ${names.to}`);
    await checkNodes(options, { ...to, roots, proxyUrl }, names.to);
    this.#report(`checking ${names.from}`);
    const count = nodes.length === 1 ? "1 node responds" : `${nodes.length} nodes respond`;
    let text: string;
    if (phase !== "drop") {
      await checkNodes(options, { ...from, roots, proxyUrl }, names.from);
      text = `${count} to both clients`;
    } else if (await isIssuedByPair(from.crt, pair.from)) {
      await checkRefused(options, { ...from, roots: both, proxyUrl }, names.from);
      text = `${count} to ${names.to}; ${names.from} is rejected`;
    } else {
      // Nodes may accept further authorities, which remain.
      text = `${count} to ${names.to}; ${names.from} is of another CA`;
    }
    event({ step: this.#step, node: null, state: "checked", text });
  }

  async #checkKubernetes(): Promise<void> {
    const { system, journal, event, timeoutMs } = this.#options;
    const step = this.#step;
    this.#report("waiting for ready Kubernetes nodes");
    const expected = { phase: step.phase, pair: this.#pair };
    const count = await waitForKubernetes({ system, journal, timeoutMs, expected });
    const text = count === 1 ? "1 Kubernetes node is ready" : `${count} Kubernetes nodes are ready`;
    event({ step, node: null, state: "checked", text });
  }

  async #wait<T>(
    node: string,
    what: string,
    attempt: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { system: { clock, signal }, timeoutMs } = this.#options;
    const subject = `${node}: ${what}`;
    this.#report(subject);
    return await waitFor({ clock, signal, ms: timeoutMs, what: subject }, async (signal) => {
      try {
        return await attempt(signal);
      } catch (error) {
        if (error instanceof NotYet) this.#report(`${node}: ${error.message}`);
        throw error;
      }
    });
  }
}

async function isIssuedByPair(crt: string, ca: PemPair): Promise<boolean> {
  const authority = readCertificate(ca.crt, "the CA certificate");
  return await isIssuedBy(readCertificate(crt, "the client certificate"), authority);
}
