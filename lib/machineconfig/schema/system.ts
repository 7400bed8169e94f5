/** Time, devices, logs and kernel. */
import { bool, list, map, object, TEXT, text } from "./types.ts";

export const timeConfig = object("TimeConfig", "Time synchronization", {
  disabled: bool({
    doc: "Disable time synchronization",
    default: false,
    examples: [{ value: true }],
  }),
  servers: list(TEXT, {
    doc: "NTP servers, or a PTP device path such as /dev/ptp0",
    examples: [{ value: ["ntp.example.com", "192.0.2.123"] }],
  }),
  bootTimeout: text({
    doc: "Maximum wait for time synchronization at boot; unlimited by default",
    format: "duration",
    examples: [{ value: "2m0s" }],
  }),
});

export const udevConfig = object("UdevConfig", "udev rules", {
  rules: list(TEXT, {
    doc: "udev rules",
    examples: [{ value: ['SUBSYSTEM=="tty", KERNEL=="ttyUSB*", GROUP="20"'] }],
  }),
});

export const loggingDestination = object(
  "LoggingDestination",
  "Destination of service logs",
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
      doc: "Log format: one JSON object per line",
      required: true,
      always: true,
      checkedValues: ["json_lines"],
      examples: [{ value: "json_lines" }],
    }),
    extraTags: map(TEXT, {
      doc: "Additional fields of each message, by name",
      since: "v1.7",
      examples: [{ value: { rack: "r12" } }],
    }),
  },
);

export const loggingConfig = object("LoggingConfig", "Destinations of service logs", {
  destinations: list(loggingDestination, {
    doc: "Receivers, each of which gets all logs",
    always: true,
    examples: [{ value: [{ endpoint: "tcp://192.0.2.50:5514", format: "json_lines" }] }],
  }),
});

const kernelModuleConfig = object("KernelModuleConfig", "Kernel module", {
  name: text({ doc: "Module name", always: true, examples: [{ value: "btrfs" }] }),
  parameters: list(TEXT, {
    doc: "Module parameters; changes require a reboot",
    since: "v1.3",
    examples: [{ value: ["debug=1"] }],
  }),
});

export const kernelConfig = object("KernelConfig", "Kernel settings", {
  modules: list(kernelModuleConfig, {
    doc: "Modules loaded at boot",
    examples: [{ value: [{ name: "btrfs" }] }],
  }),
});
