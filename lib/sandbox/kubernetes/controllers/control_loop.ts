/**
 * Runs all controllers after each change of objects or nodes, until nothing changes any more.
 *
 * @module
 */
import type { Clock } from "../../../async/clock.ts";
import type { Random } from "../../../platform/system.ts";
import type { ClusterNode } from "../cluster_node.ts";
import { readSettings } from "../../objects/settings.ts";
import { ObjectWriter } from "../object_writer.ts";
import type { ObjectStore } from "../object_store.ts";
import { bootstrap } from "./bootstrap.ts";
import type { Controller, ControllerContext } from "./controller.ts";
import { manageDefinitions } from "./custom_definitions.ts";
import { manageCronJobs } from "./cron_jobs.ts";
import { manageDaemonSets } from "./daemon_sets.ts";
import { manageDeployments } from "./deployments.ts";
import { manageBudgets } from "./disruption_budgets.ts";
import { expireEvents } from "./events.ts";
import type { ContainerScript } from "../container_scripts.ts";
import { endContainers } from "./container_exits.ts";
import { collectGarbage } from "./garbage.ts";
import { runPods } from "./kubelet.ts";
import { manageJobs } from "./jobs.ts";
import { manageNamespaces } from "./namespace_content.ts";
import { manageNodes } from "./nodes.ts";
import { type IssueOsConfig, manageOsAccounts } from "./os_accounts.ts";
import type { PodProcesses } from "../processes/pod_processes.ts";
import { runProcessPods } from "./process_pods.ts";
import { manageReplicaSets } from "./replica_sets.ts";
import { schedulePods } from "./scheduler.ts";
import { manageStaticPods } from "./static_pods.ts";
import { manageVolumes } from "./volumes.ts";

/** Rounds of all controllers at a time; a larger number means that two of them undo each other. */
const MAX_ROUNDS = 50;

/** Options of a control loop. */
export interface ControlLoopOptions {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly readyMs: number;
  /** Returns the certificate of the issuing Kubernetes authority, PEM. */
  readonly ca: () => string;
  readonly nodes: () => readonly ClusterNode[];
  readonly issueOsConfig: IssueOsConfig;
  readonly scripts: readonly ContainerScript[];
  /** Pods that run as processes; undefined where none does. */
  readonly processes: PodProcesses | undefined;
  /** Reports whether the controllers can read and write objects. */
  readonly canRun: () => boolean;
  /** Called after the controllers ran. */
  readonly onIdle: () => void;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** Runs controllers. */
export class ControlLoop implements Disposable {
  readonly #options: ControlLoopOptions;
  readonly #controllers: readonly Controller[];
  readonly #registrations = new Map<string, string>();
  readonly #starts = new Map<string, number>();
  readonly #detachments = new Map<string, number>();
  readonly #unsubscribe: () => void;
  #isRunning = false;
  #isScheduled = false;
  #isStopped = false;
  #cancelTimer = () => {};

  constructor(options: ControlLoopOptions) {
    this.#options = options;
    this.#controllers = [
      manageNodes,
      manageNamespaces(options.ca),
      manageDefinitions,
      manageStaticPods,
      manageDaemonSets,
      manageDeployments,
      manageReplicaSets,
      manageCronJobs,
      manageJobs(),
      schedulePods,
      manageVolumes,
      runPods,
      endContainers(options.scripts),
      ...options.processes === undefined ? [] : [runProcessPods(options.processes)],
      manageBudgets,
      manageOsAccounts({
        issue: options.issueOsConfig,
        wake: () => this.schedule(),
        report: options.report,
      }),
      collectGarbage,
      ({ writer }) => expireEvents(writer),
    ];
    this.#unsubscribe = options.store.onChange(() => this.schedule());
    options.processes?.onChange(() => this.schedule());
  }

  /** Runs the controllers soon; several calls have the effect of one. */
  schedule(): void {
    if (this.#isRunning || this.#isScheduled || this.#isStopped) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      if (!this.#isStopped) this.run();
    });
  }

  /**
   * Runs the controllers now. Creates the objects of a new cluster first, as of the time when its
   * last node booted.
   */
  run(): void {
    this.#isScheduled = false;
    const { store, nodes } = this.#options;
    if (store.isEmpty) {
      const booted = Math.max(...nodes().map(({ bootedAt }) => bootedAt));
      this.#run(booted, (context) => bootstrap(context));
    }
    this.#run(this.#options.clock.now());
  }

  #run(now: number, first?: Controller): void {
    const { store, clock, random, readyMs, nodes, onIdle, report, canRun } = this.#options;
    if (!canRun()) return;
    const all = nodes();
    const source = all.find(({ type, config }) => type === "controlplane" && config !== undefined);
    if (source?.config === undefined || this.#isRunning) return;
    let wakeTime = Infinity;
    const context: ControllerContext = {
      writer: new ObjectWriter(store, () => now, random),
      nodes: all,
      settings: readSettings(source.config),
      readyMs,
      registrations: this.#registrations,
      starts: this.#starts,
      detachments: this.#detachments,
      scripts: this.#options.scripts,
      processes: this.#options.processes,
      wakeAt: (time) => wakeTime = Math.min(wakeTime, time),
    };
    this.#isRunning = true;
    try {
      first?.(context);
      for (let round = 1;; round++) {
        const { revision } = store;
        wakeTime = Infinity;
        for (const control of this.#controllers) control(context);
        if (store.revision === revision) break;
        if (round === MAX_ROUNDS) {
          report(new Error(`no stable state after ${round} rounds`), "Kubernetes controllers");
          break;
        }
      }
    } catch (error) {
      report(error, "Kubernetes controllers");
    } finally {
      this.#isRunning = false;
    }
    this.#cancelTimer();
    if (wakeTime !== Infinity && !this.#isStopped) {
      this.#cancelTimer = clock.after(Math.max(0, wakeTime - clock.now()), () => this.run());
    }
    onIdle();
  }

  [Symbol.dispose](): void {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#cancelTimer();
  }
}
