/**
 * Certificate authorities in machine configurations.
 *
 * @module
 */
export {
  type AuthorityName,
  readTrust,
  type Trust,
  type TrustedConfig,
  writeTrust,
} from "./authorities.ts";
