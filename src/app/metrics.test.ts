import { expect, test } from "vitest";
import { PromMetrics } from "./metrics.ts";

test("a counter shows 0 before the first count, and then the sum", async () => {
  const metrics = new PromMetrics();
  const counter = metrics.counter("packets_total", "Packets.");
  expect(await metrics.text()).toContain("packets_total 0\n");

  counter.add(2);
  metrics.counter("packets_total", "Packets.").add(3);

  expect(await metrics.text()).toContain("packets_total 5\n");
});

test("labels tell the counters of one name apart", async () => {
  const metrics = new PromMetrics();
  metrics.counter("refused_total", "Refused.", { kind: "invalid" }).add(1);
  metrics.counter("refused_total", "Refused.", { kind: "rate-limited" }).add(4);

  const text = await metrics.text();

  expect(text).toContain('refused_total{kind="invalid"} 1\n');
  expect(text).toContain('refused_total{kind="rate-limited"} 4\n');
});

test("a gauge is read whenever somebody looks", async () => {
  const metrics = new PromMetrics();
  let sessions = 1;
  metrics.gauge("sessions", "Sessions.", () => sessions);
  expect(await metrics.text()).toContain("sessions 1\n");

  sessions = 7;

  expect(await metrics.text()).toContain("sessions 7\n");
});

test("the process tells about itself, and two platforms do not share numbers", async () => {
  const first = new PromMetrics();
  const second = new PromMetrics();
  first.start();
  first.counter("only_here_total", "Only here.");

  expect(await first.text()).toMatch(/process_cpu_seconds_total [0-9.]+\n/);
  expect(await first.text()).toMatch(/process_resident_memory_bytes [1-9][0-9]+\n/);
  expect(await first.text()).toMatch(/nodejs_eventloop_delay_p99_seconds [0-9.e-]+\n/);
  expect(await second.text()).not.toContain("only_here_total");
  first.stop();
  first.stop();
});
