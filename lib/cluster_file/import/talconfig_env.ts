/**
 * Variables of talhelper: of `talenv.yaml`, `talenv.sops.yaml`, and the environment.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { createErrorAt, isNull, parseYaml, type SourceNode } from "../../yaml/mod.ts";
import { expand, expandTree, referencedNames } from "./env_substitution.ts";
import type { ForeignFiles } from "./foreign_file.ts";

/** Files of variables; later ones win. */
const FILES = ["talenv.yaml", "talenv.sops.yaml", "talenv.yml", "talenv.sops.yml"];

/** Shortest value that is replaced by a reference: shorter ones occur by chance. */
const SHORTEST = 4;

/** Values of variables. Values of encrypted files and of the environment are not written. */
export class TalconfigEnv {
  readonly #plain = new Map<string, string>();
  readonly #secret = new Map<string, string>();
  readonly #env: ForeignFiles["env"];
  /** Variables of the cluster file. */
  readonly variables = new Map<string, string | undefined>();
  /** Values of the variables without a value in the cluster file. */
  readonly hidden = new Map<string, string>();

  private constructor(env: ForeignFiles["env"]) {
    this.#env = env;
  }

  /** Reads the files of variables that exist. */
  static async open(files: ForeignFiles): Promise<TalconfigEnv> {
    const opened = new TalconfigEnv(files.env);
    for (const path of FILES) {
      if (await files.exists(path)) await opened.#read(path, files);
    }
    return opened;
  }

  async #read(path: string, files: ForeignFiles): Promise<void> {
    const text = await files.read(path);
    const values = await files.isEncrypted(path) ? this.#secret : this.#plain;
    const { documents, problems: [problem] } = parseYaml(text);
    if (problem !== undefined) {
      throw createErrorAt(text, files.shown(path))(problem.offset, problem.message, problem.hint);
    }
    for (const { root } of documents) {
      for (const { key, value } of root.kind === "map" ? root.entries : []) {
        if (value.kind !== "scalar" || isNull(value)) continue;
        // A later file wins, whether or not it is encrypted.
        for (const known of [this.#plain, this.#secret]) known.delete(key);
        values.set(key, value.text);
      }
    }
  }

  /** Returns a value, and hides it in the written file unless a plain file holds it. */
  readonly lookUp = (name: string): string | undefined => {
    const plain = this.#plain.get(name);
    if (plain !== undefined) return plain;
    const value = this.#secret.get(name) ?? this.#env.get(name);
    if (value === undefined) return undefined;
    if (value.length < SHORTEST && this.#secret.has(name)) {
      throw new OsctlError(
        "input",
        `the value of ${name} is too short to be written as a variable`,
        {
          hint: `use at least ${SHORTEST} characters, or write the value into the file`,
        },
      );
    }
    if (value.length >= SHORTEST) {
      this.hidden.set(name, value);
      this.variables.set(name, undefined);
    }
    return value;
  };

  /** Declares the variables that a patch file refers to. */
  declare(text: string): void {
    for (const name of referencedNames(text)) {
      const value = this.lookUp(name);
      if (!this.hidden.has(name)) this.variables.set(name, value);
    }
  }

  /** Replaces variables in a tree. */
  readonly expand = (
    root: SourceNode,
    fail: (offset: number, reason: string) => Error,
  ): SourceNode => expandTree(root, this.lookUp, fail);

  /** Replaces variables in a text. */
  expandText(text: string, fail: (reason: string) => Error): string {
    return expand(text, this.lookUp, fail);
  }
}
