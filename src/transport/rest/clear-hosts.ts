// Refuses requests that name no valid host or more than one: a proxy in front might take another of them than this
// server, which writes links and commands with it. Source: RFC 9112, 3.2.
import type { FastifyInstance } from "fastify";
import { ErrorCode, HttpError } from "./http-status.ts";

/** A name, or an IPv6 address in brackets, and a port. May be empty. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

export function refuseUnclearHosts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const { host = "" } = raw.headers;
    if (HOST.test(host) && hostCount(raw.rawHeaders) <= 1) done();
    else done(new HttpError(400, ErrorCode.BAD_REQUEST, "the request has to name one valid host"));
  });
}

/** Node keeps only the first in `headers`. Names and values alternate. */
function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
