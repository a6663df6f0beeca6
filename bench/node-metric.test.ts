// Figures on a page of metrics.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { metricOf } from "./node-metric.ts";

test("a figure is read by its name, and one that the page does not have is a fault", async () => {
  const server = createServer((_, response) => response.end("# HELP\nbridgehead_tail_bytes 12.5\nbridgehead_tail 1\n"));
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const node = { http: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
  expect(await metricOf(node, "tail_bytes")).toBe(12.5);
  await expect(metricOf(node, "tail_seconds")).rejects.toThrow("the node says nothing of tail_seconds");
});
