/** Registries of container images. */
import { certificateAndKey } from "./certificates.ts";
import { bool, list, map, object, one, TEXT, text } from "./types.ts";

export const registryMirrorConfig = object("RegistryMirrorConfig", "", {
  endpoints: list(TEXT, { doc: "", always: true }),
  overridePath: bool({ doc: "", since: "v1.3" }),
});

export const registryTLSConfig = object("RegistryTLSConfig", "", {
  clientIdentity: one(certificateAndKey, { doc: "" }),
  ca: text({ doc: "", format: "base64" }),
  insecureSkipVerify: bool({ doc: "" }),
});

export const registryAuthConfig = object("RegistryAuthConfig", "", {
  username: text({ doc: "" }),
  password: text({ doc: "", secret: true }),
  auth: text({ doc: "", secret: true }),
  identityToken: text({ doc: "", secret: true }),
});

export const registryConfig = object("RegistryConfig", "", {
  tls: one(registryTLSConfig, { doc: "" }),
  auth: one(registryAuthConfig, { doc: "" }),
});

export const registriesConfig = object("RegistriesConfig", "", {
  mirrors: map(registryMirrorConfig, { doc: "" }),
  config: map(registryConfig, { doc: "" }),
}, { inline: true });
