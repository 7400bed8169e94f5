/**
 * The machine configuration of a node, and what it says about certificate authorities and ports.
 *
 * @module
 */
export { type Authorities, kubernetesData, readAuthorities, withKey } from "./authorities.ts";
export {
  API_PORT,
  apiPort,
  componentsData,
  ConfigError,
  type MachineConfig,
  mainData,
  parseMachineConfig,
} from "./machine_config.ts";
