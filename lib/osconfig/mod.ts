/**
 * The client configuration file: its location, its content, and edits that keep the rest.
 *
 * @module
 */
export { type CredentialFiles, describeReplaced, readCredentialFiles } from "./add.ts";
export { decodeBase64, encodeBase64 } from "./base64.ts";
export {
  type CertificateFacts,
  type Credentials,
  credentialsOf,
  expiryError,
  expiryWarning,
} from "./credentials.ts";
export { parseConfig, type ParsedConfig } from "./document.ts";
export { type ConfigEditor, editedText, renderConfig } from "./editor.ts";
export { createConfig, editConfig, editExisting, loadFile } from "./file.ts";
export { type ContextInfo, contextInfo, expiryTint, renderInfo } from "./info.ts";
export { contextsView, listContexts } from "./list.ts";
export { loadClientConfig } from "./load.ts";
export {
  isNamedFileMissing,
  locateForReading,
  locateForWriting,
  type Surroundings,
} from "./locate.ts";
export {
  describeMerge,
  expiredContexts,
  mergeConfig,
  type MergedContext,
  type MergeResult,
} from "./merge.ts";
export {
  readPreviousContext,
  renamePreviousContext,
  writePreviousContext,
} from "./previous_context.ts";
export { requirePlain, requirePlainNames } from "./plain_names.ts";
export { contextsMatching, defined, type NamedContext, selectContext } from "./select.ts";
export type { Auth, ContextRecord, Osconfig } from "./types.ts";
