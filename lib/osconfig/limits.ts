/**
 * Limits of client configurations: any file within them is read and written within 1 s and 150 MB.
 *
 * @module
 */

/** Limits of reading the file. */
export const CONFIG_LIMITS = { bytes: 5 * 2 ** 20 };

/** Maximum number of keys, values and separators; about 3,000 contexts. */
export const MAX_VALUES = 50_000;

/** Maximum number of contexts, also in brackets, where they take fewer separators. */
export const MAX_CONTEXTS = 10_000;

/** Maximum number of lines, comments included. */
export const MAX_LINES = 100_000;

/** Longest context name, endpoint or node, characters: twice a DNS name. */
export const MAX_NAME_LENGTH = 512;
