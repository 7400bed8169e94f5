/**
 * Free networks for commands that were recorded with fixed ones: a cluster of an earlier run that was
 * killed, or of a person, may still use those.
 *
 * @module
 */
import { planFree } from "../../lib/sandbox/mod.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

/** Addresses of a network that are free when it is chosen, more than a session uses. */
const ADDRESSES = 16;

/** Networks of a recording, and their replacements in this run. */
export class FreeNetworks {
  readonly #own: ReadonlyMap<string, string>;

  /** @param recorded Text with the networks: `--cidr 127.42.0.0/24`. */
  constructor(recorded: string) {
    const networks = recorded.matchAll(/--cidr (127\.\d+\.\d+)\.0\/24/g);
    const own = new Map<string, string>();
    for (const [, network] of networks) {
      const [, free] = /^(127\.\d+\.\d+)\.0\/24$/.exec(planFree(ADDRESSES, random).cidr) ?? [];
      // Systems with one loopback address have no other network.
      if (free !== undefined) own.set(network!, free);
    }
    this.#own = own;
  }

  /** Replaces the recorded networks of a command. */
  toOwn(text: string): string {
    return [...this.#own].reduce((all, [recorded, own]) => replace(all, recorded, own), text);
  }

  /** Replaces the networks of this run in an output. */
  toRecorded(text: string): string {
    return [...this.#own].reduce((all, [recorded, own]) => replace(all, own, recorded), text);
  }
}

function replace(text: string, from: string, to: string): string {
  return text.replaceAll(new RegExp(`(?<![\\d.])${from.replaceAll(".", "\\.")}\\.`, "g"), `${to}.`);
}
