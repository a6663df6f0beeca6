// Reads telemetry in the JSON of devices and gateways into columns. Forms by MQTT contract 4.7: {"ts","values"},
// {"values"}, flat members, and flat members with "ts"; gateway connectors may add "metadata".
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
  /** Additional check for keys not yet known, besides the rules for every key; throws to refuse one. */
  readonly requireKey?: (key: string) => void;
}

/**
 * When a connector read a value, and when its gateway sent it, in milliseconds since 1970. Source: MQTT contract 4.9.
 */
export interface ConnectorTiming {
  readonly connector: string;
  readonly receivedTs: number;
  readonly publishedTs: number;
}

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Known series by key; a key found here needs no further check. */
export type KnownSeries = ReadonlyMap<string, SeriesNumber>;

export const NO_SERIES: KnownSeries = new Map();

/** Reads messages one after the other. Between messages it keeps nothing; the fields describe the current message. */
export class TelemetryJson {
  readonly #options: TelemetryJsonOptions;
  /** The current message has been parsed with every digit. */
  #isExact = false;
  /** The entries of the current message are being added a second time. */
  #isRepeated = false;
  /**
   * Keys whose values are NaN or infinite. Undefined unless the text needed mending, as only such a text can contain
   * them.
   */
  #leftOut: string[] | undefined;
  /** The fast parse may have lost digits of a value. */
  #lostDigits = false;
  /**
   * The message contains objects or arrays as values, in which the fast parse may have lost digits or the order of
   * members.
   */
  #hasNested = false;

  constructor(options: TelemetryJsonOptions) {
    this.#options = options;
  }

  /** Returns the text and its fast parse. Call `exactIfNeeded` after adding the entries. Throws `invalid`. */
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

  /**
   * Returns the error for NaN and infinite values in entries added since the last call. Those values were left out, the
   * others taken.
   */
  takeLeftOut(): DomainError | undefined {
    if (this.#leftOut === undefined || this.#leftOut.length === 0) return undefined;
    const keys = this.#leftOut;
    this.#leftOut = [];
    return notANumber(keys);
  }

  /** Like `open`, for strict JSON that is already text; returns its fast parse. */
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
   * Returns the exactly parsed document, whose entries must be added again, if the fast parse has lost part of a value;
   * otherwise undefined. Throws `invalid` if a value nests deeper than allowed.
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
   * Adds one element of an array, or a message that is a single entry. Returns its connector timing, if any, only when
   * the entry is read for the first time.
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
   * Like `addEntry`, for the fewer forms of REST contract 9.3: {"ts","values"}, or an object of values in which "ts"
   * alone, "values" alone and "metadata" are ordinary keys.
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

  /** Undefined for a value that is left out: null, or in a mended text a number that is not finite. */
  #typed(value: unknown, key: string): Value | undefined {
    return this.#leftOut === undefined
      ? parseValue(value, key, this.#options)
      : finiteOrLeftOut(value, { key, leftOut: this.#leftOut }, () => parseValue(value, key, this.#options));
  }
}

/** A time in milliseconds since 1970; `now` if none is given. Source: MQTT contract 5.4. */
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

/** Undefined if a member is missing or has another type: the metadata is then not a connector's. */
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

/** Only values can nest deeply, so this is skipped for documents without nested values. */
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
