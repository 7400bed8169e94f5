/** Settings of services that system extensions bring. */
import { list, object, TEXT, text } from "./types.ts";

const configFile = object("ConfigFile", "A file that the service finds in its container", {
  content: text({
    doc: "What is in the file",
    required: true,
    always: true,
    secret: true,
    examples: [{ value: "interval: 30s\n" }],
  }),
  mountPath: text({
    doc: "Absolute path of the file in the container",
    required: true,
    always: true,
    examples: [{ value: "/etc/exporter/config.yaml" }],
  }),
});

export const extensionServiceConfig = object(
  "ExtensionServiceConfig",
  "Settings of a service that a system extension brings; needs files or environment",
  {
    name: text({
      doc: "Name of the service, which nodes list as `ext-<name>`",
      required: true,
      always: true,
      examples: [{ value: "exporter" }],
    }),
    configFiles: list(configFile, {
      doc: "Files that the service finds in its container",
      merge: { by: ["mountPath"] },
      examples: [{
        value: [{ content: "interval: 30s\n", mountPath: "/etc/exporter/config.yaml" }],
      }],
    }),
    environment: list(TEXT, {
      doc: "Environment variables, each as `NAME=value`",
      secret: true,
      examples: [{ value: ["LOG_LEVEL=debug"] }],
    }),
  },
);
