// A package as sent by a client: parses it, and compares it with the stored one, most of which cannot change. Source:
// REST contract 8.
import { parseLabel, parseText } from "../entity-text.ts";
import { invalid } from "../errors.ts";
import { parseChecksumAlgorithm, type Checksum } from "./checksum.ts";
import { requireNoContent, type OtaPackage, type UrlContent } from "./ota-package.ts";

/** The package fields of a request body; omitted ones are null. */
export interface SentPackage extends Omit<OtaPackage, "id" | "createdAt" | "tenantId" | "content"> {
  readonly url: string | null;
  /** Whether a url is required. */
  readonly usesUrl: boolean;
  /** The next three describe the content behind the url; for an uploaded file they are known. */
  readonly checksumAlgorithm: string | null;
  readonly checksum: string | null;
  readonly bytes: number | null;
}

const URL_LENGTH_MAX = 2048;
const CHECKSUM_LENGTH_MAX = 1020;

/** Omitted fields stay unchanged. Throws `invalid` for a change to a field that cannot change. */
export function requireUnchanged(present: OtaPackage, sent: SentPackage): void {
  const { content } = present;
  requireSame("title", present.title, sent.title);
  requireSame("version", present.version, sent.version);
  requireSame("type", present.kind, sent.kind);
  requireSame("deviceProfileId", present.profileId, sent.profileId);
  requireSame("tag", present.tag, emptyAsNull(sent.tag));
  if (content.kind === "none") return;
  const url = emptyAsNull(sent.url);
  if (content.kind === "file" && url !== null) requireNoContent(present);
  if (content.kind === "url") requireSame("url", content.url, url);
  requireSame("checksumAlgorithm", content.checksum?.algorithm ?? null, emptyAsNull(sent.checksumAlgorithm));
  requireSame("checksum", content.checksum?.value ?? null, emptyAsNull(sent.checksum)?.toLowerCase() ?? null);
  requireSame("dataSize", content.bytes, sent.bytes);
}

function requireSame(field: string, present: string | number | null, sent: string | number | null): void {
  if (sent === null || sent === present) return;
  const was = present === null ? "nothing" : `"${String(present)}"`;
  throw invalid(`${field} of a package cannot change: it is ${was}, got "${String(sent).slice(0, 255)}"`);
}

/** Null without a url. Throws `invalid`. */
export function parseUrl(sent: SentPackage): UrlContent | null {
  const url = emptyAsNull(parseText(sent.url, "url", URL_LENGTH_MAX));
  if (url === null) {
    if (sent.usesUrl) throw invalid("url is required where usesUrl is true");
    return null;
  }
  if (sent.bytes !== null && sent.bytes < 0) throw invalid(`dataSize must not be negative, got ${String(sent.bytes)}`);
  if (sent.bytes !== null && sent.bytes > Number.MAX_SAFE_INTEGER)
    throw invalid(`dataSize must be at most ${String(Number.MAX_SAFE_INTEGER)}, got ${String(sent.bytes)}`);
  return { kind: "url", url, bytes: sent.bytes, checksum: parseSentChecksum(sent) };
}

export function parseTag({ tag }: SentPackage): string | null {
  return parseLabel(emptyAsNull(tag), "tag");
}

function parseSentChecksum({ checksum, checksumAlgorithm }: SentPackage): Checksum | null {
  const value = emptyAsNull(checksum);
  const algorithm = emptyAsNull(checksumAlgorithm);
  if (value === null) return null;
  if (algorithm === null) throw invalid("checksumAlgorithm is required with a checksum");
  return { algorithm: parseChecksumAlgorithm(algorithm), value: parseChecksum(value) };
}

export function parseChecksum(text: string): string {
  return (parseText(text.trim(), "checksum", CHECKSUM_LENGTH_MAX) ?? "").toLowerCase();
}

function emptyAsNull(text: string | null): string | null {
  return text === null || text.trim() === "" ? null : text;
}
