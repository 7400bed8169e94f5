/**
 * What an embedded node answers from the state of the machine it runs on.
 *
 * @module
 */
export { machineBindings, type ServiceBooks } from "./bindings.ts";
export {
  type ServiceHealth,
  type ServiceListener,
  type ServiceRecord,
  ServiceRegistry,
  type ServiceState,
  type ServiceStep,
} from "./services.ts";
export { serviceInfo, timestamp } from "./service_list.ts";
