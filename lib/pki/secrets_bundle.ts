/**
 * The secrets of a cluster: identity, join tokens, encryption keys and certificate authorities.
 * Machine configurations are generated from them.
 *
 * @module
 */
import { PRODUCT } from "../distribution.ts";
import type { Hash, KeyKind } from "./algorithms.ts";
import type { IssueContext } from "./certificate_writer.ts";
import { createCa, type PemPair } from "./issue.ts";
import { encodeKey, generateKey } from "./keys.ts";

/** The secrets of one cluster. Certificates and keys are PEM; keys can be `REDACTED`. */
export interface SecretsBundle {
  readonly cluster: {
    /** 32 random bytes in URL-safe base64. */
    readonly id: string;
    /** 32 random bytes in base64. */
    readonly secret: string;
  };
  readonly secrets: {
    /** Kubernetes bootstrap token: 6 characters, a dot, 16 characters. */
    readonly bootstrapToken: string;
    /** Encryption key of Secrets in etcd: 32 random bytes in base64; empty without encryption. */
    readonly aescbcEncryptionSecret?: string;
    /** Encryption key of Secrets in etcd: 32 random bytes in base64; empty without encryption. */
    readonly secretboxEncryptionSecret?: string;
  };
  readonly trustdInfo: {
    /** Token used to request a machine's certificate; format of a bootstrap token. */
    readonly token: string;
  };
  readonly certs: {
    readonly etcd: PemPair;
    readonly k8s: PemPair;
    /** CA of the API aggregation layer. */
    readonly k8sAggregator?: PemPair;
    /** Signs service account tokens. */
    readonly k8sServiceAccount?: { readonly key: string };
    /** CA of the node API. */
    readonly os: PemPair;
  };
}

/** Options of {@linkcode createBundle}, which depend on the node version. */
export interface BundleOptions {
  /** Key type and signature hash of the etcd and Kubernetes CAs. */
  readonly authorities: { readonly kind: KeyKind; readonly hash: Hash };
  /** Whether to create the CA of the API aggregation layer. */
  readonly aggregator: boolean;
  /** Key type for service account tokens; undefined when the Kubernetes CA key signs them. */
  readonly serviceAccount: "ecdsa" | "rsa" | undefined;
  readonly encryption: "aescbc" | "secretbox";
}

/** Secrets of an existing cluster, reused in a new bundle. */
export interface ExistingSecrets {
  readonly bootstrapToken?: string;
  readonly certs?: Partial<SecretsBundle["certs"]>;
}

/** Organizations of the CAs; nodes depend on them. */
const ORGANIZATIONS = { etcd: "etcd", k8s: "kubernetes", os: PRODUCT.toLowerCase() } as const;

/** The key that signs service account tokens. */
export type ServiceAccountKey = NonNullable<SecretsBundle["certs"]["k8sServiceAccount"]>;

/**
 * Generates the key for service account tokens; undefined where the Kubernetes CA key signs them. An
 * RSA key takes longer than all other secrets, and only control planes need it.
 *
 * @throws The abort reason of the signal.
 */
export async function createServiceAccountKey(
  { serviceAccount }: BundleOptions,
  signal?: AbortSignal,
): Promise<ServiceAccountKey | undefined> {
  if (serviceAccount === undefined) return undefined;
  return { key: encodeKey(await generateKey(serviceAccount, signal)) };
}

/**
 * Creates the secrets of a new cluster. All certificates have the same validity period of ten years.
 *
 * @param given Secrets to reuse.
 * @throws The abort reason of the signal.
 */
export async function createBundle(
  recipe: BundleOptions,
  context: IssueContext,
  given: ExistingSecrets = {},
): Promise<SecretsBundle> {
  const now = context.clock.now();
  const fixedTime: IssueContext = { ...withoutClock(context), clock: { now: () => now } };
  const { random } = context;
  const { kind, hash } = recipe.authorities;
  const certs = given.certs ?? {};
  const authority = (organization?: string) =>
    createCa({ ...(organization === undefined ? {} : { organization }), kind, hash }, fixedTime);
  const [k8sServiceAccount, etcd, k8s, k8sAggregator, os] = await Promise.all([
    certs.k8sServiceAccount ?? createServiceAccountKey(recipe, context.signal),
    certs.etcd ?? authority(ORGANIZATIONS.etcd),
    certs.k8s ?? authority(ORGANIZATIONS.k8s),
    // Without a subject: Talos encodes organizations only, and gives this CA none.
    certs.k8sAggregator ?? (recipe.aggregator ? authority() : undefined),
    certs.os ?? createCa({ organization: ORGANIZATIONS.os }, fixedTime),
  ]);
  return {
    cluster: {
      id: random.bytes(32).toBase64({ alphabet: "base64url" }),
      secret: random.bytes(32).toBase64(),
    },
    secrets: {
      bootstrapToken: given.bootstrapToken || generateToken(random),
      [`${recipe.encryption}EncryptionSecret`]: random.bytes(32).toBase64(),
    },
    trustdInfo: { token: generateToken(random) },
    certs: {
      etcd,
      k8s,
      ...(k8sAggregator === undefined ? {} : { k8sAggregator }),
      ...(k8sServiceAccount === undefined ? {} : { k8sServiceAccount }),
      os,
    },
  };
}

function withoutClock({ random, signal }: IssueContext): Pick<IssueContext, "random" | "signal"> {
  return signal === undefined ? { random } : { random, signal };
}

const CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 36 in a byte. Larger bytes are skipped to avoid modulo bias. */
const UNBIASED_LIMIT = 256 - 256 % CHARACTERS.length;

/** Generates a token: 6 characters, a dot, 16 characters, of 36 uniformly distributed ones. */
function generateToken(random: IssueContext["random"]): string {
  let text = "";
  while (text.length < 22) {
    for (const byte of random.bytes(32)) {
      if (byte < UNBIASED_LIMIT && text.length < 22) text += CHARACTERS[byte % CHARACTERS.length];
    }
  }
  return `${text.slice(0, 6)}.${text.slice(6)}`;
}
