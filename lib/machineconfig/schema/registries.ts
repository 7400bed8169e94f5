/** Container image registries. */
import { certificateAndKey, EXAMPLE_CERTIFICATE, EXAMPLE_PAIR } from "./certificates.ts";
import { REGISTRY_CREDENTIALS } from "./shared_fields.ts";
import { bool, list, map, object, one, TEXT, text } from "./types.ts";

const registryMirrorConfig = object(
  "RegistryMirrorConfig",
  "Mirrors of a registry",
  {
    endpoints: list(TEXT, {
      doc: "Mirror URLs, tried in order before the registry itself",
      always: true,
      examples: [{ value: ["https://mirror.example.com", "http://192.0.2.30:5000"] }],
    }),
    overridePath: bool({
      doc: "Use URL paths as they are, without appending `/v2`",
      default: false,
      since: "v1.3",
      examples: [{ value: true }],
    }),
    skipFallback: bool({
      doc: "Never pull from the registry itself when all mirrors fail",
      default: false,
      since: "v1.9",
      examples: [{ value: true }],
    }),
  },
);

const registryTLSConfig = object("RegistryTLSConfig", "TLS settings of a registry", {
  clientIdentity: one(certificateAndKey, {
    doc: "Client certificate and key for mutual TLS",
    examples: [{ value: EXAMPLE_PAIR }],
  }),
  ca: text({
    doc: "CA of the registry: base64-encoded PEM",
    format: "base64",
    examples: [{ value: EXAMPLE_CERTIFICATE }],
  }),
  insecureSkipVerify: bool({
    doc: "Skip verification of the registry's certificate (insecure)",
    default: false,
    examples: [{ value: true }],
  }),
});

const registryAuthConfig = object(
  "RegistryAuthConfig",
  "Registry credentials, as in Docker's config.json",
  {
    ...REGISTRY_CREDENTIALS,
  },
);

const registryConfig = object("RegistryConfig", "Connection settings of a registry", {
  tls: one(registryTLSConfig, {
    doc: "TLS settings",
    examples: [{ value: { ca: EXAMPLE_CERTIFICATE } }],
  }),
  auth: one(registryAuthConfig, {
    doc: "Credentials; changes require a reboot",
    examples: [{ value: { username: "puller", password: "not-a-real-password" } }],
  }),
});

export const registriesConfig = object(
  "RegistriesConfig",
  "Container image registries: mirrors, TLS and credentials",
  {
    mirrors: map(registryMirrorConfig, {
      doc: "Mirrors by registry host; `*` matches registries without an entry",
      examples: [{
        value: {
          "docker.io": { endpoints: ["https://mirror.example.com"] },
          "*": { endpoints: ["http://192.0.2.30:5000"] },
        },
      }],
    }),
    config: map(registryConfig, {
      doc: "TLS settings and credentials by registry or mirror host, with a port if any",
      examples: [{
        value: {
          "mirror.example.com": {
            tls: { ca: EXAMPLE_CERTIFICATE },
            auth: { username: "puller", password: "not-a-real-password" },
          },
        },
      }],
    }),
  },
  { inline: true },
);
