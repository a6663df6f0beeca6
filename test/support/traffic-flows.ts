// Counts of traffic for tests that do not look at them.
import { InProcessBus } from "../../src/adapters/in-process-bus/in-process-bus.ts";
import { TrafficFlows } from "../../src/core/tenants/traffic-flow.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";

export function trafficFlows(): TrafficFlows {
  return new TrafficFlows(new InProcessBus(silentLogger), systemClock);
}
