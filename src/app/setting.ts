// The types of settings: which values each accepts from the file or the environment, and how it describes them. The
// settings are listed in config.ts; their values are looked up in config-source.ts.
import { isIP } from "node:net";
import type { MapTiles } from "../transport/rest/web-interface/web-interface.ts";

/** One entry of the table of settings. */
export interface Setting<Value> {
  /** The environment variable, which takes precedence over the file. */
  readonly environment: string;
  readonly fallback: Value;
  /** One sentence for the operator; for a bound, what happens when it is exceeded. */
  readonly description: string;
  /** A description of accepted values, such as "integer from 0 to 65535". */
  readonly accepts: string;
  /** Whether its value must not appear in messages. */
  readonly secret: boolean;
  /** Parses the text of a variable or a scalar of the file. Throws `UnacceptableValue`. */
  readonly read: (given: unknown) => Value;
}

export class UnacceptableValue extends Error {}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export const PORT: Bounds = { min: 0, max: 65_535 };

export function integer(environment: string, fallback: number, bounds: Bounds, description: string): Setting<number> {
  const accepts = `integer from ${String(bounds.min)} to ${String(bounds.max)}`;
  const read = (given: unknown): number => withinBounds(parseInteger(given), bounds);
  return { environment, fallback, description, accepts, secret: false, read };
}

const MILLIS_BY_UNIT: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** Values without a unit are in `unit`. */
export interface DurationBounds extends Bounds {
  readonly unit: "ms" | "s";
}

/** A whole number of `unit`, or a number with its own unit, such as `15m`. The value is in `unit`. */
export function duration(
  environment: string,
  fallback: number,
  bounds: DurationBounds,
  description: string,
): Setting<number> {
  const { unit } = bounds;
  const word = unit === "s" ? "seconds" : "milliseconds";
  const accepts = `${word} from ${String(bounds.min)} to ${String(bounds.max)}, or a number with ms, s, m, h or d`;
  const read = (given: unknown): number => withinBounds(parseDuration(given, unit), bounds);
  return { environment, fallback, description, accepts, secret: false, read };
}

export function boolean(environment: string, fallback: boolean, description: string): Setting<boolean> {
  return { environment, fallback, description, accepts: "true or false", secret: false, read: parseBoolean };
}

/** For a setting that the platform decides by itself if it is absent. */
export function optionalBoolean(environment: string, description: string): Setting<boolean | undefined> {
  return { environment, fallback: undefined, description, accepts: "true or false", secret: false, read: parseBoolean };
}

export function optionalInteger(environment: string, bounds: Bounds, description: string): Setting<number | undefined> {
  return { ...integer(environment, 0, bounds, description), fallback: undefined };
}

export function choice<const Option extends string>(
  environment: string,
  fallback: NoInfer<Option>,
  options: readonly Option[],
  description: string,
): Setting<Option> {
  const accepts = `one of ${options.join(", ")}`;
  const read = (given: unknown): Option => {
    const found = options.find((option) => option === given);
    if (found === undefined) throw new UnacceptableValue();
    return found;
  };
  return { environment, fallback, description, accepts, secret: false, read };
}

export function text(environment: string, fallback: string, description: string): Setting<string> {
  // If the default is empty, a file may set it to empty too.
  const read = (given: unknown): string => (given === "" && fallback === "" ? "" : parseText(given));
  return { environment, fallback, description, accepts: "text", secret: false, read };
}

/** Characters that can appear in a header unquoted, except blanks and commas; at most `charsMax`, possibly none. */
export function headerWord(
  environment: string,
  fallback: string,
  charsMax: number,
  description: string,
): Setting<string> {
  const accepts = `up to ${String(charsMax)} letters, digits, _ . or -`;
  const read = (given: unknown): string => {
    if (typeof given !== "string" || given.length > charsMax || !/^[\w.-]*$/.test(given)) throw new UnacceptableValue();
    return given;
  };
  return { environment, fallback, description, accepts, secret: false, read };
}

export function optionalText(environment: string, description: string): Setting<string | undefined> {
  return { environment, fallback: undefined, description, accepts: "text", secret: false, read: parseText };
}

