/**
 * Addresses of members, for calls to nodes whose names the endpoints cannot resolve, or resolve
 * slowly.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import { firstSuccess } from "../async/hedge.ts";
import { onAbort } from "../async/on_abort.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import { parseIp } from "../pki/ip.ts";
import { rolesFor } from "../pki/method_roles.ts";
import type { Clock } from "../platform/system.ts";
import { createTimeoutError } from "./timeouts.ts";
import {
  findMemberAddress,
  isUnresolved,
  type KnownMember,
  MEMBER_LOOKUP_MS,
  type MemberLookup,
} from "./unknown_node.ts";

/**
 * Delay of the attempt by address, milliseconds. A dead DNS server delays the attempt by name by
 * 10 s and more: Go's resolver tries each server twice for 5 s.
 */
const SLOW_NAME_MS = 1000;

/** Options of {@linkcode MemberAddresses}. */
export interface MemberAddressOptions {
  /** Undefined where endpoints do not resolve names. */
  readonly members: MemberLookup | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Reports whether an endpoint is connected: until then, no name is slow. */
  isConnected(): boolean;
  /** Called with a slow name that no member has. */
  onUnlisted(node: string): void;
}

/** Finds the addresses of members by name; reads the members at most once. */
export class MemberAddresses {
  readonly #options: MemberAddressOptions;
  #members: Promise<readonly KnownMember[]> | undefined;
  readonly #addresses = new Map<string, string>();

  constructor(options: MemberAddressOptions) {
    this.#options = options;
  }

  /** Returns the address to use for a node: the node itself unless its name failed or is slow. */
  get(node: string): string {
    return this.#addresses.get(node) ?? node;
  }

  /** Returns the members; after it, {@linkcode get} returns the address of a member `node`. */
  async read(node: string, members: MemberLookup): Promise<readonly KnownMember[]> {
    this.#members ??= this.#lookUp(members);
    const known = await this.#members;
    const address = findMemberAddress(known, node);
    if (address !== undefined) this.#addresses.set(node, address);
    return known;
  }

  /**
   * Sends a call to a node by its name. When the name does not resolve, or a method that only reads
   * has not responded within a second, also sends it to the address of the member with this name:
   * {@linkcode get} then returns that address.
   *
   * @param send Its signal is aborted when the other attempt responds first.
   */
  async call<T>(
    node: string,
    path: string,
    send: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    const { members, clock, isConnected, onUnlisted } = this.#options;
    const isKnown = parseIp(node) !== undefined || this.#addresses.has(node);
    if (members === undefined || isKnown) return await send(undefined);
    if (!isRead(path)) return await this.#retry(node, send);
    let failure: unknown;
    return await firstSuccess(["name", "address"], async (by, stop) => {
      // The signal of the attempt that wins is not aborted: a stream goes on.
      const own = new AbortController();
      const remove = onAbort(stop, () => own.abort(stop.reason));
      try {
        if (by === "name") return await send(own.signal);
        if (failure !== undefined && !isUnresolvedNode(failure)) throw failure;
        if (!isConnected()) throw new OsctlError("connection", "no endpoint is connected");
        const known = await this.read(node, members);
        if (this.#addresses.has(node)) return await send(own.signal);
        if (known.length > 0) onUnlisted(node);
        throw new OsctlError("node", "no member has the name");
      } catch (error) {
        if (by === "name") failure = error;
        throw error;
      } finally {
        remove();
      }
    }, {
      clock,
      delayMs: SLOW_NAME_MS,
      // The attempt by address is the later one, unless there was none.
      allFailed: ([byName, byAddress]) => this.#addresses.has(node) ? byAddress : byName,
    });
  }

  /** Sends a call again when its name does not resolve. */
  async #retry<T>(
    node: string,
    send: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    try {
      return await send(undefined);
    } catch (error) {
      if (!this.#addresses.has(node) || !isUnresolvedNode(error)) throw error;
      return await send(undefined);
    }
  }

  /** Reads the members for a short time; without members when it fails. */
  async #lookUp(read: MemberLookup): Promise<readonly KnownMember[]> {
    const { clock, signal } = this.#options;
    const expired = () => createTimeoutError(MEMBER_LOOKUP_MS, "response");
    using deadline = createDeadline({ clock, ms: MEMBER_LOOKUP_MS, signals: [signal], expired });
    try {
      return await raceWithAbort(read(deadline.signal), deadline.signal);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      return []; // the hint is then without a name
    }
  }
}

/** Methods that only read, and need more than the role of a reader: the data may be secret. */
const SECRET_READS = ["Copy", "EtcdAlarmList", "EtcdStatus", "Kubeconfig", "Read"]
  .map((name) => `/machine.MachineService/${name}`);

/** Reports whether calling a method twice changes nothing. */
function isRead(path: string): boolean {
  return rolesFor(path).includes("os:reader") || SECRET_READS.includes(path);
}

function isUnresolvedNode(error: unknown): boolean {
  return isUnresolved(error instanceof MultiNodeError ? error.failures[0]?.error : error);
}
