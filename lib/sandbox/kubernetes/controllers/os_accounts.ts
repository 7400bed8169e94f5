/**
 * Service accounts of the node API: a secret with a client configuration for each one.
 *
 * @module
 */
import { DOMAIN } from "../../../distribution.ts";
import { decodeBase64, encodeBase64 } from "../../../yaml/base64.ts";
import { type Certificate, readCertificate } from "../../../pki/mod.ts";
import { kindOf } from "../../objects/kinds.ts";
import {
  controllerOf,
  type JsonMap,
  type KubeObject,
  mapAt,
  stringAt,
  valueAt,
} from "../../objects/objects.ts";
import { type Controller, type ControllerContext, controllerReference } from "./controller.ts";
import { recordEvent } from "./events.ts";

const ACCOUNT = kindOf(`ServiceAccount.${DOMAIN}`);
const SECRET = kindOf("Secret");
/** Key of the client configuration in a secret. */
const KEY = "config";
/** Remaining validity at which a certificate is renewed, milliseconds. */
const RENEWAL_MS = 3_600_000;

/** Returns a client configuration with these roles. */
export type IssueOsConfig = (roles: readonly string[]) => Promise<string>;

/** Options of the controller. */
export interface OsAccountOptions {
  readonly issue: IssueOsConfig;
  /** Runs the controllers again. */
  readonly wake: () => void;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** Returns the controller of service accounts of the node API. */
export function manageOsAccounts(options: OsAccountOptions): Controller {
  /** Issued configurations by uid and roles; undefined while they are issued. */
  const issued = new Map<string, string | undefined>();
  const request = (key: string, roles: readonly string[]): string | undefined => {
    const config = issued.get(key);
    if (config !== undefined || issued.has(key)) return config;
    issued.set(key, undefined);
    options.issue(roles).then((text) => {
      issued.set(key, text);
      options.wake();
    }, (error) => {
      issued.delete(key);
      options.report(error, "client configuration of a service account");
    });
    return undefined;
  };
  return (context) => {
    const { writer, settings: { osAccess } } = context;
    if (!osAccess.isEnabled) return;
    for (const account of writer.store.list(`serviceaccounts.${DOMAIN}`)) {
      if (account.metadata.deletionTimestamp !== undefined) continue;
      const reason = problem(context, account);
      if (reason !== undefined) {
        fail(context, account, reason);
        continue;
      }
      const roles = rolesOf(account)!;
      if (isCurrent(context, account, roles)) continue;
      const key = `${account.metadata.uid} ${roles.join()}`;
      const config = request(key, roles);
      if (config === undefined) continue;
      issued.delete(key);
      store(context, account, config);
    }
  };
}

function rolesOf(account: KubeObject): readonly string[] | undefined {
  const roles = valueAt(account, "spec", "roles");
  if (!Array.isArray(roles)) return undefined;
  return roles.filter((role) => typeof role === "string");
}

function secretOf({ writer }: ControllerContext, { metadata }: KubeObject): KubeObject | undefined {
  return writer.store.get("secrets", metadata.namespace, metadata.name);
}

/** Returns why an account gets no secret; undefined when it gets one. */
function problem(context: ControllerContext, account: KubeObject): string | undefined {
  const { namespace = "", name, uid } = account.metadata;
  const { osAccess } = context.settings;
  const secret = secretOf(context, account);
  if (secret !== undefined && controllerOf(secret)?.uid !== uid) {
    return `Secret already exists and is not managed by controller: ${namespace}/${name}`;
  }
  const roles = rolesOf(account);
  if (roles === undefined) return "Roles not found";
  if (!osAccess.namespaces.includes(namespace)) return `Namespace is not allowed: ${namespace}`;
  const refused = roles.filter((role) => !osAccess.roles.includes(role));
  return refused.length === 0 ? undefined : `Roles not allowed: [${refused.join(" ")}]`;
}

function fail({ writer }: ControllerContext, account: KubeObject, failureReason: string): void {
  if (stringAt(account, "status", "failureReason") === failureReason) return;
  const updated = writer.patch(ACCOUNT, account, { status: { failureReason } });
  recordEvent(writer, updated, {
    type: "Warning",
    reason: "ErrNotSynced",
    message: failureReason,
    component: "talos-sa-controller",
  });
}

/** Reports whether the secret of an account has its roles and stays valid. */
function isCurrent(
  context: ControllerContext,
  account: KubeObject,
  roles: readonly string[],
): boolean {
  const certificate = readIssued(secretOf(context, account));
  if (certificate === undefined) return false;
  const renewal = certificate.notAfter - RENEWAL_MS;
  const hasRoles = [...certificate.organizations].sort().join() === [...roles].sort().join();
  if (!hasRoles || context.writer.now >= renewal) return false;
  context.wakeAt(renewal);
  return true;
}

function readIssued(secret: KubeObject | undefined): Certificate | undefined {
  const config = decodeText(stringAt(secret, "data", KEY));
  const crt = decodeText(/^\s+crt: (\S+)$/m.exec(config)?.[1] ?? "");
  return crt === "" ? undefined : readCertificate(crt, "the client certificate");
}

function decodeText(base64: string): string {
  const bytes = decodeBase64(base64);
  return bytes === undefined ? "" : new TextDecoder().decode(bytes);
}

function store(context: ControllerContext, account: KubeObject, config: string): void {
  const { writer } = context;
  const { namespace, name } = account.metadata;
  const data = { [KEY]: encodeBase64(config) };
  const secret = secretOf(context, account);
  if (secret === undefined) {
    writer.create(SECRET, {
      metadata: {
        name,
        ...(namespace === undefined ? {} : { namespace }),
        ownerReferences: [controllerReference(account)],
      },
      type: "Opaque",
      data,
    });
  } else writer.patch(SECRET, secret, { data });
  const { failureReason: _, ...status } = mapAt(account, "status");
  const updated = writer.patch(ACCOUNT, account, withStatus(status));
  recordEvent(writer, updated, {
    reason: "Synced",
    message: "Synced successfully",
    component: "talos-sa-controller",
  });
}

function withStatus(status: JsonMap): JsonMap {
  return { status: Object.keys(status).length === 0 ? undefined : status };
}
