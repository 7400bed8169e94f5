/**
 * Client configurations that nodes issue.
 *
 * @module
 */
export { createClientConfig } from "./create_client_config.ts";
