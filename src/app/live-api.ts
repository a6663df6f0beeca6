// The live edge put together: the WebSocket at /api/ws over subscriptions, logins and the limits of tenants.
import { CredentialWatcher } from "../core/access/credential-watcher.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../lib/units.ts";
import { LiveAuthenticator } from "../transport/live/live-authenticator.ts";
import { LiveLimits } from "../transport/live/live-limits.ts";
import { LiveServer, type LiveServerSettings } from "../transport/live/live-server.ts";
import { LiveTraffic } from "../transport/live/live-traffic.ts";
import { LiveValues } from "../transport/live/live-values.ts";
import { DeviceAccess } from "../transport/rest/device-access.ts";
import { ValueOwners } from "../transport/rest/value-owner.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import type { Services } from "./services.ts";

export interface LiveApi {
  readonly server: LiveServer;
  readonly limits: LiveLimits;
}

/** Everything but the path of HTTP that leads to it. */
export async function buildLiveServer(context: Context, services: Services): Promise<LiveApi> {
  const { config, bus, clock, log, shutdown } = context;
  const { accounts, registry, inspector, subscriptions, telemetry, tenantLimits } = services;
  const limits = new LiveLimits(tenantLimits, clock);
  const watcher = new CredentialWatcher(
    { bus, clock, log },
    { recheckMillis: config.security.tokenCache.recheckSeconds * SECOND_MILLIS },
  );
  await shutdown.start(watcher);
  const access = new DeviceAccess(registry);
  const server = new LiveServer(liveSettings(config), {
    authenticator: new LiveAuthenticator({ ...accounts, watcher, limits }),
    traffic: new LiveTraffic({ devices: access, inspector }),
    values: new LiveValues({
      owners: new ValueOwners(access, accounts),
      subscriptions,
      telemetry,
      limits: {
        windowKeysMax: config.live.windowKeysMax,
        bucketsMax: config.telemetry.intervalsMax,
        pointsMax: config.telemetry.pointsPerKeyMax,
        answerBytesMax: config.live.maxAnswerMebibytes * MEBIBYTE,
      },
    }),
    clock,
    log,
  });
  return { server, limits };
}

function liveSettings({ live }: Config): LiveServerSettings {
  return {
    session: {
      loginMillis: live.loginTimeoutSeconds * SECOND_MILLIS,
      pingMillis: live.pingSeconds * SECOND_MILLIS,
      pongMillis: live.pongTimeoutSeconds * SECOND_MILLIS,
      queueFramesMax: live.queueFramesMax,
      subscriptionsMax: live.subscriptionsMax,
      closeMillis: live.closeTimeoutSeconds * SECOND_MILLIS,
      answerBytesMax: live.maxAnswerMebibytes * MEBIBYTE,
    },
    unsent: { clientBytesMax: live.queueMebibytes * MEBIBYTE, bytesMax: live.unsentMebibytes * MEBIBYTE },
    frameBytesMax: live.frameBytesMax,
    stopMillis: live.stopSeconds * SECOND_MILLIS,
  };
}
