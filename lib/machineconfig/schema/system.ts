/** The machine's clock, devices, logs and kernel. */
import { bool, list, map, object, TEXT, text } from "./types.ts";

export const timeConfig = object("TimeConfig", "How the machine knows what time it is", {
  disabled: bool({
    doc: "Whether the machine leaves its clock alone",
    default: false,
    examples: [{ value: true }],
  }),
  servers: list(TEXT, {
    doc: "NTP servers, or the path of a clock device such as /dev/ptp0",
    examples: [{ value: ["ntp.example.com", "192.0.2.123"] }],
  }),
  bootTimeout: text({
    doc: "How long booting waits for the right time; without it as long as it takes",
    format: "duration",
    examples: [{ value: "2m0s" }],
  }),
});

export const udevConfig = object("UdevConfig", "How devices are named and owned", {
  rules: list(TEXT, {
    doc: "Rules of udev",
    examples: [{ value: ['SUBSYSTEM=="tty", KERNEL=="ttyUSB*", GROUP="20"'] }],
  }),
});

export const loggingDestination = object(
  "LoggingDestination",
  "A place that the logs of the machine's services are sent to",
  {
    endpoint: text({
      doc: "URL of the receiver: tcp or udp, with a port",
      required: true,
      always: true,
      optional: true,
      format: "url",
      examples: [{ value: "tcp://192.0.2.50:5514" }],
    }),
    format: text({
      doc: "Form of the messages: one JSON object per line",
      required: true,
      always: true,
      words: ["json_lines"],
      examples: [{ value: "json_lines" }],
    }),
    extraTags: map(TEXT, {
      doc: "Fields that every message gets, by name",
      since: "v1.7",
      examples: [{ value: { rack: "r12" } }],
    }),
  },
);

export const loggingConfig = object("LoggingConfig", "Where logs are sent to", {
  destinations: list(loggingDestination, {
    doc: "Receivers, each of which gets all logs",
    always: true,
    examples: [{ value: [{ endpoint: "tcp://192.0.2.50:5514", format: "json_lines" }] }],
  }),
});

const kernelModuleConfig = object("KernelModuleConfig", "A module of the kernel", {
  name: text({ doc: "Name of the module", always: true, examples: [{ value: "btrfs" }] }),
  parameters: list(TEXT, {
    doc: "Its parameters; the machine has to be rebooted when they change",
    since: "v1.3",
    examples: [{ value: ["debug=1"] }],
  }),
});

export const kernelConfig = object("KernelConfig", "The machine's kernel", {
  modules: list(kernelModuleConfig, {
    doc: "Modules that are loaded as the machine boots",
    examples: [{ value: [{ name: "btrfs" }] }],
  }),
});
