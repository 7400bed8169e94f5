/**
 * Runs exec plugins (`client.authentication.k8s.io/v1`).
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import { encodeBase64 } from "../../osconfig/base64.ts";
import { formatDuration } from "../../output/duration.ts";
import { toPkcs8Label } from "../../pki/pem.ts";
import { killChild } from "../../platform/kill_child.ts";
import type { System } from "../../platform/system.ts";
import type { ConnectionSettings, ExecPlugin } from "../kubeconfig/types.ts";

/** The parts of the system that credentials need. */
export interface AuthSystem extends Pick<System, "clock" | "env" | "spawn"> {
  /** Plugins may prompt the user on it; none does without a terminal. */
  readonly terminal?: Pick<System["terminal"], "isTerminal">;
}

/** Credentials of a plugin. */
export interface ExecCredentials {
  readonly token?: string;
  readonly certificate?: { readonly crt: string; readonly key: string };
  /** Milliseconds since the epoch; `Infinity` without an expiry. */
  readonly expiresAt: number;
}

/** Time limit of a plugin, milliseconds. */
const TIMEOUT_MS = 60_000;
/** Time limit of a plugin that may prompt the user, milliseconds. */
const INTERACTIVE_TIMEOUT_MS = 300_000;
const MAX_OUTPUT_SIZE = 2 ** 20;

/**
 * Runs the plugin of the settings and parses its credentials. It writes to the stderr of this
 * process.
 *
 * @throws {OsctlError} of kind `input`, which contains neither output nor arguments of the plugin.
 */
export async function runExecPlugin(
  settings: ConnectionSettings,
  { spawn, terminal, clock }: AuthSystem,
  signal: AbortSignal,
): Promise<ExecCredentials> {
  const plugin = settings.exec!;
  const isTerminal = terminal?.isTerminal("stdin") ?? false;
  if (plugin.interactiveMode === "Always" && !isTerminal) {
    throw failed(plugin, "it requires a terminal");
  }
  const isInteractive = isTerminal && plugin.interactiveMode !== "Never";
  const ms = isInteractive ? INTERACTIVE_TIMEOUT_MS : TIMEOUT_MS;
  using deadline = createDeadline({
    clock,
    ms,
    signals: [signal],
    expired: () => failed(plugin, `no credentials within ${formatDuration(ms)}`),
  });
  const child = start(plugin, () =>
    spawn(plugin.command, {
      args: [...plugin.args],
      env: { ...plugin.env, KUBERNETES_EXEC_INFO: execInfo(settings, isInteractive) },
      stdin: isInteractive ? "inherit" : "null",
      stdout: "piped",
      stderr: "inherit",
    }));
  try {
    const work = Promise.all([readAll(child.stdout, plugin), child.status]);
    const [output, { code }] = await raceWithAbort(work, deadline.signal);
    if (code !== 0) throw failed(plugin, `exit code ${code}`);
    return parseCredentials(output, plugin);
  } catch (error) {
    killChild(child);
    throw error;
  }
}

function start(plugin: ExecPlugin, run: () => Deno.ChildProcess): Deno.ChildProcess {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound) && !isNotExecutable(error)) throw error;
    const reason = error instanceof Deno.errors.NotFound ? "program not found" : "not executable";
    throw failed(plugin, reason, plugin.installHint?.trim().split("\n")[0]);
  }
}

function isNotExecutable(error: unknown): boolean {
  return error instanceof Deno.errors.PermissionDenied;
}

/** The `ExecCredential` that describes the cluster to the plugin. */
function execInfo(settings: ConnectionSettings, interactive: boolean): string {
  const { exec, server, ca, insecure, serverName, proxy } = settings;
  const cluster = exec!.provideClusterInfo
    ? {
      server: server.href.replace(/\/$/, ""),
      "tls-server-name": serverName,
      "insecure-skip-tls-verify": insecure,
      "certificate-authority-data": ca === undefined ? undefined : encodeBase64(ca),
      "proxy-url": proxy?.href,
      config: exec!.clusterConfig ?? null,
    }
    : undefined;
  return JSON.stringify({
    kind: "ExecCredential",
    apiVersion: exec!.apiVersion,
    spec: { cluster, interactive },
  });
}

async function readAll(stream: ReadableStream<Uint8Array>, plugin: ExecPlugin): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_OUTPUT_SIZE) throw failed(plugin, "its output is larger than 1 MiB");
  }
  return text;
}

/** Fields of an `ExecCredential` status. */
interface ExecStatus {
  readonly token?: unknown;
  readonly clientCertificateData?: unknown;
  readonly clientKeyData?: unknown;
  readonly expirationTimestamp?: unknown;
}

function parseCredentials(output: string, plugin: ExecPlugin): ExecCredentials {
  let credential: { kind?: unknown; apiVersion?: unknown; status?: ExecStatus | null };
  try {
    credential = JSON.parse(output);
  } catch {
    // The error would quote the output, which may contain a token.
    throw failed(plugin, "its output is not JSON");
  }
  if (typeof credential !== "object" || credential?.kind !== "ExecCredential") {
    throw failed(plugin, "its output is not an ExecCredential");
  }
  if (credential.apiVersion !== plugin.apiVersion) {
    throw failed(plugin, `its output does not have the apiVersion "${plugin.apiVersion}"`);
  }
  const { token, clientCertificateData: crt, clientKeyData: key, expirationTimestamp } =
    credential.status ?? {};
  const hasToken = typeof token === "string" && token !== "";
  const certificate = typeof crt === "string" && typeof key === "string" && crt !== ""
    ? { crt, key: toPkcs8Label(key) }
    : undefined;
  if (!hasToken && certificate === undefined) {
    throw failed(plugin, "its output has neither a token nor a client certificate with key");
  }
  const time = typeof expirationTimestamp === "string" ? Date.parse(expirationTimestamp) : NaN;
  return {
    ...(hasToken ? { token } : {}),
    ...(certificate === undefined ? {} : { certificate }),
    expiresAt: Number.isNaN(time) ? Infinity : time,
  };
}

function failed({ command }: ExecPlugin, reason: string, hint?: string): OsctlError {
  return new OsctlError("input", `exec plugin "${command}" failed: ${reason}`, {
    ...(hint === undefined || hint === "" ? {} : { hint }),
  });
}
