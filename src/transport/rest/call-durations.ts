// Measures how long calls take, by class and status, for operators to alarm on. Calls that wait for a device, and those
// that last as long as there is something to send, have classes of their own, because their duration says nothing about
// the platform.
import type { FastifyInstance } from "fastify";
import type { Durations } from "../../lib/counters.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import { ANALYTICS_PREFIX } from "./analytics/analytics-paths.ts";
import { isStreamAnswer, type RestRoute } from "./route.ts";

export type CallClass = "api" | "device" | "analytics" | "probe" | "waiting" | "transfer";

declare module "fastify" {
  interface FastifyContextConfig {
    /** If absent, the route is a page. */
    callClass?: CallClass;
  }
}

const DEVICE_PREFIX = "/api/v1/";
/** Probes by machines every few seconds, which would outnumber everything else. */
const PROBES = /^\/(metrics$|actuator\/|api\/health\/)/;

export function callClassOf({ path, body, answer, waits }: RestRoute): CallClass {
  if (waits === true) return "waiting";
  if (body === "upload" || isStreamAnswer(answer)) return "transfer";
  if (PROBES.test(path)) return "probe";
  if (path.startsWith(ANALYTICS_PREFIX)) return "analytics";
  return path.startsWith(DEVICE_PREFIX) ? "device" : "api";
}

/** Calls to unknown paths have the class "none". */
export function observeCalls(app: FastifyInstance, durations: Durations): void {
  app.addHook("onResponse", ({ routeOptions }, reply, done) => {
    const ofPage = routeOptions.url === undefined ? "none" : "page";
    const labels = {
      class: routeOptions.config.callClass ?? ofPage,
      status: `${String(Math.floor(reply.statusCode / 100))}xx`,
    };
    durations.observe(reply.elapsedTime / SECOND_MILLIS, labels);
    done();
  });
}
