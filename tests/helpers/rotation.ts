/**
 * Helpers of tests of `rotate-ca`: expected configurations, and a watcher of the nodes.
 *
 * @module
 */
import { deepEqual } from "node:assert/strict";
import { MachineService } from "../../proto/machine.ts";
import { openClientWith } from "../../lib/client/mod.ts";
import type { Journal } from "../../lib/procedures/ca_rotation/mod.ts";
import { readTextIfPresent } from "../../lib/platform/files.ts";
import { fakeSystem, wallClock } from "./fake_system.ts";
import type { Sandbox } from "./sandbox.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const base64 = (text: string) => new TextEncoder().encode(text).toBase64();

/** Flags that make rotations fast. */
export const FAST = { podReadyMs: 100, kubeletRestartMs: 60 } as const;

/** Returns the configuration of each node. */
export function configsOf({ cluster, nodes }: Sandbox): string[] {
  return nodes.map((node) => cluster.configOf(node)!.text);
}

/** Checks that only the authorities of configurations have changed, each to the new one. */
export function checkRotated(sandbox: Sandbox, before: readonly string[], journal: Journal): void {
  const pairs = [journal.os, journal.kubernetes].filter((one) => one !== undefined);
  const expected = before.map((text) =>
    pairs.reduce((text, pair) =>
      text.replaceAll(base64(pair.old.crt), base64(pair.new.crt))
        .replaceAll(base64(pair.old.key), base64(pair.new.key)), text)
  );
  deepEqual(configsOf(sandbox), expected);
}

/** Reads the journal in the home of a sandbox; undefined without one. */
export async function readJournalOf({ home }: Sandbox): Promise<Journal | undefined> {
  const text = await readTextIfPresent(`${home}/osconfig.rotation.json`);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Reads the journal in the home of a sandbox. */
export async function journalOf(sandbox: Sandbox): Promise<Journal> {
  const journal = await readJournalOf(sandbox);
  if (journal === undefined) throw new Error("no journal");
  return journal;
}

/** Credentials of a client, PEM. */
export interface Credentials {
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

/** Returns the nodes that do not respond to a client on a new connection. */
export async function unreachable(sandbox: Sandbox, tls: Credentials): Promise<string[]> {
  const { signal } = new AbortController();
  const system = { ...fakeSystem({ clock: wallClock, random }), signal };
  const nodes = sandbox.nodes.map(({ address }) => address);
  await using client = openClientWith(system, {
    endpoints: sandbox.controlPlanes.map(({ address, port }) => `${address}:${port}`),
    nodes,
    tls,
  });
  try {
    const results = await client.call(MachineService.Version, {});
    return results.filter(({ error }) => error !== undefined).map(({ node }) => node);
  } catch {
    return nodes; // no endpoint accepts the client
  }
}

/** Calls all nodes as the old and as the new client until it is stopped. */
export class NodeWatcher {
  readonly #sandbox: Sandbox;
  readonly #old: Credentials;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  /** Number of rounds. */
  rounds = 0;
  /** Nodes that no client reached in a round and its repetition. */
  readonly lost: string[] = [];

  constructor(sandbox: Sandbox, old: Credentials) {
    this.#sandbox = sandbox;
    this.#old = old;
    this.#done = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      // New certificates of a node cancel its calls to others; clients repeat them.
      let lost = await this.#round();
      for (let repetition = 0; lost.length > 0 && repetition < 3; repetition++) {
        const again = await this.#round();
        lost = lost.filter((node) => again.includes(node));
      }
      this.lost.push(...lost);
      this.rounds++;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #round(): Promise<string[]> {
    const lost = await unreachable(this.#sandbox, this.#old);
    if (lost.length === 0) return [];
    const journal = await readJournalOf(this.#sandbox);
    if (journal?.os === undefined) return lost;
    const fresh = await unreachable(this.#sandbox, { ca: journal.os.new.crt, ...journal.client! });
    return lost.filter((node) => fresh.includes(node));
  }

  /** Stops after the present round. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }
}
