/** Registries of container images. */
import { certificateAndKey, EXAMPLE_CERTIFICATE, EXAMPLE_PAIR } from "./certificates.ts";
import { bool, list, map, object, one, TEXT, text } from "./types.ts";

const registryMirrorConfig = object(
  "RegistryMirrorConfig",
  "Where images of a registry are fetched from",
  {
    endpoints: list(TEXT, {
      doc: "URLs of registries, tried in this order before the registry itself",
      always: true,
      examples: [{ value: ["https://mirror.example.com", "http://192.0.2.30:5000"] }],
    }),
    overridePath: bool({
      doc: "Whether the paths of the URLs are complete; otherwise `/v2` is appended",
      default: false,
      since: "v1.3",
      examples: [{ value: true }],
    }),
  },
);

const registryTLSConfig = object("RegistryTLSConfig", "How a registry is trusted", {
  clientIdentity: one(certificateAndKey, {
    doc: "Client certificate and key for registries that ask for them",
    examples: [{ value: EXAMPLE_PAIR }],
  }),
  ca: text({
    doc: "Certificate authority that vouches for the registry: PEM in base64",
    format: "base64",
    examples: [{ value: EXAMPLE_CERTIFICATE }],
  }),
  insecureSkipVerify: bool({
    doc: "Whether any certificate of the registry is good enough; anybody can then pose as it",
    default: false,
    examples: [{ value: true }],
  }),
});

const registryAuthConfig = object(
  "RegistryAuthConfig",
  "Who the machine is to a registry: the fields of Docker's config.json",
  {
    username: text({ doc: "Name of the user", examples: [{ value: "puller" }] }),
    password: text({
      doc: "Password of the user",
      secret: true,
      examples: [{ value: "not-a-real-password" }],
    }),
    auth: text({
      doc: "Name and password in one: `name:password` in base64",
      secret: true,
      examples: [{ value: btoa("puller:not-a-real-password") }],
    }),
    identityToken: text({
      doc: "Token in place of a password",
      secret: true,
      examples: [{ value: "not-a-real-token" }],
    }),
  },
);

const registryConfig = object("RegistryConfig", "How the machine talks to a registry", {
  tls: one(registryTLSConfig, {
    doc: "Certificates",
    examples: [{ value: { ca: EXAMPLE_CERTIFICATE } }],
  }),
  auth: one(registryAuthConfig, {
    doc: "User and password; the machine has to be rebooted when they change",
    examples: [{ value: { username: "puller", password: "not-a-real-password" } }],
  }),
});

export const registriesConfig = object(
  "RegistriesConfig",
  "Where images come from, and how registries are trusted",
  {
    mirrors: map(registryMirrorConfig, {
      doc: "Mirrors, by the registry they stand for; `*` is every registry without one of its own",
      examples: [{
        value: {
          "docker.io": { endpoints: ["https://mirror.example.com"] },
          "*": { endpoints: ["http://192.0.2.30:5000"] },
        },
      }],
    }),
    config: map(registryConfig, {
      doc: "Certificates and passwords, by registry or mirror, with its port if it has one",
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
