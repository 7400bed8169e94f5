/**
 * Kernel parameters (sysctl). Sandbox nodes report the values of this machine and never set them.
 *
 * @module
 */
import { type Controller, desired } from "../controller.ts";
import { KERNEL_PARAM_DEFAULT, KERNEL_PARAM_STATUS } from "../definitions/runtime.ts";
import { readTrimmed } from "./system_files.ts";

/** Values that Talos nodes set in metal mode. */
const DEFAULTS: readonly (readonly [name: string, value: string])[] = [
  ["fs.aio-max-nr", "1048576"],
  ["fs.inotify.max_user_instances", "8192"],
  ["kernel.dmesg_restrict", "1"],
  ["kernel.kptr_restrict", "1"],
  ["kernel.panic", "10"],
  ["kernel.perf_event_paranoid", "3"],
  ["kernel.pid_max", "262144"],
  ["kernel.unprivileged_bpf_disabled", "1"],
  ["kernel.yama.ptrace_scope", "1"],
  ["net.bridge.bridge-nf-call-ip6tables", "1"],
  ["net.bridge.bridge-nf-call-iptables", "1"],
  ["net.core.bpf_jit_harden", "2"],
  ["net.ipv4.ip_forward", "1"],
  ["net.ipv4.tcp_keepalive_intvl", "60"],
  ["net.ipv4.tcp_keepalive_time", "600"],
  ["net.ipv6.conf.default.accept_ra", "2"],
  ["net.ipv6.conf.default.forwarding", "1"],
  ["user.max_user_namespaces", "0"],
  ["vm.overcommit_memory", "1"],
];

const PREFIX = "proc.sys.";

/** Returns the controllers of default and current parameters. */
export function kernelParamControllers(): Controller[] {
  return [defaults, statuses];
}

const defaults: Controller = {
  name: "runtime.KernelParamDefaultsController",
  inputs: [],
  outputs: [{ definition: KERNEL_PARAM_DEFAULT, kind: "shared" }],
  refresh: { kind: "once" },
  run: () =>
    DEFAULTS.map(([name, value]) =>
      desired(KERNEL_PARAM_DEFAULT, `${PREFIX}${name}`, { value, ignoreErrors: false })
    ),
};

const statuses: Controller = {
  name: "runtime.KernelParamSpecController",
  inputs: [{ definition: KERNEL_PARAM_DEFAULT, kind: "weak" }],
  outputs: [{ definition: KERNEL_PARAM_STATUS, kind: "exclusive" }],
  refresh: { kind: "poll", everyMs: 5000 },
  run: (view) =>
    view.list(KERNEL_PARAM_DEFAULT).map(({ id }) => {
      const value = readTrimmed(`/proc/sys/${id.slice(PREFIX.length).replaceAll(".", "/")}`);
      const current = value ?? "";
      // No parameter is changed, so the current value is the default.
      return desired(KERNEL_PARAM_STATUS, id, {
        current,
        default: current,
        unsupported: value === undefined,
      });
    }),
};
