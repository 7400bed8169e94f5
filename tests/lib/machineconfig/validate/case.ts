/**
 * Short ways to write configurations that are accepted or refused.
 *
 * @module
 */
import type { Mode } from "../../../../lib/machineconfig/validate/mod.ts";

/** One configuration and what is thought of it. */
export interface Case {
  /** What the case is about. */
  readonly name: string;
  readonly text: string;
  /** The path of the first error as people read it; undefined when it is accepted. */
  readonly at?: string;
  /** A part of the first error's message. */
  readonly says?: string;
  /** Paths of warnings. */
  readonly warns?: readonly string[];
  readonly mode: Mode;
  readonly release: "v1.4" | "v1.8";
  /** It needs the original of the final release 1.8. */
  readonly final?: true;
}

/** What can be said beside the text. */
export type Options = Partial<
  Pick<Case, "mode" | "release" | "warns" | "final" | "says">
>;

/** Lines to replace in, or add to, the base; `null` removes. */
export interface Lines {
  /** Of `machine`, each a key with a value in flow style. */
  readonly machine?: Readonly<Record<string, string | null>>;
  readonly cluster?: Readonly<Record<string, string | null>>;
  readonly top?: Readonly<Record<string, string>>;
}

const DEFAULTS: Omit<Case, "name" | "text"> = { mode: "metal", release: "v1.8" };

/** An accepted configuration. */
export function yes(name: string, text: string, options: Options = {}): Case {
  return { ...DEFAULTS, name, text, ...options };
}

/** A refused one. */
export function no(name: string, at: string, text: string, options: Options = {}): Case {
  return { ...DEFAULTS, name, at, text, ...options };
}

const AUTHORITY = "{crt: LS0t, key: LS0t}";

/** A control plane. */
export function cp({ machine = {}, cluster = {}, top = {} }: Lines = {}): string {
  return section("machine", {
    type: "controlplane",
    ca: AUTHORITY,
    install: "{disk: /dev/sda}",
    ...machine,
  }) + section("cluster", {
    controlPlane: '{endpoint: "https://192.0.2.10:6443"}',
    ...cluster,
  }) + lines("", top);
}

/** A worker. */
export function worker({ machine = {}, ...rest }: Lines = {}): string {
  return cp({ machine: { type: "worker", ca: "{crt: LS0t}", ...machine }, ...rest });
}

/** A control plane with one interface. */
export function nic(device: string): string {
  return nics(device);
}

/** A control plane with interfaces. */
export function nics(...devices: readonly string[]): string {
  return cp({ machine: { network: `{interfaces: [${devices.join(", ")}]}` } });
}

/** A control plane with a bond. */
export function bond(fields: string): string {
  return nic(`{interface: bond0, bond: {interfaces: [eth0], ${fields}}}`);
}

/** A document beside the main one. */
export function doc(kind: string, ...fields: readonly string[]): string {
  return ["apiVersion: v1alpha1", `kind: ${kind}`, ...fields, ""].join("\n");
}

function section(name: string, fields: Readonly<Record<string, string | null>>): string {
  return `${name}:\n${lines("  ", fields)}`;
}

function lines(indent: string, fields: Readonly<Record<string, string | null>>): string {
  return Object.entries(fields).filter(([, value]) => value !== null)
    .map(([key, value]) => `${indent}${key}: ${value}\n`).join("");
}
