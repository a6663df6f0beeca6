// Telemetry as devices and gateways write it in JSON, read into columns. The forms are those of the MQTT contract 4.7:
// {"ts","values"}, {"values"}, flat members, and flat members with "ts"; "metadata" of gateway connectors next to them.
import { invalid, type DomainError } from "../core/errors.ts";
import type { SeriesNumber } from "../core/devices/known-device.ts";
import type { Readings } from "../core/telemetry/readings.ts";
import { TS_ABS_MAX } from "../core/telemetry/telemetry.ts";
import { notANumber, parseValue, finiteOrLeftOut, requireKey, type Value, type ValueLimits } from "../core/values.ts";
import {
  JsonError,
  NAN_LITERAL,
  hasIndexName,
  hasLongInteger,
  jsonKind,
  parseExactly,
  requireDepth,
  writeJson,
} from "../lib/json.ts";
import { readLeniently } from "../lib/lenient-json.ts";
import { parseNamed } from "../lib/json-names.ts";
import { remarkInvalidUtf8 } from "./device-api/payload.ts";
import type { RoutedMessage } from "./mqtt/routed-message.ts";
import { withQuotingHint } from "./json-hint.ts";
import { isObject } from "../lib/members.ts";

export interface TelemetryJsonOptions extends ValueLimits {
  /** Refuses keys that are not known yet, beyond what every key has to be. */
  readonly requireKey?: (key: string) => void;
}

/** When a connector read a value, and when its gateway sent it. Source: MQTT contract 4.9. */
export interface ConnectorTiming {
  readonly connector: string;
  readonly receivedTs: number;
  readonly publishedTs: number;
}

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Series that are known by key; a key found here needs no further check. */
export type KnownSeries = ReadonlyMap<string, SeriesNumber>;

export const NO_SERIES: KnownSeries = new Map();

/** Reads one message after the other; it holds nothing between them but what it has noticed of the present one. */
export class TelemetryJson {
  readonly #options: TelemetryJsonOptions;
  /** The present message has been parsed with all digits. */
  #isExact = false;
  /** Its entries are added for the second time. */
  #isRepeated = false;
  /** Keys whose values are NaN or infinite; undefined unless the text was mended, as no other can have such. */
  #leftOut: string[] | undefined;
  /** The fast parse may have lost digits of a value. */
  #lostDigits = false;
  /** The fast parse may have lost digits or the order of members inside an object or array, where the text has such. */
  #hasNested = false;

  constructor(options: TelemetryJsonOptions) {
    this.#options = options;
  }

  /** The text and its fast parse. After its entries have been added, ask `exactIfNeeded`. Throws `invalid`. */
  open<Client>(message: RoutedMessage<Client>): { readonly text: string; readonly document: unknown } {
    this.#begin();
    const sent = message.payload.toString("utf8");
    try {
      const { text, json, wasMended } = readLeniently(sent, parseNamed);
      remarkInvalidUtf8(message, sent, json);
      return { text, document: wasMended ? this.#openMended(text, json) : json };
    } catch (error) {
      throw asInvalid(error);
    }
  }

  #openMended(text: string, document: unknown): unknown {
    if (!text.includes(NAN_LITERAL)) return document;
    requireDocumentDepth(document);
    this.#isExact = true;
    this.#leftOut = [];
    return parseExactly(text);
  }

  /** What is wrong with values of the entries added since the last call, which were left out while the others are taken. */
  takeLeftOut(): DomainError | undefined {
    if (this.#leftOut === undefined || this.#leftOut.length === 0) return undefined;
    const keys = this.#leftOut;
    this.#leftOut = [];
    return notANumber(keys);
  }

  /** The same for strict JSON that has been decoded; gives its fast parse. */
  openText(text: string): unknown {
    this.#begin();
    try {
      return parseNamed(text);
    } catch (error) {
      throw asInvalid(error);
    }
  }

  #begin(): void {
    this.#isExact = false;
    this.#isRepeated = false;
    this.#leftOut = undefined;
    this.#lostDigits = false;
    this.#hasNested = false;
  }

