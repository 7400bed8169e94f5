/**
 * A page with a table over nodes.
 *
 * @module
 */
import { formatHidden } from "../../../output/fit_columns.ts";
import { escapeControls, formatCount } from "../../../output/text.ts";
import { namePrefix } from "../../browse/name_prefix.ts";
import { formatRows, SAVE_FORMATS } from "../../browse/format_rows.ts";
import {
  NODE_HEADER,
  type RowQuery,
  type RowResult,
  RowView,
  type ShownRow,
} from "../../browse/row_view.ts";
import type { BrowseRow, Feed } from "../../browse/types.ts";
import type { Scope } from "../../../dashboard_keys/keys.ts";
import {
  type ComputedLayout,
  computeLayout,
  drawProblems,
  drawTableRows,
  problemLines,
  type TableLayout,
} from "./draw_rows.ts";
import type { Canvas, Page, PageHost } from "./page.ts";
import { clampIndex, moveBy, scrollTo } from "./scroll.ts";

/** Options of {@linkcode TablePage}. */
export interface TablePageOptions<Row extends BrowseRow> {
  readonly title: string;
  /** Default: resources. */
  readonly view?: string;
  /** Scopes whose keys apply besides the keys of tables. */
  readonly scopes?: readonly Scope[];
  readonly feed: Feed<Row>;
  readonly isDetail?: boolean;
  readonly filter?: string;
  readonly sort?: RowQuery["sort"];
  /** Headers to show; without them the preferred ones, else all. */
  readonly selected?: readonly string[] | undefined;
  /** Names in the preferences; default: the view. */
  readonly names?: readonly string[];
  /** Draws lines above the table; returns the next row. */
  drawHead?(canvas: Canvas, page: TablePage<Row>): number;
  /** Handles an action of its own scopes; returns false when it has none. */
  act?(action: string, page: TablePage<Row>): boolean;
  /** Returns the text of rows in a file, by its ending; undefined for the common ones. */
  format?(ending: string, rows: readonly ShownRow<Row>[]): Promise<string> | undefined;
}

/** A table. */
export class TablePage<Row extends BrowseRow = BrowseRow> implements Page {
  readonly title: string;
  readonly view: string;
  readonly scopes: readonly Scope[];
  readonly isDetail: boolean;
  readonly feed: Feed<Row>;
  readonly #host: PageHost;
  readonly #options: TablePageOptions<Row>;
  readonly #view: RowView<Row>;
  readonly #marks = new Set<string>();
  #query: RowQuery;
  #selected: readonly string[] | undefined;
  #isWide = false;
  #cursor = "";
  /** Place of the cursor, for when its row is removed. */
  #index = 0;
  #offset = 0;
  #page = 1;
  #layout:
    | { readonly key: TableLayout; readonly width: number; readonly value: ComputedLayout }
    | undefined;

  constructor(host: PageHost, options: TablePageOptions<Row>) {
    this.#host = host;
    this.#options = options;
    this.title = options.title;
    this.view = options.view ?? "resources";
    this.scopes = [...options.scopes ?? [], "table"];
    this.isDetail = options.isDetail ?? false;
    this.feed = options.feed;
    this.#view = new RowView(options.feed);
    this.#query = { filter: options.filter ?? "", sort: options.sort };
    this.#selected = options.selected ?? this.#preferred();
  }

