/**
 * The wait for the nodes of a started cluster.
 *
 * @module
 */
import { createDeadline } from "../async/deadline.ts";
import { type ClientSystem, openClient } from "../client/mod.ts";
import { OsctlError } from "../errors.ts";
import { waitForApi } from "./bootstrap.ts";
import type { ClusterRecord } from "./types.ts";

/** Longest wait, milliseconds: a container boots in seconds. */
const LIMIT_MS = 120_000;

/**
 * Waits until every node answers, with the context that was added for the cluster; at once when there
 * is none. A call before that would fail in the TLS handshake, as with wrong credentials.
 *
 * @throws {OsctlError} of kind `node` with the first node that does not answer in time.
 */
export async function awaitAnswers(record: ClusterRecord, system: ClientSystem): Promise<void> {
  const { osconfig } = record;
  if (osconfig === undefined) return;
  const { clock } = system;
  await Promise.all(record.nodes.map(async ({ name, address, type }) => {
    if (type === "unconfigured") return;
    let reason = "no response";
    using limit = createDeadline({
      clock,
      ms: LIMIT_MS,
      signals: [system.signal],
      expired: () =>
        new OsctlError("node", `${name} did not respond after the start: ${reason}`, {
          hint: 'see its log with "docker logs", or start again',
        }),
    });
    const target = {
      nodes: [address],
      endpoints: [],
      context: osconfig.context,
      cluster: "",
      osconfig: osconfig.path,
    };
    await using client = await openClient({ ...system, signal: limit.signal }, { target });
    await waitForApi(client, {
      clock,
      signal: limit.signal,
      failed: ({ message }) => void (reason = message.replaceAll("\n", "; ")),
    });
  }));
}
