import { expect, test } from "vitest";
import { silentLogger } from "../lib/logger.ts";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { ConfigError, type Environment } from "./config-source.ts";
import { tracerOf } from "./tracing.ts";

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

test.each([
  ["no address of a collector", { OTEL_SERVICE_NAME: "plant-7", OTEL_EXPORTER_OTLP_ENDPOINT: "" }],
  ["a variable that says so", { ...COLLECTOR, OTEL_SDK_DISABLED: "true" }],
  ["an exporter named none", { ...COLLECTOR, OTEL_TRACES_EXPORTER: "none" }],
])("nothing is traced with %s", (_case, environment) => {
  expect(tracer(environment)).toBeUndefined();
});

test("variables that cannot be used are refused by name, with what they are, all together", () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "2",
  };

  expect(() => tracer(environment)).toThrow(ConfigError);
  expect(() => tracer(environment)).toThrow(
    /OTEL_EXPORTER_OTLP_ENDPOINT .*"collector"[\s\S]*OTEL_EXPORTER_OTLP_PROTOCOL .*"grpc"[\s\S]*OTEL_TRACES_SAMPLER_ARG/,
  );
});

function tracer(environment: Environment) {
  return tracerOf(environment, "0.0.0", { clock: new ManualClock(), log: silentLogger });
}
