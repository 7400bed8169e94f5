/**
 * The address of the container engine, found as the docker client does: `DOCKER_HOST`, the context
 * of `DOCKER_CONTEXT` or of `config.json`, or the sockets of Docker and Podman.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { toUrlHost } from "../../pki/ip.ts";
import { readTextIfPresent } from "../../platform/files.ts";
import { join } from "../../platform/paths.ts";
import { sha256 } from "../../platform/sha256.ts";
import type { System } from "../../platform/system.ts";

/** Client certificate and trusted roots, PEM. */
export interface EngineTls {
  readonly ca: string | undefined;
  readonly certificate: { readonly crt: string; readonly key: string } | undefined;
  /** Accepts any server certificate. */
  readonly insecure: boolean;
}

/** Address of an engine. */
export type EngineAddress =
  | { readonly kind: "unix"; readonly path: string }
  | {
    readonly kind: "tcp";
    readonly host: string;
    readonly port: number;
    readonly tls: EngineTls | undefined;
  }
  | {
    readonly kind: "ssh";
    readonly host: string;
    readonly port: string;
    readonly user: string;
    /** Socket on the host; empty for its default. */
    readonly path: string;
  };

/** An address, and where it comes from. */
export interface EngineEndpoint {
  readonly address: EngineAddress;
  /** Such as `DOCKER_HOST`, for errors. */
  readonly source: string;
}

type Surroundings = Pick<System, "env" | "home">;

/** The context of the docker client without a context. */
const DEFAULT_CONTEXT = "default";

/**
 * Returns the configured address, or else the default sockets in order.
 *
 * @throws {OsctlError} of kind `input` or `file` for an unusable configuration.
 */
export async function findEndpoints(system: Surroundings): Promise<readonly EngineEndpoint[]> {
  const { env, home } = system;
  const host = env.get("DOCKER_HOST") ?? "";
  const config = env.get("DOCKER_CONFIG") || join(home, ".docker");
  if (host !== "") {
    const tls = await readEnvironmentTls(system, config);
    return [{ address: parseHost(host, tls, "DOCKER_HOST"), source: "DOCKER_HOST" }];
  }
  const fromEnv = env.get("DOCKER_CONTEXT") ?? "";
  const name = fromEnv === "" ? await readCurrentContext(config) : fromEnv;
  if (name !== "" && name !== DEFAULT_CONTEXT) return [await readContext(config, name)];
  return defaultSockets(system).map((path) => ({
    address: { kind: "unix", path },
    source: "default",
  }));
}

/**
 * Returns the sockets of engines on a system, in the order in which they are tried: of the system
 * and rootless ones; on macOS of Docker Desktop, colima, OrbStack, Rancher Desktop and Podman, as
 * their documentation states them. Windows has named pipes, which the runtime cannot open.
 */
export function defaultSockets(
  { env, home }: Surroundings,
  os: typeof Deno.build.os = Deno.build.os,
): string[] {
  if (os === "windows") return [];
  const runtime = env.get("XDG_RUNTIME_DIR") ?? "";
  const temporary = env.get("TMPDIR") ?? "";
  return [
    "/var/run/docker.sock",
    ...runtime === "" ? [] : [join(runtime, "docker.sock")],
    ...os !== "darwin" ? [] : [
      join(home, ".docker/run/docker.sock"),
      join(home, ".colima/default/docker.sock"),
      join(home, ".orbstack/run/docker.sock"),
      join(home, ".rd/docker.sock"),
      ...temporary === "" ? [] : [join(temporary, "podman/podman-machine-default-api.sock")],
      join(home, ".local/share/containers/podman/machine/podman.sock"),
    ],
    ...runtime === "" ? [] : [join(runtime, "podman/podman.sock")],
    "/run/podman/podman.sock",
  ];
}

/**
 * Parses an address: `unix:///path`, `tcp://host:port`, `ssh://user@host:port`.
 *
 * @param source Where it comes from, for errors.
 */
