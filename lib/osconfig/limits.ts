/**
 * Limits of client configurations: any file within them is read and written within 1 s and 150 MB.
 *
 * @module
 */

/** Limits of reading the file. */
export const CONFIG_LIMITS = { bytes: 5 * 2 ** 20 };

/** Most keys, values and separators; about 3,000 contexts. */
export const MOST_VALUES = 50_000;

/** Most contexts, also in brackets, where they take fewer separators. */
export const MOST_CONTEXTS = 10_000;

/** Most lines, comments included. */
export const MOST_LINES = 100_000;

/** Longest context name, endpoint or node, characters: twice a DNS name. */
export const LONGEST_NAME = 512;
