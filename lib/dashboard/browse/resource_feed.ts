/**
 * The resources of a type on many nodes, by a watch of each.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { Definition } from "../../resource/definitions.ts";
import type { NamedKind } from "../../resource/kinds.ts";
import { columnsToHide } from "../../resource/print/columns_to_hide.ts";
import { RowFormatter } from "../../resource/print/row.ts";
import { cellTint } from "../../resource/print/tint.ts";
import type { Resource } from "../../resource/resource.ts";
import { watchNode } from "../../resource/watch.ts";
import { followStream } from "../follow.ts";
import { type FeedTarget, runUntilClosed } from "./feed_target.ts";
import { LiveRows } from "./live_rows.ts";
import type { BrowseColumn, BrowseRow, Feed } from "./types.ts";

/** A row with its resource. */
export interface ResourceRow extends BrowseRow {
  readonly resource: Resource;
}

/** Index of the column TYPE among the cells, which the title of the table replaces. */
const TYPE_INDEX = 1;

/** Resources of a type on some nodes. */
export class ResourceFeed implements Feed<ResourceRow> {
  readonly definition: Definition;
  readonly columns: readonly BrowseColumn[];
  readonly hideFirst: readonly string[];
  readonly rows: LiveRows<ResourceRow>;
  readonly #target: FeedTarget;
  readonly #kind: NamedKind;
  readonly #formatter: RowFormatter;
  readonly #headers: readonly string[];

  /** @throws {OsctlError} of kind `node` when a column of the definition is invalid. */
  constructor(target: FeedTarget, kind: NamedKind, nodes: readonly string[]) {
    const { definition } = kind;
    this.#target = target;
    this.#kind = kind;
    this.definition = definition;
    this.#formatter = new RowFormatter(definition);
    this.#headers = this.#formatter.headers.toSpliced(TYPE_INDEX, 1);
    this.columns = this.#headers.map((header) => ({ header }));
    this.hideFirst = columnsToHide(definition);
    const { clock, changed } = target;
    this.rows = new LiveRows(nodes, { now: () => clock.now(), changed });
  }

  start(): () => void {
    const close = runUntilClosed(
      this.#target,
      (signal) => this.rows.nodes.map((node) => this.#follow(node, signal)),
    );
    return () => {
      close();
      for (const node of this.rows.nodes) {
        if (this.rows.stateOf(node).kind === "live") this.rows.lose(node, "not followed");
      }
    };
  }

  #follow(node: string, signal: AbortSignal): Promise<void> {
    const { client, clock, callMs } = this.#target;
    const { namespace, type } = this.#kind;
    const { rows } = this;
    const read = async () => {
      rows.restart(node);
      // Reconnects by itself after a lost connection.
      const events = watchNode(client, node, {
        kind: { namespace, type },
        clock,
        signal,
        callMs,
        lost: (reason) => rows.lose(node, reason),
      });
      for await (const { kind, resource } of events) {
        // Ends each outage: nodes send it after the initial resources.
        if (kind === "bootstrapped") rows.complete(node);
        else if (kind === "destroyed") rows.remove(node, keyOf(resource));
        else rows.set(await this.#rowOf(node, resource));
      }
    };
    return followStream(node, { clock, signal }, read, (reason) => rows.lose(node, reason));
  }

  async #rowOf(node: string, resource: Resource): Promise<ResourceRow> {
    const cells = await this.#cellsOf(resource);
    return {
      key: keyOf(resource),
      node,
      name: resource.id,
      cells,
      tints: cells.map((cell, index) => cellTint(this.#headers[index]!, cell)),
      labels: resource.labels,
      resource,
    };
  }

  /** Returns the cells; instead of the columns of an invalid spec, the reason. */
  async #cellsOf(resource: Resource): Promise<string[]> {
    try {
      return (await this.#formatter.cells(resource)).toSpliced(TYPE_INDEX, 1);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      const { namespace, id, version } = resource;
      const cells = [namespace, id, version, error.message];
      return this.#headers.map((_, index) => cells[index] ?? "");
    }
  }
}

/** Returns the ID, which is unique: a watch is of one namespace and type. */
function keyOf({ id }: Resource): string {
  return id;
}
