/**
 * The key management service of disk encryption: seals and unseals the keys of disks with one key of
 * the cluster. It is a test service, as in talosctl: every node may unseal.
 *
 * @module
 */
import { KMSService } from "../../../proto/kms.ts";
import { writeFileAtomic } from "../../platform/files.ts";
import { readBytes } from "../../platform/files.ts";
import type { Random } from "../../platform/system.ts";
import { createServer, type Server } from "../../rpc/server.ts";
import { StatusCode, StatusError } from "../../rpc/status.ts";

/** Port of the service, on all addresses of the host. */
export const KMS_PORT = 4050;

/** Sizes in bytes: of the cluster's key, a disk's key, the nonce and the authentication tag. */
const KEY_BYTES = 32;
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates the key of a cluster in a file of mode 0600. */
export async function createKmsKey(path: string, random: Random): Promise<void> {
  await writeFileAtomic(path, random.bytes(KEY_BYTES), { mode: 0o600 });
}

/** Creates the service; it does not listen yet. */
export async function createKms(
  keyPath: string,
  random: Random,
  log: (line: string) => void,
): Promise<Server> {
  const usages: KeyUsage[] = ["encrypt", "decrypt"];
  const key = await crypto.subtle.importKey(
    "raw",
    await readBytes(keyPath),
    "AES-GCM",
    false,
    usages,
  );
  return createServer(
    { onInternalError: (error, origin) => log(`${origin}: ${error}`) },
    async (call) => {
      const { Seal, Unseal } = KMSService;
      const method = [Seal, Unseal].find(({ path }) => path === call.path);
      if (method === undefined) {
        throw new StatusError(StatusCode.unimplemented, `unknown method ${call.path}`);
      }
      const { nodeUuid, data } = method.decodeRequest(await call.request());
      const isSeal = method === Seal;
      log(`${isSeal ? "seal" : "unseal"} for node ${nodeUuid}`);
      const bytes = new Uint8Array(data ?? []);
      const result = isSeal ? await seal(key, bytes, random) : await unseal(key, bytes, random);
      return method.encodeResponse({ data: result });
    },
  );
}

/** Returns nonce, ciphertext and tag. */
async function seal(
  key: CryptoKey,
  secret: Uint8Array<ArrayBuffer>,
  random: Random,
): Promise<Uint8Array> {
  if (secret.length !== SECRET_BYTES) throw invalidLength();
  const iv = random.bytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, secret);
  const result = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  result.set(iv);
  result.set(new Uint8Array(sealed), NONCE_BYTES);
  return result;
}

/** Returns the secret; random bytes when it was sealed with another key. */
async function unseal(
  key: CryptoKey,
  sealed: Uint8Array<ArrayBuffer>,
  random: Random,
): Promise<Uint8Array> {
  if (sealed.length !== NONCE_BYTES + SECRET_BYTES + TAG_BYTES) throw invalidLength();
  const iv = sealed.subarray(0, NONCE_BYTES);
  try {
    const secret = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv },
      key,
      sealed.subarray(NONCE_BYTES),
    );
    return new Uint8Array(secret);
  } catch (error) {
    // The tag does not match. The reference service returns random bytes too.
    if (error instanceof DOMException && error.name === "OperationError") {
      return random.bytes(SECRET_BYTES);
    }
    throw error;
  }
}

function invalidLength(): StatusError {
  return new StatusError(StatusCode.invalidArgument, "incorrect data length");
}
