// Builds the HTTP device API from the services that MQTT also uses.
import { SECOND_MILLIS } from "../lib/units.ts";
import { Activity } from "../transport/device-api/activity.ts";
import { DeviceCallers } from "../transport/rest/device-http/caller.ts";
import { DeviceEdge, ProvisioningEdge } from "../transport/rest/device-http/edge.ts";
import { DeviceErrors } from "../transport/rest/device-http/errors.ts";
import { Polls } from "../transport/rest/device-http/polls.ts";
import { deviceHttpRoutes } from "../transport/rest/device-http/routes.ts";
import { DeviceHttpTelemetry } from "../transport/rest/device-http/telemetry.ts";
import type { BodyReaders } from "../transport/rest/large-bodies/body-readers.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import type { Context } from "./context.ts";
import type { DeviceServices } from "./devices.ts";
import type { PromMetrics } from "./metrics.ts";
import { describePolls } from "./platform-metrics.ts";

export function buildDeviceHttp(
  { config, guesses, bus, clock, log }: Context,
  services: DeviceServices,
  metrics: PromMetrics,
  bodies: BodyReaders,
): readonly RestRoute[] {
  const { deviceApi } = config.http;
  const values = { stringLengthMax: config.values.stringCharsMax, castStrings: config.values.jsonTypeCast };
  const callers = new DeviceCallers({ ...services, devices: services.registry, guesses, clock });
  const polls = new Polls({ sessions: services.sessions, bus, clock }, deviceApi);
  describePolls(metrics, polls);
  const errors = new DeviceErrors(clock, log);
  return deviceHttpRoutes(
    {
      ...services,
      edge: new DeviceEdge(callers, polls, errors),
      provisioningEdge: new ProvisioningEdge(errors),
      polls,
      packages: services.packageReader,
      telemetry: new DeviceHttpTelemetry(services.telemetry, bodies, values),
      bodies,
      activity: new Activity(services.connectivity, services.registry),
      clock,
    },
    {
      values,
      bodyBytesMax: deviceApi.payloadBytesMax,
      rpcBodyBytesMax: deviceApi.rpcPayloadBytesMax,
      packageMillisMax: config.ota.download.maxSeconds * SECOND_MILLIS,
      session: { maxPayloadSize: deviceApi.payloadBytesMax, maxInflightMessages: config.mqtt.maxInflightMessages },
    },
  );
}
