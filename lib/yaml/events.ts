/**
 * Events of the YAML parser, for texts that may be invalid or beyond the limits of a tree: redaction
 * must not depend on either.
 *
 * @module
 */
import { type Event, EVENT_ID, parseEvents as parse, SCALAR_STYLE, YAMLException } from "js-yaml";

export { type Event, EVENT_ID, SCALAR_STYLE };

/** Parses a text to events; undefined when it is not YAML. */
export function parseEvents(text: string): readonly Event[] | undefined {
  try {
    return parse(text, {});
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return undefined;
  }
}