export function parseHost(
  text: string,
  tls: EngineTls | undefined,
  source: string,
): EngineAddress {
  const [, scheme = "", rest = ""] = /^([a-z]+):\/\/(.*)$/.exec(text) ?? [];
  if (scheme === "unix" && rest.startsWith("/")) return { kind: "unix", path: rest };
  const url = URL.parse(`http://${rest}`);
  const host = (url?.hostname ?? "").replace(/^\[|\]$/g, "");
  if (url !== null && host !== "") {
    if (scheme === "ssh") {
      const [user, path] = [decodeURIComponent(url.username), url.pathname.replace(/^\/$/, "")];
      return { kind: "ssh", host, port: portIn(rest), user, path };
    }
    if (["tcp", "http", "https"].includes(scheme)) {
      const isTls = scheme === "https" || tls !== undefined;
      const port = Number(portIn(rest) || (isTls ? 2376 : 2375));
      const implied = { ca: undefined, certificate: undefined, insecure: false };
      return { kind: "tcp", host, port, tls: tls ?? (isTls ? implied : undefined) };
    }
  }
  throw new OsctlError("input", `invalid engine address "${text}" in ${source}`, {
    hint: "use unix:///path, tcp://host:port or ssh://user@host",
  });
}

/** Returns the port as written, which a URL omits for the default of its scheme. */
function portIn(rest: string): string {
  return /:(\d+)$/.exec(rest.replace(/[/?#].*$/, ""))?.[1] ?? "";
}

/** Formats an address as in `DOCKER_HOST`. */
export function formatAddress(address: EngineAddress): string {
  if (address.kind === "unix") return `unix://${address.path}`;
  const host = toUrlHost(address.host);
  if (address.kind === "tcp") return `tcp://${host}:${address.port}`;
  const { user, port, path } = address;
  return `ssh://${user === "" ? "" : `${user}@`}${host}${port === "" ? "" : `:${port}`}${path}`;
}

/** Reads `DOCKER_CERT_PATH`; `DOCKER_TLS_VERIFY` enables the verification of the server. */
async function readEnvironmentTls(
  { env }: Surroundings,
  config: string,
): Promise<EngineTls | undefined> {
  const folder = env.get("DOCKER_CERT_PATH") ?? "";
  const isVerified = (env.get("DOCKER_TLS_VERIFY") ?? "") !== "";
  if (folder === "" && !isVerified) return undefined;
  return await readTls(folder === "" ? config : folder, !isVerified);
}

/** Reads `ca.pem`, `cert.pem` and `key.pem`, each of which can be absent. */
async function readTls(folder: string, insecure: boolean): Promise<EngineTls> {
  const [ca, crt, key] = await Promise.all(
    ["ca.pem", "cert.pem", "key.pem"].map((name) => readTextIfPresent(join(folder, name))),
  );
  const certificate = crt === undefined || key === undefined ? undefined : { crt, key };
  return { ca, certificate, insecure };
}

async function readCurrentContext(config: string): Promise<string> {
  const path = join(config, "config.json");
  const { currentContext } = await readJson(path) ?? {};
  return typeof currentContext === "string" ? currentContext : "";
}

/** Reads a context of the docker client: folders are named by the SHA-256 of the name. */
async function readContext(config: string, name: string): Promise<EngineEndpoint> {
  const folder = await sha256(name);
  const source = `context "${name}"`;
  const path = join(config, `contexts/meta/${folder}/meta.json`);
  const meta = await readJson(path);
  if (meta === undefined) {
    throw new OsctlError("input", `docker ${source} not found in "${config}"`, {
      hint: "set DOCKER_CONTEXT to one of docker context ls, or use --provisioner sandbox",
    });
  }
  const endpoints = meta["Endpoints"] as Record<string, Record<string, unknown>> | undefined;
  const { Host: host, SkipTLSVerify: insecure } = endpoints?.["docker"] ?? {};
  if (typeof host !== "string" || host === "") {
    throw new OsctlError("input", `docker ${source} has no address of an engine: ${path}`, {
      hint: "set DOCKER_HOST instead",
    });
  }
  const found = await readTls(join(config, `contexts/tls/${folder}/docker`), insecure === true);
  const hasTls = found.ca !== undefined || found.certificate !== undefined || found.insecure;
  return { address: parseHost(host, hasTls ? found : undefined, source), source };
}

async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  const text = await readTextIfPresent(path);
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new OsctlError("input", `"${path}" is not a JSON object`, {
    hint: "correct the file, or set DOCKER_HOST",
  });
}
