/**
 * A page that shows, confirms and tracks an action on nodes.
 *
 * @module
 */
import type { NodeAction } from "../../actions/types.ts";
import { type FeedTarget, runUntilClosed } from "../../browse/feed_target.ts";
import { errorOf } from "../../node_failures.ts";
import type { PageHost } from "./page.ts";
import { TextPage } from "./text_page.ts";

/** An action that was started. */
export interface RunningAction {
  readonly title: string;
  isOver: boolean;
}

/**
 * Creates the page of an action. It is performed after the name of the node was typed, for several nodes
 * their number or the target that selected them.
 */
export function createActionPage(
  host: PageHost,
  target: FeedTarget,
  { action, nodes, expression, started }: {
    readonly action: NodeAction;
    readonly nodes: readonly string[];
    /** The target that selected the nodes. */
    readonly expression?: string | undefined;
    /** Called when the action starts. */
    started(running: RunningAction): void;
  },
): TextPage {
  const names = nodes.map((node) => host.names.nameOf(node));
  const [node = ""] = nodes;
  const isSingle = nodes.length === 1;
  const name = isSingle ? names[0]! : `${nodes.length} nodes`;
  const accepted = isSingle ? [name] : [String(nodes.length), ...expression ? [expression] : []];
  const lines: string[] = [`reading the effects of "${action.title}" on ${name} …`];
  /** The action is described once, then confirmed and performed once. */
  let state: "new" | "described" | "asked" | "started" = "new";
  const say = (text: string) => {
    lines.push(...text.trimEnd().split("\n"));
    host.redraw();
  };
  const run = async () => {
    state = "started";
    const running: RunningAction = { title: `${action.title} of ${name}`, isOver: false };
    started(running);
    const at = () => new Date(host.now()).toISOString().slice(11, 19);
    const report = (text: string) => say(`${at()} ${text}`);
    try {
      report(`${action.title}: started`);
      await action.run({ signal: target.signal, report });
      report(`${action.title}: done`);
    } catch (failure) {
      report(`${action.title}: failed: ${errorOf(node, failure).message}`);
    } finally {
      running.isOver = true;
    }
  };
  const cancel = () => {
    state = "described";
    say("not confirmed: nothing was changed");
  };
  const ask = () => {
    state = "asked";
    host.ask({
      label: `type ${accepted.map((text) => `"${text}"`).join(" or ")} to ${action.title}${
        isSingle ? "" : ` ${name}`
      }: `,
      done: (text) => accepted.includes(text.trim()) ? host.run(run) : cancel(),
      cancelled: cancel,
    });
  };
  return new TextPage(host, {
    title: `${action.title} of ${name}`,
    fileName: "action.txt",
    scopes: ["action"],
    isFollowed: () => state === "started",
    act(pressed) {
      if (pressed !== "confirm" || state !== "described") return false;
      ask();
      return true;
    },
    text: () => `${lines.join("\n")}\n`,
    start: () =>
      runUntilClosed(target, (signal) => [(async () => {
        if (state !== "new") return;
        try {
          const text = await action.describe(signal);
          if (signal.aborted) return;
          state = "described";
          lines.length = 0;
          const list = isSingle ? "" : `${name}: ${names.join(", ")}\n\n`;
          say(`${list}${text.trimEnd()}\n\npress y to ${action.title}`);
        } catch (failure) {
          if (signal.aborted) throw failure;
          say(`nothing was changed: ${errorOf(node, failure).message}`);
        }
      })()]),
    style: (line) =>
      line.startsWith("+") ? "32" : line.startsWith("-") ? "31" : line.startsWith("@@") ? "36" : "",
  });
}
