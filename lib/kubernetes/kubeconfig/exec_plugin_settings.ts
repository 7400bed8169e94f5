/**
 * Reads the `exec` field of a user.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { dirname, resolve } from "../../platform/paths.ts";
import { own, type YamlMap } from "../../yaml/mod.ts";
import { Fields } from "./fields.ts";
import type { ExecPlugin, KubeconfigEntry } from "./types.ts";

const API_VERSIONS = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"];
const MODES = ["Never", "IfAvailable", "Always"] as const;

/** Name of the cluster extension that configures the plugin. */
const EXTENSION = "client.authentication.k8s.io/exec";

/**
 * Reads the plugin of a user.
 *
 * @throws {OsctlError} of kind `input` or `unsupported`.
 */
export function readExecPlugin(
  user: Fields,
  { path }: KubeconfigEntry,
  cluster: YamlMap,
): ExecPlugin | undefined {
  const map = user.map("exec");
  if (map === undefined) return undefined;
  const fields = new Fields(map, `the exec plugin of ${user.what}`);
  const apiVersion = fields.text("apiVersion") ?? "";
  if (!API_VERSIONS.includes(apiVersion)) {
    throw new OsctlError("unsupported", `${fields.what} has the apiVersion "${apiVersion}"`, {
      hint: `use a plugin with ${API_VERSIONS.join(" or ")}`,
    });
  }
  const command = fields.text("command");
  if (command === undefined) throw new OsctlError("input", `${fields.what} has no "command"`);
  const mode = fields.text("interactiveMode") ?? "IfAvailable";
  const interactiveMode = MODES.find((one) => one === mode);
  if (interactiveMode === undefined) {
    throw new OsctlError("input", `"interactiveMode" of ${fields.what} is not a known mode`, {
      hint: `use ${MODES.join(", ")}`,
    });
  }
  const env = fields.maps("env").map((variable) => {
    const pair = new Fields(variable, `a variable of ${fields.what}`);
    return [pair.text("name") ?? "", pair.text("value") ?? ""] as const;
  });
  const installHint = fields.text("installHint");
  const clusterConfig = extensionOf(new Fields(cluster, "the cluster"));
  const isRelative = /[/\\]/.test(command) && path !== undefined;
  return {
    apiVersion,
    command: isRelative ? resolve(dirname(path), command) : command,
    args: fields.texts("args"),
    env: Object.fromEntries(env.filter(([name]) => name !== "")),
    provideClusterInfo: fields.flag("provideClusterInfo"),
    interactiveMode,
    ...(installHint === undefined ? {} : { installHint }),
    ...(clusterConfig === undefined ? {} : { clusterConfig }),
  };
}

function extensionOf(cluster: Fields): unknown {
  const extension = cluster.maps("extensions").find((one) => own(one, "name") === EXTENSION);
  return extension === undefined ? undefined : own(extension, "extension");
}
