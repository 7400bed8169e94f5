/**
 * Credentials of requests: tokens, token files, basic authentication, exec plugins.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import { readText } from "../../platform/files.ts";
import { encodeBase64 } from "../../osconfig/base64.ts";
import type { ConnectionSettings } from "../kubeconfig/types.ts";
import type { AuthSystem, ExecCredentials } from "./exec_plugin.ts";

/** Token files are read again after this time, milliseconds: projected tokens are rotated. */
const TOKEN_FILE_MS = 60_000;

const TOKEN_LIMITS = { bytes: 64 * 1024 };

/** Provides the credentials of one client. */
export class Authenticator {
  readonly #settings: ConnectionSettings;
  readonly #system: AuthSystem;
  #fileToken: { readonly token: string; readonly readAt: number } | undefined;
  #plugin: Promise<ExecCredentials> | undefined;
  #pluginExpiry = Infinity;
  /** Whether the current plugin credentials were accepted or are new. */
  #isRenewable = false;

  readonly #signal: AbortSignal;

  /** @param signal Ends the plugin. */
  constructor(settings: ConnectionSettings, system: AuthSystem, signal: AbortSignal) {
    this.#settings = settings;
    this.#system = system;
    this.#signal = signal;
  }

  /**
   * Returns the `Authorization` header; undefined without one.
   *
   * @throws {OsctlError} when the token file or the plugin fails.
   */
  async authorization(signal: AbortSignal): Promise<string | undefined> {
    const { token, tokenFile, basic, exec } = this.#settings;
    if (tokenFile !== undefined) return `Bearer ${await this.#readTokenFile(tokenFile)}`;
    if (token !== undefined) return bearer(token, "the token");
    if (basic !== undefined) {
      return `Basic ${encodeBase64(`${basic.username}:${basic.password}`)}`;
    }
    if (exec === undefined) return undefined;
    const credentials = await this.#pluginCredentials(signal);
    return credentials.token === undefined
      ? undefined
      : bearer(credentials.token, "the token of the exec plugin");
  }

  /** Returns the client certificate of the plugin, if it has one. */
  async certificate(signal: AbortSignal): Promise<ConnectionSettings["certificate"]> {
    if (this.#settings.exec === undefined) return undefined;
    return (await this.#pluginCredentials(signal)).certificate;
  }

  /** Discards credentials that the server rejected; false when a retry would send the same ones. */
  renew(): boolean {
    const { exec, tokenFile } = this.#settings;
    if (tokenFile !== undefined && this.#fileToken !== undefined) {
      const isStale = this.#system.clock.now() > this.#fileToken.readAt;
      this.#fileToken = undefined;
      return isStale;
    }
    if (exec === undefined || !this.#isRenewable) return false;
    this.#plugin = undefined;
    return true;
  }

  async #readTokenFile(path: string): Promise<string> {
    const now = this.#system.clock.now();
    const known = this.#fileToken;
    if (known !== undefined && now - known.readAt < TOKEN_FILE_MS) return known.token;
    const token = (await readText(path, TOKEN_LIMITS)).trim();
    if (token === "") {
      throw new OsctlError("input", `the token file "${path}" is empty`, {
        hint: "write a token to it, or select another user in the kubeconfig",
      });
    }
    bearer(token, `the token file "${path}"`);
    this.#fileToken = { token, readAt: now };
    return token;
  }

  async #pluginCredentials(signal: AbortSignal): Promise<ExecCredentials> {
    const isExpired = this.#system.clock.now() >= this.#pluginExpiry;
    if (isExpired) this.#plugin = undefined;
    const isNew = this.#plugin === undefined;
    const running = this.#plugin ??= this.#runPlugin();
    // A request that is aborted must not fail others that wait for the same credentials.
    running.catch(() => {
      if (this.#plugin === running) this.#plugin = undefined;
    });
    const credentials = await raceWithAbort(running, signal);
    // Rejected credentials are renewed once, and again only after they have been reused.
    this.#isRenewable = !isNew;
    return credentials;
  }

  async #runPlugin(): Promise<ExecCredentials> {
    const { runExecPlugin } = await import("./exec_plugin.ts");
    const credentials = await runExecPlugin(this.#settings, this.#system, this.#signal);
    this.#pluginExpiry = credentials.expiresAt;
    return credentials;
  }
}

/** Returns the header of a token, which may contain no control characters. */
function bearer(token: string, what: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return `Bearer ${token}`;
  throw new OsctlError("input", `${what} contains characters that are invalid in a header`);
}
