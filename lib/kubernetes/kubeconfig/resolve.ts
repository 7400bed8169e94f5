/**
 * Resolves a context to the settings of a connection.
 *
 * @module
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { OsctlError } from "../../errors.ts";
import { nearest } from "../../output/nearest.ts";
import { toPkcs8Label } from "../../pki/pem.ts";
import { readText } from "../../platform/files.ts";
import { dirname, isAbsolute, resolve } from "../../platform/paths.ts";
import { isList, type YamlValue } from "../../yaml/mod.ts";
import { readExecPlugin } from "./exec_plugin_settings.ts";
import { Fields } from "./fields.ts";
import type {
  ConnectionSettings,
  Impersonation,
  Kubeconfig,
  KubeconfigEntry,
  Section,
} from "./types.ts";

const SECRET_LIMITS = { bytes: 2 ** 20 };

/**
 * Resolves a context and reads the files that its cluster and user name.
 *
 * @param context Name of the context; the current one when `""`.
 * @throws {OsctlError} of kind `input` or `file`, which names the entry and the field.
 */
export async function resolveConnection(
  kubeconfig: Kubeconfig,
  context = "",
): Promise<ConnectionSettings> {
  const name = context === "" ? kubeconfig.currentContext : context;
  if (name === "") {
    throw new OsctlError("input", "the kubeconfig has no current context", {
      hint: 'set one with "kubectl config use-context <name>"',
    });
  }
  const entry = entryOf(kubeconfig, "contexts", name, `context "${name}"`);
  const fields = new Fields(entry.value, `context "${name}"`);
  const referenced = (section: Section, key: string) => {
    const target = fields.text(key);
    if (target === undefined) {
      if (key === "user") return undefined;
      throw new OsctlError("input", `context "${name}" of the kubeconfig has no "${key}"`, {
        hint: "add it, or select another context",
      });
    }
    const what = `${key} "${target}"`;
    return { entry: entryOf(kubeconfig, section, target, `${what} of context "${name}"`), what };
  };
  const cluster = referenced("clusters", "cluster")!;
  const user = referenced("users", "user");
  return {
    context: name,
    namespace: fields.text("namespace") ?? "default",
    ...await clusterSettings(cluster.entry, cluster.what),
    ...(user === undefined ? {} : await userSettings(user.entry, user.what, cluster.entry)),
  };
}

function entryOf(
  kubeconfig: Kubeconfig,
  section: Section,
  name: string,
  what: string,
): KubeconfigEntry {
  const entry = kubeconfig[section].get(name);
  if (entry !== undefined) return entry;
  const guess = nearest(name, [...kubeconfig[section].keys()]);
  throw new OsctlError("input", `${what} is not defined in the kubeconfig`, {
    ...(guess === undefined ? {} : { hint: `did you mean "${guess}"?` }),
  });
}

type ClusterSettings = Pick<
  ConnectionSettings,
  "server" | "ca" | "insecure" | "serverName" | "proxy"
>;

async function clusterSettings(entry: KubeconfigEntry, what: string): Promise<ClusterSettings> {
  const fields = new Fields(entry.value, what);
  const server = serverUrl(fields.text("server"), what);
  const ca = await pemOf(fields, entry, "certificate-authority");
  const insecure = fields.flag("insecure-skip-tls-verify");
  const serverName = fields.text("tls-server-name");
  const proxy = fields.text("proxy-url");
  if (insecure && ca !== undefined) {
    throw new OsctlError(
      "input",
      `${what} has both a certificate authority and insecure-skip-tls-verify`,
      { hint: "remove one of them" },
    );
  }
  if (server.protocol === "https:" && !insecure && ca === undefined) {
    throw new OsctlError("input", `${what} has no certificate authority`, {
      hint:
        'set "certificate-authority" or "certificate-authority-data"; public roots are not used',
    });
  }
  if (ca !== undefined) readCertificate(ca, `the certificate authority of ${what}`);
  return {
    server,
    ...(ca === undefined ? {} : { ca }),
    ...(insecure ? { insecure } : {}),
    ...(serverName === undefined ? {} : { serverName }),
    ...(proxy === undefined ? {} : { proxy: proxyUrl(proxy, what) }),
  };
}

