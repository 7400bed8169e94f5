/**
 * Methods of an embedded node that are served from the state of this machine.
 *
 * @module
 */
export { machineBindings, type ServiceRegistries } from "./bindings.ts";
export { CONTAINER_SERVICES } from "./containers.ts";
export { parseMounts } from "./mounts.ts";
export {
  type ServiceEvent,
  type ServiceHealth,
  type ServiceListener,
  type ServiceRecord,
  ServiceRegistry,
  type ServiceState,
} from "./service_registry.ts";
export { toServiceInfo, toTimestamp } from "./service_list.ts";
export { type WipeableDevice, wipeBinding } from "./wipe.ts";
