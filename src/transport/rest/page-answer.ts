// Sends pages to browsers: with a policy that allows nothing but files of this server, and without resending what the
// browser has in its cache.
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

export interface PageFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Allows nothing but files of this server: no inline scripts or styles, nothing from other origins. */
export const PAGE_HEADERS = {
  "content-security-policy": "default-src 'self'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
} as const;

export interface TaggedFile extends PageFile {
  readonly etag: string;
}

export function tagged(file: PageFile): TaggedFile {
  return { ...file, etag: `"${createHash("sha256").update(file.bytes).digest("base64url").slice(0, 27)}"` };
}

/** Answers that the browser's copy is current, or sends the file. Browsers revalidate their copy each time. */
export function sendFile(
  { contentType, bytes, etag }: TaggedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header("etag", etag).header("cache-control", "no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.header("content-type", contentType).send(bytes);
}
