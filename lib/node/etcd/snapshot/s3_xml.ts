/**
 * XML documents of the S3 API.
 *
 * @module
 */
import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";

/** An element with its child elements. */
export interface S3Element {
  readonly name: string;
  /** The text, without white space around it. */
  readonly text: string;
  /** Returns the children of a name. */
  all(name: string): S3Element[];
  /** Returns the text of the first child of a name; undefined without one. */
  get(name: string): string | undefined;
}

/** Parses a document; undefined for a text that is none, or nested too deeply. */
export function parseS3Document(text: string): S3Element | undefined {
  try {
    const { root } = parseXml(text.trim());
    return root === null ? undefined : toElement(root);
  } catch (error) {
    // The library parses nested elements by recursion.
    if (error instanceof XmlError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function toElement(element: XmlElement): S3Element {
  const all = (name: string) =>
    element.children.filter((child) => child instanceof XmlElement && child.name === name)
      .map((child) => toElement(child as XmlElement));
  return {
    name: element.name,
    get text() {
      return element.text.trim();
    },
    all,
    get: (name) => all(name)[0]?.text,
  };
}

/** Escapes a text for an element. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
