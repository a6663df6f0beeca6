// Builds the live edge: the WebSocket at /api/ws over subscriptions, logins and the limits of tenants.
import { OpenElsewhere } from "../core/cluster/open-elsewhere.ts";
import { LiveAuthenticator } from "../transport/live/live-authenticator.ts";
import { LiveLimits } from "../transport/live/live-limits.ts";
import { LiveServer } from "../transport/live/live-server.ts";
import { LiveTraffic } from "../transport/live/live-traffic.ts";
import { LiveValues } from "../transport/live/live-values.ts";
import { DeviceAccess } from "../transport/rest/device-access.ts";
import { ValueOwners } from "../transport/rest/value-owner.ts";
import type { Accounts } from "./accounts.ts";
import type { Context } from "./context.ts";
import type { DeviceServices } from "./devices.ts";

export type LiveApi = Awaited<ReturnType<typeof buildLiveServer>>;

/** Everything except the HTTP path that leads to it. */
export async function buildLiveServer(context: Context, services: DeviceServices, accounts: Accounts) {
  const { config, peers, clock, log, shutdown } = context;
  const { inspector, subscriptions, telemetry } = services;
  const elsewhere =
    peers === undefined ? undefined : new OpenElsewhere({ peers, own: () => limits.own, clock }, config.cluster.counts);
  const limits: LiveLimits = new LiveLimits({ tenants: services.tenantLimits, elsewhere, clock });
  if (elsewhere !== undefined) await shutdown.start(elsewhere);
  const access = new DeviceAccess(services.registry);
  const server = new LiveServer(config.live, {
    authenticator: new LiveAuthenticator({ ...accounts, limits }),
    traffic: new LiveTraffic({ devices: access, inspector }),
    values: new LiveValues({
      owners: new ValueOwners(access, accounts),
      subscriptions,
      telemetry,
      limits: {
        windowKeysMax: config.live.windowKeysMax,
        bucketsMax: config.telemetry.intervalsMax,
        pointsMax: config.telemetry.pointsPerKeyMax,
        answerBytesMax: config.live.session.answerBytesMax,
      },
    }),
    clock,
    log,
  });
  return { server, limits };
}
