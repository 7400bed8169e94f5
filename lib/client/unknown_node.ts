/**
 * Errors about node names that an endpoint cannot resolve: suggests a member's name or address.
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

/** Whether a node's error is that the endpoint cannot resolve its name. */
export function isUnresolved(error: unknown): error is RpcError {
  return error instanceof RpcError &&
    (error.details === NO_ADDRESSES || LOOKUP.test(error.details));
}

/** Hint for unknown names. */
export const LIST_NODES = 'list nodes with "osctl get members"';

/** Returns the first address of the member with a name; undefined without such a member. */
export function findMemberAddress(
  members: readonly KnownMember[],
  node: string,
): string | undefined {
  return members.find(({ id, hostname }) => [id, hostname].includes(node))?.addresses[0];
}

/**
 * Returns one clear error for an unknown name, with a suggestion among the members. The resolver's
 * error is its cause, which `OSCTL_DEBUG=1` prints.
 */
export function describeUnresolved(
  error: RpcError,
  node: string,
  endpoint: string,
  members: readonly KnownMember[],
): RpcError {
  const address = findMemberAddress(members, node);
  if (address !== undefined) {
    const message = `its name does not resolve on ${hostOf(endpoint)}`;
    const hint = `use its address "${address}"`;
    return new RpcError(error.kind, message, error.code, error.details, { hint, cause: error });
  }
  const reason = LOOKUP.exec(error.details)?.[1] ?? NO_HOST;
  // Without members, the name may be right and the resolver at fault.
  const message = members.length === 0 && reason !== NO_HOST
    ? `its name does not resolve on ${hostOf(endpoint)}: ${reason}`
    : UNKNOWN_NODE;
  const names = [...new Set(members.flatMap(({ id, hostname }) => [id, hostname]))];
  const suggestion = suggestName(node, names);
  const hint = suggestion === undefined ? LIST_NODES : `${suggestion}; ${LIST_NODES}`;
  return new RpcError(error.kind, message, error.code, error.details, { hint, cause: error });
}

const UNKNOWN_NODE = "unknown node name";

/** Go's error for a name that does not exist. */
const NO_HOST = "no such host";

/** Suggests the nearest name, or the only one that ends with the node's: `worker-1`. */
function suggestName(node: string, names: readonly string[]): string | undefined {
  const longer = names.filter((name) => name.endsWith(`-${node}`));
  return longer.length === 1 ? `did you mean "${longer[0]}"` : didYouMean(node, names);
}