  /**
   * When the fast parse has lost something of a value: the document with all of it, to be added again. Undefined otherwise.
   * Throws `invalid` where a value makes the document deeper than is allowed.
   */
  exactIfNeeded(text: string, document: unknown): unknown {
    if (this.#isExact) return undefined;
    if (!this.#lostDigits && !this.#hasNested) return undefined;
    requireDocumentDepth(document);
    if (!this.#lostDigits && !hasLongInteger(text) && !hasIndexName(text)) return undefined;
    this.#isExact = true;
    this.#isRepeated = true;
    return parseExactly(text);
  }

  /**
   * Adds one element of an array, or a message that is one entry. Answers its connector timing if it has one, and only
   * when it is read for the first time.
   */
  addEntry(readings: Readings, json: unknown, series: KnownSeries, now: number): ConnectorTiming | undefined {
    if (!isObject(json)) throw invalid(`a telemetry entry must be an object, got ${jsonKind(json)}`);
    const values = json["values"];
    const ts = json["ts"];
    const timing = json["metadata"] === undefined ? undefined : parseTiming(json["metadata"]);
    if (isObject(values)) this.#addValues(readings, values, series, parseTs(ts, now));
    else if (values !== undefined && ts !== undefined && ts !== null)
      throw invalid(`"values" must be an object, got ${jsonKind(values)}`);
    else this.#addFlat(readings, json, series, parseTs(ts, now), timing !== undefined);
    return this.#isRepeated ? undefined : timing;
  }

  /**
   * The same for the forms of REST contract 9.3, which are fewer: {"ts","values"}, and an object that is all values, in
   * which "ts" alone, "values" alone and "metadata" are keys like any other.
   */
  addRestEntry(readings: Readings, json: unknown, series: KnownSeries, now: number): void {
    if (!isObject(json)) throw invalid(`a telemetry entry must be an object, got ${jsonKind(json)}`);
    const values = json["values"];
    const ts = json["ts"];
    if (ts === undefined || values === undefined) this.#addValues(readings, json, series, now);
    else if (isObject(values)) this.#addValues(readings, values, series, parseTs(ts, now));
    else throw invalid(`"values" must be an object, got ${jsonKind(values)}`);
  }

  #addValues(readings: Readings, values: JsonRecord, series: KnownSeries, ts: number): void {
    for (const key in values) this.#addMember(readings, key, series.get(key), ts, values[key]);
  }

  #addFlat(readings: Readings, entry: JsonRecord, series: KnownSeries, ts: number, hasTiming: boolean): void {
    for (const key in entry) {
      if (key === "ts" || (hasTiming && key === "metadata")) continue;
      this.#addMember(readings, key, series.get(key), ts, entry[key]);
    }
  }

  #addMember(readings: Readings, key: string, series: SeriesNumber | undefined, ts: number, value: unknown): void {
    if (series === undefined) {
      requireKey(key);
      this.#options.requireKey?.(key);
    }
    if (typeof value === "number") {
      if (value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER) {
        readings.addNumber(key, series, ts, value);
        return;
      }
      if (!this.#isExact) {
        this.#lostDigits = true;
        return;
      }
    } else if (typeof value === "object" && value !== null) this.#hasNested = true;
    const typed = this.#typed(value, key);
    if (typed === undefined) return;
    readings.add(key, series, ts, typed);
  }

  /** Undefined for what is left out: null, and where the text was mended what is not finite. */
  #typed(value: unknown, key: string): Value | undefined {
    return this.#leftOut === undefined
      ? parseValue(value, key, this.#options)
      : finiteOrLeftOut(value, { key, leftOut: this.#leftOut }, () => parseValue(value, key, this.#options));
  }
}

/** A time in milliseconds, `now` where there is none. Source: MQTT contract 5.4. */
function parseTs(ts: unknown, now: number): number {
  if (typeof ts === "number" && !Number.isNaN(ts)) return requireTs(Math.trunc(ts), ts);
  if (ts === undefined || ts === null) return now;
  if (typeof ts === "bigint") return requireTs(Number(ts), ts);
  if (typeof ts === "string" && /^-?[0-9]{1,17}$/.test(ts)) return requireTs(Number(ts), ts);
  throw invalid(
    `"ts" must be milliseconds since 1970 as an integer, got ${Number.isNaN(ts) ? "NaN" : writeJson(ts).slice(0, 40)}`,
  );
}

function requireTs(ts: number, given: unknown): number {
  if (ts > TS_ABS_MAX || ts < -TS_ABS_MAX)
    throw invalid(`"ts" must lie within ±${String(TS_ABS_MAX)} ms, got ${String(given)}`);
  return ts;
}

/** Longer names would make the summary of their timings as large as a thousand messages. */
const CONNECTOR_LENGTH_MAX = 255;

/** Undefined where a member is missing or of another type: the metadata is then not a connector's. */
function parseTiming(metadata: unknown): ConnectorTiming | undefined {
  if (!isObject(metadata)) return undefined;
  const { connector, receivedTs, publishedTs } = metadata;
  return typeof connector === "string" &&
    connector.length <= CONNECTOR_LENGTH_MAX &&
    typeof receivedTs === "number" &&
    typeof publishedTs === "number" &&
    Number.isFinite(receivedTs + publishedTs)
    ? { connector, receivedTs, publishedTs }
    : undefined;
}

/** Only values nest deeply, so a document without any need not be walked. */
function requireDocumentDepth(document: unknown): void {
  if (typeof document !== "object" || document === null) return;
  try {
    requireDepth(document);
  } catch (error) {
    throw asInvalid(error);
  }
}

function asInvalid(error: unknown): unknown {
  if (error instanceof JsonError) return invalid(error.message);
  return error instanceof SyntaxError ? invalid(withQuotingHint(`the payload is not JSON: ${error.message}`)) : error;
}