function serverUrl(text: string | undefined, what: string): URL {
  if (text === undefined) throw new OsctlError("input", `${what} has no "server"`);
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new OsctlError("input", `"server" of ${what} is not a URL of an HTTP server`, {
      hint: "write it as https://host:port",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new OsctlError("input", `"server" of ${what} contains credentials`, {
      hint: "set them in the user",
    });
  }
  return url;
}

function proxyUrl(text: string, what: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^(http|socks5h?):$/.test(url.protocol) || url.hostname === "") {
    // The value may contain a password.
    throw new OsctlError("input", `"proxy-url" of ${what} is not the URL of a supported proxy`, {
      hint: "write it as http://host:port or socks5://host:port",
    });
  }
  return url;
}

type UserSettings = Pick<
  ConnectionSettings,
  "certificate" | "token" | "tokenFile" | "basic" | "exec" | "impersonate"
>;

async function userSettings(
  entry: KubeconfigEntry,
  what: string,
  cluster: KubeconfigEntry,
): Promise<UserSettings> {
  const fields = new Fields(entry.value, what);
  if (fields.map("auth-provider") !== undefined) {
    throw new OsctlError("unsupported", `${what} uses an "auth-provider"`, {
      hint: 'use an exec plugin instead: "auth-provider" was removed from Kubernetes in v1.26',
    });
  }
  const crt = await pemOf(fields, entry, "client-certificate");
  const key = await pemOf(fields, entry, "client-key");
  const token = fields.text("token");
  const tokenFile = fields.text("tokenFile");
  const username = fields.text("username");
  const exec = readExecPlugin(fields, entry, cluster.value);
  const impersonate = impersonationOf(fields);
  return {
    ...(crt === undefined && key === undefined
      ? {}
      : { certificate: matchingPair(crt, key, what) }),
    ...(token === undefined ? {} : { token }),
    ...(tokenFile === undefined ? {} : { tokenFile: pathIn(entry, tokenFile, what) }),
    ...(username === undefined
      ? {}
      : { basic: { username, password: fields.text("password") ?? "" } }),
    ...(exec === undefined ? {} : { exec }),
    ...(impersonate === undefined ? {} : { impersonate }),
  };
}

function impersonationOf(fields: Fields): Impersonation | undefined {
  const user = fields.text("as");
  if (user === undefined) return undefined;
  const uid = fields.text("as-uid");
  const extra = Object.entries(fields.map("as-user-extra") ?? {}).map(([key, values]) =>
    [key, texts(values)] as const
  );
  return {
    user,
    groups: fields.texts("as-groups"),
    extra: Object.fromEntries(extra),
    ...(uid === undefined ? {} : { uid }),
  };
}

function texts(value: YamlValue): readonly string[] {
  return isList(value) ? value.map(String) : [];
}

/** Reads `<key>-data` or else the file named by `<key>`. */
async function pemOf(
  fields: Fields,
  entry: KubeconfigEntry,
  key: string,
): Promise<string | undefined> {
  const data = fields.base64(`${key}-data`);
  if (data !== undefined) return data;
  const path = fields.text(key);
  return path === undefined
    ? undefined
    : await readText(pathIn(entry, path, fields.what), SECRET_LIMITS);
}

/** Resolves a path relative to the file of its entry. */
function pathIn({ path }: KubeconfigEntry, named: string, what: string): string {
  if (path !== undefined) return resolve(dirname(path), named);
  if (isAbsolute(named)) return named;
  throw new OsctlError("input", `${what} names the relative path "${named}"`, {
    hint: "use the data instead of a path: this kubeconfig is not a file",
  });
}

function matchingPair(
  crt: string | undefined,
  key: string | undefined,
  what: string,
): { crt: string; key: string } {
  if (crt === undefined || key === undefined) {
    const [there, missing] = crt === undefined ? ["key", "certificate"] : ["certificate", "key"];
    throw new OsctlError("input", `${what} has a client ${there} but no client ${missing}`);
  }
  const pem = toPkcs8Label(key);
  const certificate = readCertificate(crt, `the client certificate of ${what}`);
  if (certificate.checkPrivateKey(readPrivateKey(pem, what))) return { crt, key: pem };
  throw new OsctlError("input", `the client key of ${what} does not match its client certificate`);
}

function readCertificate(pem: string, what: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new OsctlError("input", `${what} is not a PEM certificate`, { cause });
  }
}

function readPrivateKey(pem: string, what: string) {
  try {
    return createPrivateKey(pem);
  } catch {
    // The library's error may quote the key.
    throw new OsctlError("input", `the client key of ${what} is not a PEM private key`);
  }
}
