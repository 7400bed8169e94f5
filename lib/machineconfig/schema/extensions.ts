/** Settings of system extension services. */
import { list, object, TEXT, text } from "./types.ts";

const configFile = object("ConfigFile", "File mounted into the service's container", {
  content: text({
    doc: "File content",
    required: true,
    always: true,
    secret: true,
    examples: [{ value: "interval: 30s\n" }],
  }),
  mountPath: text({
    doc: "Absolute path in the container",
    required: true,
    always: true,
    examples: [{ value: "/etc/exporter/config.yaml" }],
  }),
});

export const extensionServiceConfig = object(
  "ExtensionServiceConfig",
  "Settings of a system extension service; requires files or environment variables",
  {
    name: text({
      doc: "Service name, listed by nodes as `ext-<name>`",
      required: true,
      always: true,
      examples: [{ value: "exporter" }],
    }),
    configFiles: list(configFile, {
      doc: "Files mounted into the service's container",
      merge: { by: ["mountPath"] },
      examples: [{
        value: [{ content: "interval: 30s\n", mountPath: "/etc/exporter/config.yaml" }],
      }],
    }),
    environment: list(TEXT, {
      doc: "Environment variables as `NAME=value`",
      secret: true,
      examples: [{ value: ["LOG_LEVEL=debug"] }],
    }),
  },
);