/** The address of a web server, stored without a trailing slash. */
export function optionalUrl(environment: string, description: string): Setting<string | undefined> {
  const read = (given: unknown): string => {
    const address = parseText(given);
    const url = URL.parse(address);
    if (url === null || !["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "")
      throw new UnacceptableValue();
    return address.replace(/\/+$/, "");
  };
  return { environment, fallback: undefined, description, accepts: "http or https URL", secret: false, read };
}

/** {r} is `@2x` for screens of high resolution. Other names in braces would need other servers, or secrets. */
const TILE_URL = /^https?:\/\/[\w.:[\]-]+\/(?:[^{}]|\{[zxyr]\})*$/i;

/** An address, and after a blank the attribution. */
export function optionalMapTiles(environment: string, description: string): Setting<MapTiles | undefined> {
  const accepts = "http or https URL with {z}, {x} and {y}, and possibly {r}, in its path, and text after it";
  const read = (given: unknown): MapTiles => {
    const [, url = "", attribution = ""] = /^(\S+)\s*(.*)$/.exec(parseText(given)) ?? [];
    const isWhole = ["{z}", "{x}", "{y}"].every((part) => url.includes(part));
    if (!isWhole || !TILE_URL.test(url) || !URL.canParse(url)) throw new UnacceptableValue();
    return { url, attribution };
  };
  return { environment, fallback: undefined, description, accepts, secret: false, read };
}

/** A setting of several texts separated by commas, which a file may also give as a list. */
export function list<Value>(setting: Setting<Value>): Setting<Value> {
  const read = (given: unknown): Value =>
    setting.read(Array.isArray(given) && given.every((item) => typeof item === "string") ? given.join(",") : given);
  return { ...setting, accepts: `${setting.accepts}, or a list of them`, read };
}

/** Addresses of machines and networks, separated by commas; the value is the text. */
export function networks(environment: string, description: string): Setting<string> {
  const accepts = "IP addresses, and networks as 10.0.0.0/8 or loopback, separated by commas";
  const read = (given: unknown): string => {
    const list = given === "" ? "" : parseText(given);
    const wrong = list.split(",").find((part) => part.trim() !== "" && !isNetwork(part.trim()));
    if (wrong !== undefined) throw new UnacceptableValue();
    return list;
  };
  return { environment, fallback: "", description, accepts, secret: false, read };
}

/** Named ranges: 127.0.0.0/8 and ::1, link-local ranges, and site-local ranges. */
const NAMED_NETWORKS = ["loopback", "linklocal", "uniquelocal"];

/** An IP address, optionally with the prefix length of its network. */
function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** A text that must not appear in messages; `lengths` is in characters. */
export function optionalSecret(environment: string, lengths: Bounds, description: string): Setting<string | undefined> {
  const accepts = `text of ${String(lengths.min)} to ${String(lengths.max)} characters`;
  const read = (given: unknown): string => {
    const secret = parseText(given);
    if (secret.length < lengths.min || secret.length > lengths.max)
      throw new UnacceptableValue(`${String(secret.length)} characters`);
    return secret;
  };
  return { environment, fallback: undefined, description, accepts, secret: true, read };
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A base64 key; the value is its bytes. */
export function optionalKey(
  environment: string,
  bytesMin: number,
  description: string,
): Setting<Uint8Array | undefined> {
  const accepts = `base64 of at least ${String(bytesMin)} bytes`;
  const read = (given: unknown): Uint8Array => {
    const encoded = parseText(given).trim();
    if (!BASE64.test(encoded)) throw new UnacceptableValue("text that is not base64");
    const bytes = new Uint8Array(Buffer.from(encoded, "base64"));
    if (bytes.length < bytesMin) throw new UnacceptableValue(`${String(bytes.length)} bytes`);
    return bytes;
  };
  return { environment, fallback: undefined, description, accepts, secret: true, read };
}

function withinBounds(value: number, bounds: Bounds): number {
  if (value < bounds.min || value > bounds.max) throw new UnacceptableValue();
  return value;
}

function parseInteger(given: unknown): number {
  const value = typeof given === "string" && /^\s*-?[0-9]+\s*$/.test(given) ? Number(given) : given;
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new UnacceptableValue();
  return value;
}

function parseDuration(given: unknown, unit: "ms" | "s"): number {
  const [, amount, ownUnit] = /^\s*([0-9]+)\s*(ms|s|m|h|d)\s*$/.exec(typeof given === "string" ? given : "") ?? [];
  const unitMillis = MILLIS_BY_UNIT.get(unit);
  const ownMillis = MILLIS_BY_UNIT.get(ownUnit ?? "");
  if (amount === undefined || unitMillis === undefined || ownMillis === undefined) return parseInteger(given);
  return parseInteger((Number(amount) * ownMillis) / unitMillis);
}

function parseBoolean(given: unknown): boolean {
  const word = typeof given === "string" ? given.trim().toLowerCase() : given;
  if (word === true || word === "true") return true;
  if (word === false || word === "false") return false;
  throw new UnacceptableValue();
}

function parseText(given: unknown): string {
  // Numbers in the file are rejected: 0123 without quotes would silently become 123.
  if (typeof given !== "string" || given === "" || given.includes("\0")) throw new UnacceptableValue();
  return given;
}
