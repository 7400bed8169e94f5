/** Registries, the container runtime and image verification. */
import { certificatePair, EXAMPLE_PEM, EXAMPLE_PEM_PAIR } from "./certificates.ts";
import { REGISTRY_CREDENTIALS } from "./shared_fields.ts";
import { bool, document, type DocumentType, free, list, object, one, text } from "./types.ts";

const registry = (doc: string) =>
  text({ doc, required: true, always: true, examples: [{ value: "registry.example.com" }] });

const endpoint = object("RegistryEndpoint", "Mirror of a registry", {
  url: text({
    doc: "URL of the mirror: http or https",
    required: true,
    always: true,
    optional: true,
    format: "url",
    examples: [{ value: "https://mirror.example.com" }],
  }),
  overridePath: bool({
    doc: "Use the URL path as it is, without appending `/v2`",
    default: false,
    examples: [{ value: true }],
  }),
});

const mirrorConfig = object("RegistryMirrorDocument", "Mirrors of a registry", {
  name: registry("Registry host; `*` matches registries without an entry"),
  endpoints: list(endpoint, {
    doc: "Mirrors, tried in order before the registry itself",
    examples: [{ value: [{ url: "https://mirror.example.com" }] }],
  }),
  skipFallback: bool({
    doc: "Never pull from the registry itself when all mirrors fail",
    default: false,
    examples: [{ value: true }],
  }),
});

const authConfig = object("RegistryAuthDocument", "Credentials of a registry", {
  name: registry("Registry or mirror host, with a port if any"),
  ...REGISTRY_CREDENTIALS,
});

const tlsConfig = object("RegistryTLSDocument", "TLS settings of a registry", {
  name: registry("Registry or mirror host, with a port if any"),
  clientIdentity: one(certificatePair, {
    doc: "Client certificate and key for mutual TLS",
    examples: [{ value: EXAMPLE_PEM_PAIR }],
  }),
  ca: text({
    doc: "CA certificates of the registry in PEM",
    format: "pem",
    examples: [{ value: EXAMPLE_PEM }],
  }),
  insecureSkipVerify: bool({
    doc: "Skip verification of the registry's certificate (insecure)",
    default: false,
    examples: [{ value: true }],
  }),
});

const localCache = object("LocalImageCacheConfig", "Image cache on a local volume", {
  enabled: bool({
    doc: "Serve images from the cache on the IMAGECACHE volume",
    default: false,
    examples: [{ value: true }],
  }),
}, { inline: true });

const cacheConfig = object("ImageCacheDocument", "Cache of container images", {
  local: one(localCache, {
    doc: "Cache on a local volume",
    always: true,
    examples: [{ value: { enabled: true } }],
  }),
});

const runtimeSpecConfig = object(
  "CRIBaseRuntimeSpecConfig",
  "Overrides of the default OCI runtime specification of containers",
  {
    overrides: free({
      doc: "Parts of an OCI runtime specification",
      merge: "replace",
      examples: [{
        value: { process: { rlimits: [{ type: "RLIMIT_NOFILE", hard: 1024, soft: 1024 }] } },
      }],
    }),
  },
);

const customizationConfig = object(
  "CRICustomizationConfig",
  "Additional containerd configuration of the container runtime (CRI)",
  {
    name: text({
      doc: "Name of the part",
      required: true,
      always: true,
      examples: [{ value: "metrics" }],
    }),
    content: text({
      doc: "Configuration in TOML",
      always: true,
      secret: true,
      examples: [{ value: '[metrics]\n  address = "127.0.0.1:11234"\n' }],
    }),
  },
);

const keylessVerifier = object(
  "ImageKeylessVerifier",
  "Verification by a short-lived certificate (Sigstore keyless)",
  {
    issuer: text({
      doc: "OIDC issuer of the signer",
      required: true,
      examples: [{ value: "https://accounts.example.com" }],
    }),
    subject: text({ doc: "Signer", examples: [{ value: "builder@example.com" }] }),
    subjectRegex: text({
      doc: "Regular expression of signers",
      examples: [{ value: ".*@example\\.com" }],
    }),
  },
);

const publicKeyVerifier = object(
  "ImagePublicKeyVerifier",
  "Verification by a public key",
  {
    certificate: text({
      doc: "Public key or certificate in PEM",
      required: true,
      format: "pem",
      examples: [{ value: EXAMPLE_PEM }],
    }),
  },
);

const RULE = {
  image: "registry.example.com/*",
  keyless: { issuer: "https://accounts.example.com", subject: "builder@example.com" },
};

const verificationRule = object("ImageVerificationRule", "Rule for images of a pattern", {
  image: text({
    doc: "Pattern of registry and repository, with `*` wildcards; the first match applies",
    required: true,
    examples: [{ value: "registry.example.com/*" }],
  }),
  skip: bool({ doc: "Skip verification", default: false, examples: [{ value: true }] }),
  deny: bool({ doc: "Reject the image", default: false, examples: [{ value: true }] }),
  keyless: one(keylessVerifier, {
    doc: "Verification by a short-lived certificate",
    examples: [{ value: RULE.keyless }],
  }),
  publicKey: one(publicKeyVerifier, {
    doc: "Verification by a public key",
    examples: [{ value: { certificate: EXAMPLE_PEM } }],
  }),
});

const verificationConfig = object(
  "ImageVerificationConfig",
  "Verification of image signatures before images are pulled",
  {
    rules: list(verificationRule, {
      doc: "Rules, in order",
      merge: { by: ["image"], whole: true },
      examples: [{ value: [RULE] }],
    }),
  },
);

export const REGISTRY_DOCUMENTS: readonly DocumentType[] = [
  document(mirrorConfig, { kind: "RegistryMirrorConfig", since: "v1.12", named: true }, {
    name: "docker.io",
    endpoints: [{ url: "https://mirror.example.com" }],
  }),
  document(authConfig, { kind: "RegistryAuthConfig", since: "v1.12", named: true }, {
    name: "registry.example.com",
    username: "puller",
    password: "not-a-real-password",
  }),
  document(tlsConfig, { kind: "RegistryTLSConfig", since: "v1.12", named: true }, {
    name: "registry.example.com",
    ca: EXAMPLE_PEM,
  }),
  document(cacheConfig, { kind: "ImageCacheConfig", since: "v1.14" }, { local: { enabled: true } }),
  document(runtimeSpecConfig, { since: "v1.14" }, {
    overrides: { process: { rlimits: [{ type: "RLIMIT_NOFILE", hard: 1024, soft: 1024 }] } },
  }),
  document(customizationConfig, { since: "v1.14", named: true }, {
    name: "metrics",
    content: '[metrics]\n  address = "127.0.0.1:11234"\n',
  }),
  document(verificationConfig, { since: "v1.13" }, { rules: [RULE] }),
];
