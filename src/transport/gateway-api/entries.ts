// A message about several devices, `{"<device name>": entry, …}`. Entries are processed independently; refused ones are
// collected in the order of the payload. Source: MQTT contract 3.3.
import type { RefusedEntry, Refusal } from "../../core/acknowledgement.ts";
import { invalid, type DomainError } from "../../core/errors.ts";
import { excerptOf } from "../../core/shown-payload.ts";
import { placesOfMembers } from "../../lib/json-text.ts";
import { jsonKind } from "../../lib/json.ts";
import { parseObject, strictText } from "../device-api/payload.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";

/** Throws `invalid` if the payload is not an object or names no device. */
export function parseEntries(message: RoutedMessage<unknown>): readonly [string, unknown][] {
  const entries = Object.entries(parseObject(message)) as [string, unknown][];
  if (entries.length === 0) throw invalid("the payload names no device");
  return entries;
}

/**
 * Refuses entries of the wrong JSON type. Each type's error is created once: a message can contain thousands of such
 * entries, and creating and throwing an error takes longer than reading the entry.
 */
export class WrongTypes {
  readonly #rule: string;
  readonly #errors = new Map<string, DomainError>();

  /** `rule` is a sentence such as "the telemetry of a device must be an array". */
  constructor(rule: string) {
    this.#rule = rule;
  }

  refusalOf(json: unknown): DomainError {
    const kind = jsonKind(json);
    const error = this.#errors.get(kind) ?? invalid(`${this.#rule}, got ${kind}`);
    this.#errors.set(kind, error);
    return error;
  }
}

const INDEX_NAME = /^[0-9]+$/;

export class RefusedEntries {
  readonly #payload: Buffer;
  readonly #entries: RefusedEntry[] = [];
  #places: ReadonlyMap<string, number> | undefined;

  constructor(payload: Buffer) {
    this.#payload = payload;
  }

  add(device: string, error: DomainError): void {
    this.#entries.push({ device, error });
  }

  /** Finds the places of the entries in the text of the payload, which `refusal` would do otherwise. */
  find(text: string): void {
    if (this.#isUnordered) this.#places = placesOfMembers(text);
  }

  /** Undefined if nothing was refused. `partly` says that at least one other entry was processed. */
  refusal(partly: boolean): Refusal | undefined {
    if (this.#isUnordered) this.#sort();
    const [first, ...others] = this.#entries;
    if (first === undefined) return undefined;
    return { entries: [first, ...others], partly, excerpt: excerptOf(this.#payload) };
  }

  /**
   * Sorts by position in the text. The order may differ, as devices are created after parsing, and JavaScript objects
   * list names that look like integers first.
   */
  #sort(): void {
    const places = (this.#places ??= placesOfMembers(strictText(this.#payload)));
    const placed = this.#entries.map((entry) => ({ entry, place: places.get(entry.device ?? "") ?? 0 }));
    placed.sort((a, b) => a.place - b.place);
    placed.forEach(({ entry }, index) => {
      this.#entries[index] = entry;
    });
  }

  get #isUnordered(): boolean {
    if (this.#entries.length < 2) return false;
    const kinds = new Set(this.#entries.map(({ error }) => error.kind));
    return kinds.size > 1 || this.#entries.some(({ device }) => device !== undefined && INDEX_NAME.test(device));
  }
}
