/** Flags of the commands that write a secrets bundle. */
import { oneOf, strings } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";

/** Recipients and format of an encrypted bundle. */
export const encryptionFlags = {
  ageRecipient: strings({
    help: "encrypt the secrets for an age public key; repeatable",
    placeholder: "recipients",
    extra: true,
  }),
  encryption: oneOf(["sops", "age"], {
    default: "sops",
    help: "format of the encrypted secrets, with --age-recipient",
    extra: true,
  }),
};

/** Rejects a format without recipients. */
export function requireRecipients(
  given: ReadonlySet<string>,
  { ageRecipient }: { readonly ageRecipient: readonly string[] },
): void {
  if (!given.has("encryption") || ageRecipient.length > 0) return;
  throw new OsctlError("usage", "--encryption requires --age-recipient", {
    hint: 'use a public key of "age-keygen"',
  });
}
