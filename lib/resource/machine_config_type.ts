import { DOMAIN } from "../distribution.ts";

/** Type of machine configurations, whose spec is a YAML text of one or more documents. */
export const MACHINE_CONFIG = `MachineConfigs.config.${DOMAIN}`;
