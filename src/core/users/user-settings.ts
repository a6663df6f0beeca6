// Settings that the user interface keeps for each user, such as columns and open tabs: free JSON, which the platform
// stores and merges without knowing its meaning. Source: REST contract section 4.
import { JSON_DEPTH_MAX, JsonError, parseExactly, requireDepth, writeJson } from "../../lib/json.ts";
import { invalid } from "../errors.ts";
import { parseFreeJson } from "../entity-text.ts";
import type { UserId } from "../ids.ts";
import { isObject } from "../../lib/members.ts";

export type JsonMembers = Readonly<Record<string, unknown>>;

export interface UserSettingsStore {
  /** JSON text; undefined if nothing has been saved. */
  findUserSettings(userId: UserId): Promise<string | undefined>;
  /** Replaces everything. Throws `not-found` if there is no such user. */
  saveUserSettings(userId: UserId, settings: string): Promise<void>;
  /**
   * Applies `change` (the JSON text of an object) to the stored settings with `mergedSettings`, atomically, and returns
   * the result. Throws like `mergedSettings`, and `not-found` if there is no such user.
   */
  mergeUserSettings(userId: UserId, change: string): Promise<string>;
  /** Removes `paths` from the stored settings with `settingsWithout`, atomically. */
  removeUserSettings(userId: UserId, paths: readonly string[]): Promise<void>;
}

export class UserSettings {
  readonly #store: UserSettingsStore;

  constructor(store: UserSettingsStore) {
    this.#store = store;
  }

  /** JSON text, `{}` if nothing has been saved. */
  async read(userId: UserId): Promise<string> {
    return (await this.#store.findUserSettings(userId)) ?? "{}";
  }

  /** Throws `invalid` if it is too long. */
  async replace(userId: UserId, settings: JsonMembers): Promise<string> {
    const text = writeJson(parseFreeJson(settings, "the settings"));
    await this.#store.saveUserSettings(userId, text);
    return text;
  }

  /** Sets the members of `change` and leaves the rest. Throws `invalid` like `mergedSettings`. */
  merge(userId: UserId, change: JsonMembers): Promise<string> {
    return this.#store.mergeUserSettings(userId, writeJson(parseFreeJson(change, "the settings")));
  }

  /** Removes the given paths, separated by commas; missing ones are ignored. Throws `invalid` if none is given. */
  async remove(userId: UserId, paths: string): Promise<void> {
    const named = paths.split(",").filter((path) => path !== "");
    if (named.length === 0) throw invalid("paths must name at least one path");
    await this.#store.removeUserSettings(userId, named);
  }
}

/** `settings`, the JSON text of an object, without the given paths. A path with dots leads into nested objects. */
export function settingsWithout(settings: string, paths: readonly string[]): string {
  const root = objectOf(settings);
  for (const path of paths) removeAt(root, path.split("."));
  return writeJson(root);
}

function removeAt(root: object, names: readonly string[]): void {
  let node: unknown = root;
  for (const name of names.slice(0, -1)) node = isObject(node) ? memberOf(node, name) : undefined;
  if (isObject(node)) Reflect.deleteProperty(node, names.at(-1) ?? "");
}

/**
 * `settings` with each member of `change` set; both and the result are JSON texts of objects. A name with dots is a
 * path into nested objects, which are created if missing. Throws `invalid` for a path through something that is not an
 * object, for one with an empty part, and if the result would be too long or too deep.
 */
export function mergedSettings(settings: string, change: string): string {
  const root = objectOf(settings);
  for (const [path, value] of Object.entries(objectOf(change))) setAt(root, path, value);
  return writeJson(parseFreeJson(withinDepth(root), "the settings"));
}

function setAt(root: object, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  if (last === "" || names.includes("")) throw invalid(`the path "${shown(path)}" of the settings has an empty part`);
  if (names.length >= JSON_DEPTH_MAX)
    throw invalid(
      `the path "${shown(path)}" may have ${String(JSON_DEPTH_MAX)} parts, got ${String(names.length + 1)}`,
    );
  let node = root;
  for (const name of names) {
    const child = memberOf(node, name) ?? {};
    if (typeof child !== "object" || Array.isArray(child))
      throw invalid(`"${shown(path)}" cannot be set: "${shown(name)}" is there, and is no object`);
    setMember(node, name, child);
    node = child;
  }
  setMember(node, last, value);
}

/** Uses own members only, and defines them instead of assigning: `__proto__` is a name like any other. */
function memberOf(node: object, name: string): unknown {
  return Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
}

function setMember(node: object, name: string, value: unknown): void {
  Object.defineProperty(node, name, { value, writable: true, enumerable: true, configurable: true });
}

function withinDepth(root: object): object {
  try {
    requireDepth(root);
    return root;
  } catch (error) {
    if (error instanceof JsonError) throw invalid(`the settings may be nested ${String(JSON_DEPTH_MAX)} levels deep`);
    throw error;
  }
}

/** `text` was written by `writeJson` from an object, here or in the store. */
function objectOf(text: string): object {
  const value = parseExactly(text);
  if (typeof value !== "object" || value === null) throw new Error("settings are stored as an object");
  return value;
}

const SHOWN_MAX = 64;

function shown(text: string): string {
  return text.slice(0, SHOWN_MAX);
}