  /** Returns the preferred columns that the table has; undefined for all. */
  #preferred(): readonly string[] | undefined {
    const names = this.#options.names ?? [this.view];
    const headers = [NODE_HEADER, ...this.feed.columns.map(({ header }) => header)];
    const preferred = this.#host.columnsOf(...names)?.map((header) => header.toUpperCase())
      .filter((header) => headers.includes(header));
    return preferred?.length === 0 ? undefined : preferred;
  }

  start(): () => void {
    return this.feed.start();
  }

  /** The rows on screen. */
  get result(): RowResult<Row> {
    return this.#view.select(this.#query, this.#host.names);
  }

  /** The row under the cursor. */
  get current(): ShownRow<Row> | undefined {
    const { rows } = this.result;
    return rows[this.#cursorIndex(rows)];
  }

  get node(): string | undefined {
    return this.current?.row.node;
  }

  get nodes(): readonly string[] {
    return [...new Set(this.chosen.map(({ row }) => row.node))];
  }

  /** The marked rows that exist; without any the one under the cursor. */
  get chosen(): readonly ShownRow<Row>[] {
    const marked = this.marked;
    if (marked.length > 0) return marked;
    return this.current === undefined ? [] : [this.current];
  }

  /** The marked rows that exist, also those that the filter hides. */
  get marked(): readonly ShownRow<Row>[] {
    if (this.#marks.size === 0) return [];
    const all = this.#view.select({ ...this.#query, filter: "" }, this.#host.names);
    return all.rows.filter(({ id }) => this.#marks.has(id));
  }

  #cursorIndex(rows: readonly ShownRow<Row>[]): number {
    if (rows[this.#index]?.id === this.#cursor) return this.#index;
    const index = rows.findIndex(({ id }) => id === this.#cursor);
    if (index >= 0) this.#index = index;
    return clampIndex(this.#index, rows.length);
  }

  draw(canvas: Canvas): void {
    const { result } = this;
    const { frame, end, colour } = canvas;
    const top = this.#options.drawHead?.(canvas, this) ?? canvas.top;
    const problems = problemLines(result.problems, canvas.now);
    const last = Math.max(end - problems.length, top + 1);
    this.#page = Math.max(last - top - 1, 1);
    const cursor = this.#cursorIndex(result.rows);
    this.#offset = scrollTo(this.#offset, cursor, result.rows.length, this.#page);
    const layout = this.#layoutFor(result);
    const computed = this.#compute(layout, frame.size.columns - (this.#marks.size > 0 ? 2 : 0));
    drawTableRows({ ...canvas, top, end: last }, layout, computed, {
      offset: this.#offset,
      cursor,
      marks: this.#marks,
      stateOf: (node) => this.feed.rows.stateOf(node),
    });
    if (result.rows.length === 0) {
      frame.text(0, top + 1, this.#emptyText(result), colour ? "2" : "");
    }
    drawProblems({ ...canvas, end }, problems);
  }

  #layoutFor(result: RowResult): TableLayout {
    const { columns, hideFirst, treeHeader } = this.feed;
    return {
      result,
      columns,
      hideFirst,
      treeHeader,
      selected: this.#selected,
      sort: this.#query.sort,
      isWide: this.#isWide,
      namePrefix: namePrefix(this.#host.names.order.map(this.#host.names.nameOf)),
    };
  }

  /** Measures the rows again only after a change. */
  #compute(key: TableLayout, width: number): ComputedLayout {
    const known = this.#layout;
    const isSame = known !== undefined && known.width === width &&
      (Object.keys(key) as (keyof TableLayout)[]).every((name) => known.key[name] === key[name]);
    if (!isSame) this.#layout = { key, width, value: computeLayout(key, width) };
    return this.#layout!.value;
  }

  #emptyText({ total, loading, problems }: RowResult): string {
    if (total > 0) return "no row matches the filter";
    if (loading > 0) return "waiting for responses …";
    return problems.length > 0 ? "no rows received" : "no rows";
  }

  status(): readonly string[] {
    const { filter, sort } = this.#query;
    const { rows, total, loading, filterProblem } = this.result;
    const hidden = this.#layout?.value.hidden ?? 0;
    return [
      rows.length === total ? formatCount(total, "row") : `${rows.length} of ${total} rows`,
      ...this.feed.rows.isTruncated ? ["further rows omitted"] : [],
      ...loading > 0 ? [`${formatCount(loading, "node")} loading`] : [],
      ...this.#marks.size > 0 ? [`${this.#marks.size} marked`] : [],
      ...sort === undefined ? [] : [`sort: ${sort.isDescending ? "-" : ""}${sort.header}`],
      ...filter === ""
        ? []
        : [`filter: ${filter}${filterProblem === undefined ? "" : ` (${filterProblem})`}`],
      ...hidden > 0 ? [formatHidden(hidden, "w")] : [],
    ];
  }

  escape(): boolean {
    if (this.#query.filter === "" && this.#marks.size === 0) return false;
    if (this.#query.filter !== "") this.#query = { ...this.#query, filter: "" };
    else this.#marks.clear();
    return true;
  }

  press(action: string): boolean {
    const by = moveBy(action, this.#page);
    if (by !== undefined) {
      this.#move(by);
      return true;
    }
    if (this.#options.act?.(action, this)) return true;
    switch (action) {
      case "filter":
        this.#askFilter();
        return true;
      case "previous-column":
        this.#sortByNext(-1);
        return true;
      case "next-column":
        this.#sortByNext(1);
        return true;
      case "reverse": {
        const { sort } = this.#query;
        if (sort) {
          this.#query = { ...this.#query, sort: { ...sort, isDescending: !sort.isDescending } };
        }
        return true;
      }
      case "columns":
        this.#askColumns();
        return true;
      case "wide":
        this.#isWide = !this.#isWide;
        return true;
      case "mark":
        this.#mark();
        return true;
      case "mark-all":
        if (this.#marks.size > 0) this.#marks.clear();
        else for (const { id } of this.result.rows) this.#marks.add(id);
        return true;
      case "copy":
        this.#copy();
        return true;
      case "save":
        this.#save();
        return true;
      case "plugin":
        this.#host.runPlugin(this.feed.columns, this.chosen);
        return true;
    }
    return false;
  }

  #move(by: number): void {
    const { rows } = this.result;
    this.#index = clampIndex(this.#cursorIndex(rows) + by, rows.length);
    this.#cursor = rows[this.#index]?.id ?? "";
  }

  #mark(): void {
    const { current } = this;
    if (current === undefined) return;
    if (!this.#marks.delete(current.id)) this.#marks.add(current.id);
    this.#move(1);
  }

  #sortByNext(step: 1 | -1): void {
    const shown = this.#layout?.value.columns ?? [];
    const headers = shown.map(({ index }) =>
      index < 0 ? NODE_HEADER : this.feed.columns[index]!.header
    );
    if (headers.length === 0) return;
    const { sort } = this.#query;
    const index = sort === undefined ? -1 : headers.indexOf(sort.header);
    const next = index < 0 ? (step > 0 ? 0 : headers.length - 1) : index + step;
    // After the last column, the order of the nodes again.
    const header = headers[next];
    this.#query = {
      ...this.#query,
      sort: header === undefined
        ? undefined
        : { header, isDescending: sort?.isDescending ?? false },
    };
  }

  #askFilter(): void {
    const before = this.#query;
    const set = (filter: string) => {
      this.#query = { ...this.#query, filter };
    };
    this.#host.ask({
      label: "/",
      text: before.filter,
      changed: set,
      done: set,
      cancelled: () => set(""),
    });
  }

  #askColumns(): void {
    const headers = [NODE_HEADER, ...this.feed.columns.map(({ header }) => header)];
    this.#host.ask({
      label: "columns: ",
      text: (this.#selected ?? headers).join(","),
      complete(text) {
        const start = text.lastIndexOf(",") + 1;
        const typed = text.slice(start).toUpperCase();
        return headers.filter((header) => header.startsWith(typed))
          .map((header) => text.slice(0, start) + header);
      },
      done: (text) => {
        const names = text.split(",").map((name) => name.trim().toUpperCase())
          .filter((name) => name !== "");
        const unknown = names.find((name) => !headers.includes(name));
        if (unknown !== undefined) {
          this.#host.say(`unknown column "${unknown}"; columns: ${headers.join(", ")}`, true);
          return;
        }
        this.#selected = names.length === 0 ? undefined : names;
      },
    });
  }

  #copy(): void {
    const names = this.chosen.map(({ row }) => escapeControls(row.name));
    if (names.length === 0) return;
    this.#host.copy(names.join("\n"));
    this.#host.say(names.length === 1 ? `copied ${names[0]}` : `copied ${names.length} names`);
  }

  #save(): void {
    const rows = this.marked.length > 0 ? this.marked : this.result.rows;
    const { format } = this.#options;
    const name = `${this.title.split(" ")[0]!.toLowerCase()}.${
      format === undefined ? "csv" : "yaml"
    }`;
    this.#host.save(name, (path) => {
      const ending = /\.(\w+)$/.exec(path)?.[1] ?? "";
      const own = format?.(ending, rows);
      return own ?? formatRows(SAVE_FORMATS[ending] ?? "csv", this.feed.columns, rows);
    });
  }
}
