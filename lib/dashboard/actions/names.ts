/**
 * Names of the actions.
 *
 * @module
 */

/** Names of the actions, with the arguments after the node. */
export const ACTIONS: Readonly<Record<string, string>> = {
  restart: "<service>",
  reboot: "[drain]",
  cordon: "",
  uncordon: "",
  drain: "",
  upgrade: "<image>",
  patch: "<file>",
};
