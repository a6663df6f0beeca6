// The HTTP device API put together over the services that MQTT uses.
import type { MessageBus } from "../core/bus/message-bus.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import { Activity } from "../transport/device-api/activity.ts";
import { DeviceCallers } from "../transport/rest/device-http/caller.ts";
import { DeviceEdge, ProvisioningEdge } from "../transport/rest/device-http/edge.ts";
import { DeviceErrors } from "../transport/rest/device-http/errors.ts";
import { Polls } from "../transport/rest/device-http/polls.ts";
import { deviceHttpRoutes } from "../transport/rest/device-http/routes.ts";
import { DeviceHttpTelemetry } from "../transport/rest/device-http/telemetry.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import type { PromMetrics } from "./metrics.ts";
import { describePolls } from "./platform-metrics.ts";
import type { Config } from "./config.ts";
import type { Services } from "./services.ts";

export function buildDeviceHttp(
  config: Config,
  services: Services,
  metrics: PromMetrics,
  bus: MessageBus,
  clock: Clock,
  log: Logger,
): readonly RestRoute[] {
  const { deviceApi } = config.http;
  const values = { stringLengthMax: config.values.stringCharsMax, castStrings: config.values.jsonTypeCast };
  const { failuresMax, blockSeconds, addressesMax } = deviceApi.ipGuard;
  const callers = new DeviceCallers(
    { ...services, devices: services.registry, clock },
    { failuresMax, windowMillis: Infinity, blockMillis: blockSeconds * SECOND_MILLIS, keysMax: addressesMax },
  );
  const polls = new Polls(services.sessions, bus, clock, {
    timeoutMillis: deviceApi.pollMillis,
    timeoutMillisMax: deviceApi.pollMillisMax,
    pollsMax: deviceApi.pollsMax,
    devicePollsMax: deviceApi.devicePollsMax,
  });
  describePolls(metrics, polls);
  const errors = new DeviceErrors(clock, log);
  return deviceHttpRoutes(
    {
      ...services,
      edge: new DeviceEdge(callers, polls, errors),
      provisioningEdge: new ProvisioningEdge(errors),
      polls,
      telemetry: new DeviceHttpTelemetry(services.telemetry, values),
      activity: new Activity(services.connectivity, services.registry),
      clock,
    },
    {
      values,
      bodyBytesMax: deviceApi.payloadBytesMax,
      rpcBodyBytesMax: deviceApi.rpcPayloadBytesMax,
      session: { maxPayloadSize: deviceApi.payloadBytesMax, maxInflightMessages: config.mqtt.maxInflightMessages },
    },
  );
}
