/**
 * The secrets of a cluster: who it is, what lets machines join it, and the authorities that its
 * certificates come from. Machine configurations are made from them.
 *
 * @module
 */
import { PRODUCT } from "../distribution.ts";
import type { Hash, KeyKind } from "./algorithms.ts";
import type { Source } from "./certificate_writer.ts";
import { createCa, type PemPair } from "./issue.ts";
import { encodeKey, generateKey } from "./keys.ts";

/** What stands in the place of a key that was taken out of a text to be shown. */
export const REDACTED = "******";

/** The secrets of one cluster. Certificates and keys are PEM texts, or keys {@linkcode REDACTED}. */
export interface SecretsBundle {
  readonly cluster: {
    /** 32 random bytes in URL-safe base64. */
    readonly id: string;
    /** 32 random bytes in base64. */
    readonly secret: string;
  };
  readonly secrets: {
    /** With which kubelets introduce themselves: 6 characters, a dot, 16 characters. */
    readonly bootstrapToken: string;
    /** 32 random bytes in base64, for the Secrets in etcd; empty where they are not encrypted. */
    readonly aescbcEncryptionSecret?: string;
    /** 32 random bytes in base64, for the Secrets in etcd; empty where they are not encrypted. */
    readonly secretboxEncryptionSecret?: string;
  };
  readonly trustdInfo: {
    /** With which machines ask control planes for a certificate; looks like a bootstrap token. */
    readonly token: string;
  };
  readonly certs: {
    readonly etcd: PemPair;
    readonly k8s: PemPair;
    /** Of the certificate that API servers show to servers that extend them. */
    readonly k8sAggregator?: PemPair;
    /** Signs the tokens of service accounts. */
    readonly k8sServiceAccount?: { readonly key: string };
    /** Of the node API. */
    readonly os: PemPair;
  };
}

/** How the secrets of a cluster are made; old nodes know less than new ones. */
export interface BundleOptions {
  /** Key kind and signature hash of the authorities of etcd and Kubernetes. */
  readonly authorities: { readonly kind: KeyKind; readonly hash: Hash };
  /** Whether there is an authority for servers that extend the API server. */
  readonly aggregator: boolean;
  /** What signs the tokens of service accounts; undefined where the authority's key does. */
  readonly serviceAccount: "ecdsa" | "rsa" | undefined;
  readonly encryption: "aescbc" | "secretbox";
}

/** What a bundle takes over from a cluster that is already there. */
export interface ExistingSecrets {
  readonly bootstrapToken?: string;
  readonly certs?: Partial<SecretsBundle["certs"]>;
}

/** The organizations that the authorities are called after; nodes look for them. */
const NAMES = { etcd: "etcd", k8s: "kubernetes", os: PRODUCT.toLowerCase() } as const;

/**
 * Makes the secrets of a new cluster. All certificates begin at the same moment, and are good for
 * ten years.
 *
 * @param given What is not made because it is there.
 * @throws What the source's signal was aborted with, which ends the search for RSA keys.
 */
export async function createBundle(
  recipe: BundleOptions,
  source: Source,
  given: ExistingSecrets = {},
): Promise<SecretsBundle> {
  const now = source.clock.now();
  const still: Source = { ...sourceOf(source), clock: { now: () => now } };
  const { random } = source;
  const { kind, hash } = recipe.authorities;
  const [certs, serviceAccount] = [given.certs ?? {}, recipe.serviceAccount];
  const authority = (organization?: string) =>
    createCa({ ...(organization === undefined ? {} : { organization }), kind, hash }, still);
  const [etcd, k8s, k8sAggregator, k8sServiceAccount, os] = await Promise.all([
    certs.etcd ?? authority(NAMES.etcd),
    certs.k8s ?? authority(NAMES.k8s),
    // Its name is empty: of what it was once given, only organizations are kept.
    certs.k8sAggregator ?? (recipe.aggregator ? authority() : undefined),
    certs.k8sServiceAccount ??
      (serviceAccount === undefined ? undefined : keyOf(serviceAccount, source.signal)),
    certs.os ?? createCa({ organization: NAMES.os }, still),
  ]);
  return {
    cluster: {
      id: random.bytes(32).toBase64({ alphabet: "base64url" }),
      secret: random.bytes(32).toBase64(),
    },
    secrets: {
      bootstrapToken: given.bootstrapToken || token(random),
      [`${recipe.encryption}EncryptionSecret`]: random.bytes(32).toBase64(),
    },
    trustdInfo: { token: token(random) },
    certs: {
      etcd,
      k8s,
      ...(k8sAggregator === undefined ? {} : { k8sAggregator }),
      ...(k8sServiceAccount === undefined ? {} : { k8sServiceAccount }),
      os,
    },
  };
}

function sourceOf({ random, signal }: Source): Pick<Source, "random" | "signal"> {
  return signal === undefined ? { random } : { random, signal };
}

async function keyOf(kind: KeyKind, signal: AbortSignal | undefined): Promise<{ key: string }> {
  return { key: encodeKey(await generateKey(kind, signal)) };
}

const CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 36 in a byte; bytes from there on would favour some characters. */
const FAIR = 256 - 256 % CHARACTERS.length;

/** A token: 6 characters, a dot, 16 characters, each of 36 equally likely. */
function token(random: Source["random"]): string {
  let text = "";
  while (text.length < 22) {
    for (const byte of random.bytes(32)) {
      if (byte < FAIR && text.length < 22) text += CHARACTERS[byte % CHARACTERS.length];
    }
  }
  return `${text.slice(0, 6)}.${text.slice(6)}`;
}
