/**
 * Tokens of service accounts, which pods send to the API.
 *
 * @module
 */
import type { Random } from "../../../platform/system.ts";
import type { User } from "../request.ts";

/** Issues tokens and finds their users. They are opaque, and expire with this process. */
export class Tokens {
  readonly #random: Random;
  readonly #users = new Map<string, User>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Issues a token of a service account. */
  issue(namespace: string, account: string): string {
    const token = `sandbox-${this.#random.bytes(24).toHex()}`;
    this.#users.set(token, {
      name: `system:serviceaccount:${namespace}:${account}`,
      groups: [
        "system:serviceaccounts",
        `system:serviceaccounts:${namespace}`,
        "system:authenticated",
      ],
    });
    return token;
  }

  revoke(token: string): void {
    this.#users.delete(token);
  }

  /** Returns the user of an `Authorization` header. */
  userOf(header: string | undefined): User | undefined {
    const token = /^Bearer (\S+)$/.exec(header ?? "")?.[1];
    return token === undefined ? undefined : this.#users.get(token);
  }
}
