/**
 * Paths as a node takes them: the working directory of a node is `/`.
 *
 * @module
 */

/** Makes a path absolute and drops empty parts, `.` and `..`, without looking at the disk. */
export function absolutePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
