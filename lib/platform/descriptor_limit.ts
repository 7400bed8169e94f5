/**
 * The limit of open files of this process.
 *
 * @module
 */

/** The usual limit, for systems that do not report it. */
const USUAL = 1024;

/** Returns how many descriptors this process may have; reads `/proc/self/limits`. */
export function readDescriptorLimit(): number {
  try {
    const text = Deno.readTextFileSync("/proc/self/limits");
    return Number(/^Max open files +(\d+)/m.exec(text)?.[1] ?? USUAL);
  } catch (error) {
    // Not Linux, or no permission.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) {
      return USUAL;
    }
    throw error;
  }
}
