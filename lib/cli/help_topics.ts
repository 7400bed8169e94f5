/**
 * Names of help topics. Their texts are in `topic_texts.ts`, which is loaded when one is printed.
 *
 * @module
 */

/** Summaries of the topics by name. */
const TOPICS = {
  "environment": "Environment variables",
  "exit-codes": "Exit codes",
  "output": "Output formats, columns and colours",
  "sandbox": "Sandbox clusters",
  "targets": "Nodes by name, role, label or group",
} as const;

/** A topic of `osctl help`. */
export type HelpTopic = keyof typeof TOPICS;

/** All topics. */
export const HELP_TOPICS = Object.keys(TOPICS) as readonly HelpTopic[];

/** Returns the summary of a topic. */
export function describeTopic(topic: HelpTopic): string {
  return TOPICS[topic];
}
