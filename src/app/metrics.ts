// The Metrics port implemented with prom-client, and metrics of the process itself. Each platform has its own registry.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter as PromCounter, Gauge, Histogram, Registry } from "prom-client";
import type { Counter, Durations, Labels, Metrics } from "../lib/counters.ts";

const NANOS_PER_SECOND = 1e9;
const MICROS_PER_SECOND = 1e6;
/** Upper bounds of buckets: from a commit in memory to a call that its caller gives up on. */
const DURATIONS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const EVENT_LOOP_RESOLUTION_MILLIS = 20;

export class PromMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<string, PromCounter>();
  /** The read functions of amounts that are kept elsewhere, by name. */
  readonly #reads = new Map<string, () => number>();
  readonly #eventLoop = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION_MILLIS });

  constructor() {
    this.#describeProcess();
  }

  start(): void {
    this.#eventLoop.enable();
  }

  stop(): void {
    this.#eventLoop.disable();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics in the Prometheus text format. */
  async text(): Promise<string> {
    const page = await this.#registry.metrics();
    // Each export has the delays since the previous one.
    this.#eventLoop.reset();
    return page;
  }

  /** The metrics whose names begin with `prefix`, in the same format. */
  async textOf(prefix: string): Promise<string> {
    const names = this.#registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => name.startsWith(prefix));
    const texts = await Promise.all(names.map((name) => this.#registry.getSingleMetricAsString(name)));
    return `${texts.join("\n\n")}\n`;
  }

  counter(name: string, help: string, labels: Labels = {}): Counter {
    const known = this.#counters.get(name);
    const counter =
      known ?? new PromCounter({ name, help, labelNames: Object.keys(labels), registers: [this.#registry] });
    this.#counters.set(name, counter);
    const labelled = counter.labels(labels);
    // Exported from the start with 0, so that increases can be computed from the start.
    labelled.inc(0);
    return {
      add(count) {
        labelled.inc(count);
      },
    };
  }

  durations(name: string, help: string, labelNames: readonly string[] = []): Durations {
    const buckets = DURATIONS_SECONDS;
    const histogram = new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
    return {
      observe(seconds, labels = {}) {
        histogram.observe(labels, seconds);
      },
    };
  }

  /** The current value of a total or a gauge. Throws if there is none of that name. */
  read(name: string): number {
    const read = this.#reads.get(name);
    if (read === undefined) throw new Error(`there is no metric ${name}`);
    return read();
  }

  total(name: string, help: string, read: () => number): void {
    this.#reads.set(name, read);
    const collect = function (this: PromCounter): void {
      this.reset();
      this.inc(read());
    };
    this.#registry.registerMetric(new PromCounter({ name, help, registers: [], collect }));
  }

  gauge(name: string, help: string, read: () => number): void {
    this.#reads.set(name, read);
    const collect = function (this: Gauge): void {
      this.set(read());
    };
    this.#registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  }

  /** A gauge that must be measured, such as free disk space; it has no value in an export if the measurement fails. */
  measured(name: string, help: string, measure: () => Promise<number>): void {
    const collect = async function (this: Gauge): Promise<void> {
      this.set(await measure().catch(() => Number.NaN));
    };
    this.#registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
  }

  /** The names that Prometheus client libraries agree on, so that ready-made dashboards work. */
  #describeProcess(): void {
    this.total("process_cpu_seconds_total", "User and system CPU time of this process in seconds.", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / MICROS_PER_SECOND;
    });
    this.gauge(
      "process_start_time_seconds",
      "Start of this process in seconds since 1970.",
      () => performance.timeOrigin / 1000,
    );
    this.gauge("process_resident_memory_bytes", "Memory of this process that is in RAM.", () =>
      process.memoryUsage.rss(),
    );
    this.gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", () => process.memoryUsage().heapUsed);
    this.gauge(
      "nodejs_external_memory_bytes",
      "Memory of buffers and native objects.",
      () => process.memoryUsage().external,
    );
    for (const percentile of [50, 99, 100])
      this.gauge(
        `nodejs_eventloop_delay_p${String(percentile)}_seconds`,
        `Delay of the event loop since the page before, percentile ${String(percentile)}.`,
        () => this.#eventLoop.percentile(percentile) / NANOS_PER_SECOND,
      );
  }
}
