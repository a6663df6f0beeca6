// How tests start a platform: one that runs alone, in this process. In the project `nodes` of vitest it is three nodes of a cluster
// behind the balancer instead, which tests are not to notice.
import { configOf, type GivenSettings } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { silentLogger, type Logger } from "../../src/lib/logger.ts";

/** Whether tests of this process run against a cluster. */
export const isCluster = process.env["TEST_NODES"] !== undefined;

export interface StartDeps {
  readonly clock: Clock;
  /** Default: nowhere. */
  readonly log?: Logger;
}

export interface StartedPlatform extends Platform {
  /** The addresses of its nodes over HTTP. */
  readonly nodes: readonly string[];
}

/** `dataDir` is for one platform at a time; a later one with the same has its data. */
export async function startForTests(
  settings: GivenSettings,
  { clock, log = silentLogger }: StartDeps,
): Promise<StartedPlatform> {
  if (!isCluster) {
    const platform = await startPlatform(configOf(settings), { clock, log });
    return { ...platform, nodes: [platform.http] };
  }
  const { startNodes } = await import("./nodes.ts");
  return await startNodes(settings, { clock, log });
}
