/**
 * Errors about names of nodes that an endpoint cannot resolve: adds the likely name, or the address.
 *
 * @module
 */
import { didYouMean } from "../output/nearest.ts";
import { RpcError } from "../rpc/mod.ts";
import { hostOf } from "./endpoints.ts";

/** A member of the cluster. */
export interface KnownMember {
  /** Its name without domain. */
  readonly id: string;
  readonly hostname: string;
  readonly addresses: readonly string[];
}

/** Limit of reading the members after a failure, milliseconds. */
export const MEMBER_LOOKUP_MS = 2000;

/** Reads the members that a node knows. */
export type MemberLookup = (node: string, signal: AbortSignal) => Promise<readonly KnownMember[]>;

/**
 * The error of Go's resolver in a dial error (`grpc.Dial` of nodes before v1.8) or of grpc-go's
 * resolver; not of a handler that looks up another name, such as a time server.
 */
const LOOKUP =
  /^(?:connection error: .*\bdial \w+: |dns: [^:]*: )lookup \S+?(?: on \S+)?: ([^"]+?)"?$/;

/**
 * Errors of grpc-go's DNS resolver, which `grpc.NewClient` of nodes from v1.8 on uses: a name that
 * does not exist has no addresses; other failures come from Go's resolver.
 */
const NO_ADDRESSES = "name resolver error: produced zero addresses";

/** Returns why an endpoint cannot resolve the name of a node; undefined for other errors. */
function getLookupFailure(details: string): string | undefined {
  return details === NO_ADDRESSES ? "no such host" : LOOKUP.exec(details)?.[1];
}

/** Whether a node's error is that the endpoint cannot resolve its name. */
export function isUnresolved(error: unknown): error is RpcError {
  return error instanceof RpcError && getLookupFailure(error.details) !== undefined;
}

/** Hint for names of no node. */
export const LIST_NODES = 'list nodes with "osctl get members"';

/** Returns the first address of the member with a name; undefined without such a member. */
export function findMemberAddress(
  members: readonly KnownMember[],
  node: string,
): string | undefined {
  return members.find(({ id, hostname }) => [id, hostname].includes(node))?.addresses[0];
}

/** Returns the error with the nearest name of a member as hint, or the address of the member itself. */
export function describeUnresolved(
  error: RpcError,
  node: string,
  endpoint: string,
  members: readonly KnownMember[],
): RpcError {
  const address = findMemberAddress(members, node);
  const near = didYouMean(node, [
    ...new Set(members.flatMap(({ id, hostname }) => [id, hostname])),
  ]);
  const hint = address !== undefined
    ? `use its address "${address}"`
    : near === undefined
    ? LIST_NODES
    : `${near}; ${LIST_NODES}`;
  const reason = getLookupFailure(error.details)!;
  const message = `cannot be resolved by ${hostOf(endpoint)}: ${reason} (${error.codeName})`;
  return new RpcError(error.kind, message, error.code, error.details, { hint, cause: error });
}
