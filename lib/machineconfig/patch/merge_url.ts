/**
 * Merges URLs by component, as nodes do: a path or query stays when the new URL has none.
 *
 * @module
 */

const URL_PARTS =
  /^(?:(?<scheme>[A-Za-z][\w+.-]*):)?(?:\/\/(?:(?<user>[^/?#@]*)@)?(?<host>[^/?#]*))?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/s;

/** Returns `right` with components of `left` that it lacks. */
export function mergeUrl(left: string, right: string): string {
  const before = URL_PARTS.exec(left)?.groups ?? {};
  const after = URL_PARTS.exec(right)?.groups ?? {};
  const part = (name: string) => after[name] || before[name] || "";
  const [scheme, user, host, query, fragment] = ["scheme", "user", "host", "query", "fragment"]
    .map(part) as [string, string, string, string, string];
  // An opaque URL such as "tcp:1234" has neither host nor path.
  const opaque = [after, before].find(({ scheme, host, path }) =>
    scheme && host === undefined && path && !path.startsWith("/")
  )?.["path"];
  const path = part("path");
  let url = scheme === "" ? "" : `${scheme}:`;
  if (opaque !== undefined) url += opaque;
  else {
    if (host !== "" || user !== "") url += `//${user === "" ? "" : `${user}@`}${host}`;
    if (path !== "" && host !== "" && !path.startsWith("/")) url += "/";
    url += path;
  }
  if (query !== "") url += `?${query}`;
  return fragment === "" ? url : `${url}#${fragment}`;
}
