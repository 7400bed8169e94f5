/**
 * Resolves target expressions to nodes.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { compareOsVersions, type OsVersion, parseOsVersion } from "../os_versions/mod.ts";
import { nearestMatches } from "../output/nearest.ts";
import { compareNatural } from "../output/natural_order.ts";
import { matchesSelector } from "../resource/selector.ts";
import { formatIp, parseIp } from "../pki/ip.ts";
import { BUILT_IN_GROUPS, parseTargets, type Term, type VersionLimit } from "./parse.ts";

/** A member of the cluster. */
export interface TargetMember {
  /** Host name. */
  readonly name: string;
  /** Name without domain. */
  readonly id: string;
  /** `controlplane` or `worker`. */
  readonly role: string;
  /** The address to call first. */
  readonly addresses: readonly string[];
  /** Version tag, such as `v1.8.4`; empty when unknown. */
  readonly version: string;
}

/** Labels of a Kubernetes node. */
export interface LabelledNode {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** Sources from which targets are resolved. Each is read at most once. */
export interface TargetSources {
  /** Reads the members of the cluster. */
  members(): Promise<readonly TargetMember[]>;
  /** Reads the Kubernetes nodes, given the members. */
  labels(members: readonly TargetMember[]): Promise<readonly LabelledNode[]>;
  /** Names of the groups. */
  groups(): Promise<readonly string[]>;
  /** Returns the targets of a group, which {@linkcode groups} names. */
  group(name: string): Promise<readonly string[]>;
  /** Returns the names of the nodes of a cluster file by group; undefined without a file. */
  declared(): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
  /** Returns the addresses of the nodes that failed in the last command of the context. */
  failed(): Promise<readonly string[]>;
}

/** A node that a target stands for. */
export interface ResolvedNode {
  /** Address or host name to call. */
  readonly address: string;
  /** Undefined for a node that is not a known member. */
  readonly name: string | undefined;
  /** `controlplane` or `worker`; undefined when unknown. */
  readonly role: string | undefined;
}

/** Hint for names that no member has. */
const LIST = 'list nodes with "osctl get members"';

/**
 * Resolves the values of `--nodes`, in order and without duplicates.
 *
 * @throws {OsctlError} of kind `usage` for an invalid expression, an unknown name or group, and
 *   when no node remains.
 */
export async function resolveTargets(
  values: readonly string[],
  sources: TargetSources,
): Promise<ResolvedNode[]> {
  const resolver = new Resolver(sources);
  const nodes = await resolver.resolve(parseTargets(values), []);
  if (nodes.length > 0) return nodes;
  const text = values.join(",");
  throw new OsctlError("usage", `no node matches "${text}"`, {
    hint: text === "@failed" ? "no node failed in the last command of this context" : LIST,
  });
}

class Resolver {
  readonly #sources: TargetSources;
  #members: Promise<readonly TargetMember[]> | undefined;
  #nodes: Promise<readonly LabelledNode[]> | undefined;

  constructor(sources: TargetSources) {
    this.#sources = sources;
  }

  /** @param path names of the groups that contain the terms, outermost first. */
  async resolve(terms: readonly Term[], path: readonly string[]): Promise<ResolvedNode[]> {
    const [first] = terms;
    if (first?.isExcluded) {
      throw new OsctlError("usage", `"${first.text}" takes away from no target`, {
        hint: `name targets before it, such as @all,${first.text}`,
      });
    }
    const nodes = new Map<string, ResolvedNode>();
    for (const term of terms) {
      for (const node of await this.#match(term, path)) {
        if (term.isExcluded) nodes.delete(node.address);
        else if (!nodes.has(node.address)) nodes.set(node.address, node);
      }
    }
    return [...nodes.values()];
  }

