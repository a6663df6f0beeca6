// A message about several devices, `{"<device name>": entry, …}`: each entry stands for itself, and those that are
// refused are collected in the order of the payload. Source: MQTT contract 3.3.
import type { RefusedEntry, Refusal } from "../../core/acknowledgement.ts";
import { invalid, type DomainError } from "../../core/errors.ts";
import { endOfString, nameOf, skipBlanks } from "../../lib/json-member.ts";
import { decodeUtf8 } from "../../lib/json.ts";
import { parseObject } from "../device-api/payload.ts";

/** Throws `invalid` where the payload is no object or names no device. */
export function parseEntries(payload: Buffer): readonly [string, unknown][] {
  const entries = Object.entries(parseObject(payload)) as [string, unknown][];
  if (entries.length === 0) throw invalid("the payload names no device");
  return entries;
}

const INDEX_NAME = /^[0-9]+$/;

export class RefusedEntries {
  readonly #payload: Buffer;
  readonly #entries: RefusedEntry[] = [];

  constructor(payload: Buffer) {
    this.#payload = payload;
  }

  add(device: string, error: DomainError): void {
    this.#entries.push({ device, error });
  }

  /** Undefined where nothing was refused. `partly`: at least one other entry was processed. */
  refusal(partly: boolean): Refusal | undefined {
    if (this.#entries.length > 1) this.#sort();
    const [first, ...others] = this.#entries;
    return first === undefined ? undefined : { entries: [first, ...others], partly };
  }

  /** By place in the text: creation comes after parsing, and names that look like numbers come first in any object. */
  #sort(): void {
    const kinds = new Set(this.#entries.map(({ error }) => error.kind));
    if (kinds.size === 1 && !this.#entries.some(({ device }) => device !== undefined && INDEX_NAME.test(device)))
      return;
    const places = placesOfNames(decodeUtf8(this.#payload));
    const placeOf = ({ device }: RefusedEntry): number => places.get(device ?? "") ?? 0;
    this.#entries.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

/** Where the entry of each name stands in the text of an object: of a name that comes twice, the last one, which counts. */
function placesOfNames(json: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (character === '"') {
      const end = endOfString(json, at);
      // An entry may be a text itself, which is no name.
      if (depth === 1 && json[skipBlanks(json, end)] === ":") places.set(nameOf(json.slice(at, end)), at);
      at = end - 1;
    }
  }
  return places;
}
