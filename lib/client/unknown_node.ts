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

/** Reads the members that an endpoint knows. */
export type MemberLookup = (signal: AbortSignal) => Promise<readonly KnownMember[]>;

/**
 * The error of Go's resolver in a dial error (`grpc.Dial` of nodes before v1.8) or of grpc-go's
 * resolver; not of a handler that looks up another name, such as a time server. A connection that
 * had addresses before reports it with a prefix.
 */
const LOOKUP =
  /^(?:connection error: .*\bdial \w+: |(?:name resolver error: )?dns: [^:]*: )lookup \S+?(?: on (?<server>\S+))?: (?<reason>[^"]+?)"?$/;

/**
 * Errors of grpc-go's DNS resolver, which `grpc.NewClient` of nodes from v1.8 on uses: a name that
 * does not exist has no addresses; other failures come from Go's resolver.
 */
const NO_ADDRESSES = "name resolver error: produced zero addresses";

/** Reports whether a node's error is that the endpoint cannot resolve its name. */
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
  const failure = describeFailure(error.details, members.length > 0);
  // When the resolver is at fault, the name may be right.
  const message = failure === undefined
    ? UNKNOWN_NODE
    : `its name does not resolve on ${hostOf(endpoint)}: ${failure}` +
      (members.length === 0 ? "" : ", and no member has it");
  const names = [...new Set(members.flatMap(({ id, hostname }) => [id, hostname]))];
  const suggestion = suggestName(node, names);
  const rest = failure === undefined ? LIST_NODES : CHECK_DNS;
  const hint = suggestion === undefined ? rest : `${suggestion}; ${rest}`;
  return new RpcError(error.kind, message, error.code, error.details, { hint, cause: error });
}

const UNKNOWN_NODE = "unknown node name";

/** Go's error for a name that does not exist. */
const NO_HOST = "no such host";

/** Hint for a resolver that fails. */
const CHECK_DNS = 'use its address, or check the DNS servers with "osctl get resolvers"';

/**
 * Returns why the resolver failed; undefined when the name does not exist.
 *
 * @param hasMembers Whether the members are known: DNS servers also misbehave for unknown names.
 */
function describeFailure(details: string, hasMembers: boolean): string | undefined {
  const { server, reason = NO_HOST } = LOOKUP.exec(details)?.groups ?? {};
  const dns = server === undefined ? "DNS" : `the DNS server ${server}`;
  if (reason.endsWith("i/o timeout")) return `${dns} does not respond`;
  if (reason.endsWith("connection refused")) return `${dns} refuses queries`;
  return reason === NO_HOST || hasMembers ? undefined : reason;
}

/** Suggests the nearest name, or the only one that ends with the node's: `worker-1`. */
function suggestName(node: string, names: readonly string[]): string | undefined {
  const longer = names.filter((name) => name.endsWith(`-${node}`));
  return longer.length === 1 ? `did you mean "${longer[0]}"` : didYouMean(node, names);
}
