/**
 * What a command receives: the machine, the interface release, prompts, and a way to open a client.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { StatusLine } from "../output/status_line.ts";
import type { System } from "../platform/system.ts";
import type { FlagValues } from "./flags.ts";
import type { globalFlags } from "./global_flags.ts";

/** The values of the flags every command inherits. */
export type GlobalValues = FlagValues<typeof globalFlags>;

/** Questions to a person. Every method fails with a usage error when stdin is no terminal. */
export interface Prompts {
  /** A yes-or-no question; anything but yes is no. */
  confirm(question: string): Promise<boolean>;
  /** One choice from a list, which starts at `initial` or at the first. */
  select(question: string, choices: readonly string[], initial?: string): Promise<string>;
}

/** How a command wants to reach nodes. */
export interface OpenOptions {
  /** The flags given on the command line. */
  flags: GlobalValues;
  /** Use the maintenance service: no client certificate, `--nodes` are the endpoints. */
  insecure?: boolean;
  /** In maintenance mode, the accepted fingerprints (base64 SHA-256 of the leaf's SPKI). */
  fingerprints?: readonly string[];
}

/** Everything a command touches. `Client` is what `openClient` gives (see `commands/wiring.ts`). */
export interface Context<Client = unknown> extends System {
  /** The interface release in force. */
  release: Release;
  prompts: Prompts;
  /** Shows progress on the terminal; undefined when stderr is none. */
  status: StatusLine | undefined;
  /** Opens a client for the nodes the flags and the client configuration name. */
  openClient(options: OpenOptions): Promise<Client>;
}
