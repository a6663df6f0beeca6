// Sends traces if the environment names a collector. These are OpenTelemetry's standard variables, not settings of the
// platform.
import { OtlpTracer, type OtlpTracerDeps, type OtlpTracerOptions } from "../adapters/otlp/otlp-tracer.ts";
import type { ReportService } from "../core/analytics/report/report.ts";
import { traced, type SpanAttributes, type Tracer } from "../lib/tracer.ts";
import { ConfigError, type Environment } from "./config-source.ts";

/** Undefined if tracing is off. Throws `ConfigError`. */
export function tracerOf(environment: Environment, version: string, deps: OtlpTracerDeps): OtlpTracer | undefined {
  const options = tracingOf(environment, version);
  return options === undefined ? undefined : new OtlpTracer(deps, options);
}

/** Source: OpenTelemetry, "Environment Variable Specification" and "OpenTelemetry Protocol Exporter". */
function tracingOf(environment: Environment, version: string): OtlpTracerOptions | undefined {
  const variable = (name: string): string | undefined => {
    const text = environment[name]?.trim();
    return text === "" ? undefined : text;
  };
  const base = variable("OTEL_EXPORTER_OTLP_ENDPOINT");
  const url =
    variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") ??
    (base === undefined ? undefined : `${base.replace(/\/$/, "")}/v1/traces`);
  if (url === undefined || variable("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return undefined;
  if (variable("OTEL_TRACES_EXPORTER") === "none") return undefined;
  const protocol = variable("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? variable("OTEL_EXPORTER_OTLP_PROTOCOL");
  const problems = [
    ...(URL.canParse(url) ? [] : [`OTEL_EXPORTER_OTLP_ENDPOINT must be a URL, got "${base ?? url}"`]),
    ...(protocol === "grpc" ? [`OTEL_EXPORTER_OTLP_PROTOCOL must be over HTTP ("http/json"), got "grpc"`] : []),
  ];
  const sampler = variable("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
  const ratio = ratioOf(sampler.replace(/^parentbased_/, ""), variable("OTEL_TRACES_SAMPLER_ARG") ?? "1");
  if (Number.isNaN(ratio))
    problems.push(
      `OTEL_TRACES_SAMPLER must be (parentbased_)always_on, always_off or traceidratio with OTEL_TRACES_SAMPLER_ARG from 0 to 1, got "${sampler}"`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    url,
    headers: pairsOf(variable("OTEL_EXPORTER_OTLP_TRACES_HEADERS") ?? variable("OTEL_EXPORTER_OTLP_HEADERS")),
    resource: {
      "service.name": "bridgehead",
      "service.version": version,
      ...pairsOf(variable("OTEL_RESOURCE_ATTRIBUTES")),
      ...namedService(variable("OTEL_SERVICE_NAME")),
    },
    ratio,
    followsParent: sampler.startsWith("parentbased_"),
  };
}

function ratioOf(sampler: string, argument: string): number {
  if (sampler === "always_on") return 1;
  if (sampler === "always_off") return 0;
  const ratio = Number(argument);
  return sampler === "traceidratio" && ratio >= 0 && ratio <= 1 ? ratio : Number.NaN;
}

/** Parses `a=1,b=2` with percent-encoded values. */
function pairsOf(text = ""): Readonly<Record<string, string>> {
  const pairs = text.split(",").flatMap((pair): [string, string][] => {
    const [name = "", ...value] = pair.split("=");
    return name.trim() === "" ? [] : [[name.trim(), decoded(value.join("=").trim())]];
  });
  return Object.fromEntries(pairs);
}

/** Some tools do not encode the values. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function namedService(name: string | undefined): SpanAttributes {
  return name === undefined ? {} : { "service.name": name };
}

export function tracedReports(reports: ReportService, tracer: Tracer): ReportService {
  return {
    run: (view, request, reader, signal) =>
      traced(
        tracer,
        { name: "report", kind: "internal", attributes: { "bridgehead.tenant.id": reader.tenantId } },
        () => reports.run(view, request, reader, signal),
      ),
    plan: (view, request, reader, signal) => reports.plan(view, request, reader, signal),
  };
}
