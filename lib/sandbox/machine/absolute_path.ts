/**
 * Path resolution of nodes, whose working directory is `/`.
 *
 * @module
 */

/** Returns the path relative to `/` without empty, `.` and `..` segments; resolves no links. */
export function absolutePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
