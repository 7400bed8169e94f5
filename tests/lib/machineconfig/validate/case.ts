/**
 * Builders of valid and invalid configurations.
 *
 * @module
 */
import type { Mode } from "../../../../lib/machineconfig/validate/mod.ts";

/** A configuration and its expected problems. */
export interface Case {
  readonly name: string;
  readonly text: string;
  /** Field path of the first error; undefined for a valid configuration. */
  readonly at?: string;
  /** Part of the first error's message. */
  readonly message?: string;
  /** Field paths of warnings. */
  readonly warns?: readonly string[];
  readonly mode: Mode;
  readonly release: "v1.4" | "v1.8";
  /** Only the final release 1.8 of talosctl supports it. */
  readonly final?: true;
}

/** Options of a case. */
export type Options = Partial<
  Pick<Case, "mode" | "release" | "warns" | "final" | "message">
>;

/** Lines to replace in or add to the base configuration; `null` removes a line. */
export interface Lines {
  /** Keys of `machine` with values in flow style. */
  readonly machine?: Readonly<Record<string, string | null>>;
  readonly cluster?: Readonly<Record<string, string | null>>;
  readonly top?: Readonly<Record<string, string>>;
}

const DEFAULTS: Omit<Case, "name" | "text"> = { mode: "metal", release: "v1.8" };

/** Returns a case with a valid configuration. */
export function valid(name: string, text: string, options: Options = {}): Case {
  return { ...DEFAULTS, name, text, ...options };
}

/** Returns a case with an invalid configuration. */
export function invalid(name: string, at: string, text: string, options: Options = {}): Case {
  return { ...DEFAULTS, name, at, text, ...options };
}

const CA = "{crt: LS0t, key: LS0t}";

/** Returns the configuration of a control plane. */
export function cp({ machine = {}, cluster = {}, top = {} }: Lines = {}): string {
  return section("machine", {
    type: "controlplane",
    ca: CA,
    install: "{disk: /dev/sda}",
    ...machine,
  }) + section("cluster", {
    controlPlane: '{endpoint: "https://192.0.2.10:6443"}',
    ...cluster,
  }) + lines("", top);
}

/** Returns the configuration of a worker. */
export function worker({ machine = {}, ...rest }: Lines = {}): string {
  return cp({ machine: { type: "worker", ca: "{crt: LS0t}", ...machine }, ...rest });
}

/** Returns a control plane with one interface. */
export function nic(device: string): string {
  return nics(device);
}

/** Returns a control plane with interfaces. */
export function nics(...devices: readonly string[]): string {
  return cp({ machine: { network: `{interfaces: [${devices.join(", ")}]}` } });
}

/** Returns a control plane with a bond. */
export function bond(fields: string): string {
  return nic(`{interface: bond0, bond: {interfaces: [eth0], ${fields}}}`);
}

/** Returns a document other than the main one. */
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
