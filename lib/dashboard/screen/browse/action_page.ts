/**
 * A page that shows, confirms and tracks an action on nodes.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import type { NodeAction } from "../../actions/types.ts";
import { type FeedTarget, runUntilClosed } from "../../browse/feed_target.ts";
import { errorOf } from "../../node_failures.ts";
import type { PageHost } from "./page.ts";
import { TextPage } from "./text_page.ts";

/** An action that was started. */
export interface RunningAction {
  readonly title: string;
  readonly isOver: boolean;
  /** Resolves at the end of the action; never rejects. */
  readonly end: Promise<void>;
}

/**
 * Creates the page of an action. It is performed after the name of the node was typed, for several nodes
 * their number or the target that selected them.
 */
export function createActionPage(
  host: PageHost,
  target: FeedTarget,
  { action, nodes, expression, started, left }: {
    readonly action: NodeAction;
    readonly nodes: readonly string[];
    /** The target that selected the nodes. */
    readonly expression?: string | undefined;
    /** Called when the action starts. */
    started(running: RunningAction): void;
    /** Called with what is reported after the end of the dashboard. */
    left(lines: readonly string[]): void;
  },
): TextPage {
  const names = nodes.map((node) => host.names.nameOf(node));
  const [node = ""] = nodes;
  const isSingle = nodes.length === 1;
  const name = isSingle ? names[0]! : `${nodes.length} nodes`;
  const accepted = isSingle ? [name] : [String(nodes.length), ...expression ? [expression] : []];
  const lines: string[] = [`reading the effects of "${action.title}" on ${name} …`];
  const title = `${action.title} of ${name}`;
  /** The action is described once, then confirmed and performed once. */
  let state: "new" | "described" | "asked" | "started" | "over" = "new";
  let isOnScreen = false;
  const stop = new AbortController();
  const say = (text: string) => {
    const added = text.trimEnd().split("\n");
    lines.push(...added);
    if (target.signal.aborted) left(added);
    else host.redraw();
  };
  const run = async () => {
    const at = () => new Date(host.now()).toISOString().slice(11, 19);
    const report = (text: string) => say(`${at()} ${text}`);
    const end = (text: string, isError: boolean) => {
      state = "over";
      report(`${action.title}: ${text}`);
      // The page can be off screen.
      if (!isOnScreen) host.say(`${title}: ${text}`, isError);
    };
    try {
      report(`${action.title}: started`);
      await action.run({ signal: AbortSignal.any([target.signal, stop.signal]), report });
      end("done", false);
    } catch (failure) {
      const { message } = errorOf(node, failure);
      const isStopped = stop.signal.aborted || target.signal.aborted;
      end(isStopped ? message : `failed: ${message}`, true);
    } finally {
      state = "over";
    }
  };
  const start = () => {
    state = "started";
    const work = run();
    started({
      title,
      get isOver() {
        return state === "over";
      },
      // Errors that are bugs end the dashboard.
      end: work.catch(() => {}),
    });
    host.run(() => work);
  };
  const cancel = () => {
    state = "described";
    say("not confirmed: nothing was changed");
    host.say("not confirmed: nothing was changed");
  };
  const confirm = () => {
    state = "asked";
    host.ask({
      label: `type ${accepted.map((text) => `"${text}"`).join(" or ")} to ${
        isSingle ? action.title : `confirm "${action.title}" of ${name}`
      }: `,
      done: (text) => accepted.includes(text.trim()) ? start() : cancel(),
      cancelled: cancel,
    });
  };
  const askStop = () =>
    host.ask({
      label: `type "stop" to stop "${title}": `,
      done(text) {
        if (text.trim() !== "stop" || state !== "started") {
          return host.say(state === "started" ? "not stopped" : "the action is over");
        }
        say("stopping …");
        stop.abort(new OsctlError("cancelled", "stopped by the user"));
      },
    });
  return new TextPage(host, {
    title,
    fileName: "action.txt",
    scopes: ["action"],
    // The last lines contain errors and the command that continues the action.
    isWrapped: true,
    isFollowed: () => state === "started" || state === "over",
    status() {
      if (state === "described") return [`${host.labelOf("action", "confirm")}: start`];
      return state === "started" && !stop.signal.aborted
        ? [`${host.labelOf("action", "stop")}: stop`]
        : [];
    },
    act(pressed) {
      if (pressed === "confirm" && state === "described") confirm();
      else if (pressed !== "stop") return false;
      else if (state === "started" && !stop.signal.aborted) askStop();
      else host.say(stop.signal.aborted ? "stopped before" : "the action is not in progress");
      return true;
    },
    text: () => `${lines.join("\n")}\n`,
    start: () => {
      isOnScreen = true;
      const close = runUntilClosed(target, (signal) => [(async () => {
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
      })()]);
      return () => {
        isOnScreen = false;
        close();
      };
    },
    style: (line) =>
      line.startsWith("+") ? "32" : line.startsWith("-") ? "31" : line.startsWith("@@") ? "36" : "",
  });
}