  async #match(term: Term, path: readonly string[]): Promise<readonly ResolvedNode[]> {
    switch (term.kind) {
      case "all":
        return (await this.#readMembers()).map(toNode);
      case "role":
        return this.#select(({ role }) => (role === "worker") === (term.role === "worker"));
      case "version":
        return this.#select(({ version }) => isWithin(version, term.limit));
      case "label": {
        const members = await this.#readMembers();
        const nodes = await (this.#nodes ??= this.#sources.labels(members));
        return members.filter((member) => {
          const node = findNode(nodes, member);
          return node !== undefined && matchesSelector(term.selector, node.labels);
        }).map(toNode);
      }
      case "failed":
        return await this.#hosts(await this.#sources.failed());
      case "names": {
        const members = await this.#readMembers();
        return term.names.map((name) => {
          const member = members.find((one) => isNamed(one, name));
          if (member === undefined) throw unknownName(name, term, members);
          return toNode(member);
        });
      }
      case "group":
        return await this.#group(term.name, path);
      case "host":
        return await this.#host(term);
    }
  }

  async #group(name: string, path: readonly string[]): Promise<readonly ResolvedNode[]> {
    if (path.includes(name)) {
      const loop = [...path.slice(path.indexOf(name)), name].map((one) => `@${one}`).join(" → ");
      throw new OsctlError("usage", `group "${name}" contains itself: ${loop}`, {
        hint: 'change the group with "osctl preferences edit"',
      });
    }
    const groups = await this.#sources.groups();
    if (!groups.includes(name)) {
      const declared = await this.#declared(name);
      const nodes = declared?.get(name);
      if (nodes !== undefined) return await this.resolve(parseTargets(nodes), [...path, name]);
      const known = [...BUILT_IN_GROUPS, ...groups, ...declared?.keys() ?? []];
      const near = nearestMatches(name, known).map((one) => `"@${one}"`);
      throw new OsctlError("usage", `unknown group "@${name}"`, {
        hint: near.length > 0
          ? `did you mean ${near.join(" or ")}`
          : "use @all, @controlplane, @workers or a group of the preferences",
      });
    }
    return await this.resolve(parseTargets(await this.#sources.group(name)), [...path, name]);
  }

  /** @throws {OsctlError} of kind `usage` when the cluster file cannot be read. */
  async #declared(name: string): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    try {
      return await this.#sources.declared();
    } catch (cause) {
      if (!(cause instanceof OsctlError) || cause.kind === "cancelled") throw cause;
      throw new OsctlError("usage", `unknown group "@${name}"`, { hint: cause.message, cause });
    }
  }

  async #host(term: Term & { readonly kind: "host" }): Promise<readonly ResolvedNode[]> {
    if (parseIp(term.host) !== undefined) return await this.#hosts([term.host]);
    const members = await this.#readMembers();
    const member = members.find((one) => isNamed(one, term.host));
    if (member !== undefined) return [toNode(member)];
    // A misspelled name to take away would leave its node in the targets.
    if (term.isExcluded) throw unknownName(term.host, term, members);
    return await this.#hosts([term.host]);
  }

  /** Returns nodes of addresses or host names, with the member that has the address. */
  async #hosts(hosts: readonly string[]): Promise<ResolvedNode[]> {
    // Addresses alone need no member; their names are shown when the members are known anyway.
    const members = await this.#members ?? [];
    return hosts.map((host) => {
      const ip = parseIp(host);
      const address = ip === undefined ? host : formatIp(ip);
      const member = members.find(({ addresses }) => addresses.includes(address));
      return member === undefined
        ? { address: host, name: undefined, role: undefined }
        : toNode(member);
    });
  }

  async #select(matches: (member: TargetMember) => boolean): Promise<ResolvedNode[]> {
    return (await this.#readMembers()).filter(matches).map(toNode);
  }

  /** Returns the members: control planes first, then by name. */
  #readMembers(): Promise<readonly TargetMember[]> {
    return this.#members ??= this.#sources.members().then((members) =>
      members.filter(({ addresses }) => addresses.length > 0).sort((a, b) =>
        Number(a.role === "worker") - Number(b.role === "worker") || compareNatural(a.name, b.name)
      )
    );
  }
}

function isNamed({ id, name }: TargetMember, typed: string): boolean {
  return typed === id || typed === name;
}

function toNode({ name, role, addresses }: TargetMember): ResolvedNode {
  return { address: addresses[0]!, name, role };
}

/** Returns the Kubernetes node of a member: the one with its address, else with its name. */
function findNode(
  nodes: readonly LabelledNode[],
  { name, addresses }: TargetMember,
): LabelledNode | undefined {
  return nodes.find((node) => node.addresses.some((one) => addresses.includes(one))) ??
    nodes.find((node) => node.name === name && node.addresses.length === 0);
}

function unknownName(name: string, term: Term, members: readonly TargetMember[]): OsctlError {
  const near = nearestMatches(
    name,
    [...new Set(members.flatMap((member) => [member.id, member.name]))],
  );
  const where = term.text === name ? "" : ` in "${term.text}"`;
  return new OsctlError("usage", `unknown node "${name}"${where}`, {
    hint: near.length > 0
      ? `did you mean ${near.map((one) => `"${one}"`).join(" or ")}; ${LIST}`
      : LIST,
  });
}

/** Reports whether a version is within a limit; numbers that the limit does not give match any. */
function isWithin(tag: string, { operator, version, precision }: VersionLimit): boolean {
  const actual = parseOsVersion(tag);
  if (actual === undefined) return false;
  const [major, minor, patch] = actual;
  const rounded: OsVersion = [major, precision > 1 ? minor : 0, precision > 2 ? patch : 0];
  const order = compareOsVersions(rounded, version);
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  if (operator === ">") return order > 0;
  return operator === ">=" ? order >= 0 : order === 0;
}
