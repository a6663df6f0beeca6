// Counts that nobody keeps: each tenant starts at 0 with every start, and its month never ends.
import type { TransportQuota } from "../../src/core/tenants/tenant-limits.ts";
import { millis } from "../../src/lib/clock.ts";

export const noTransportQuota: TransportQuota = {
  useOf: () =>
    Promise.resolve({ messages: 0, dataPoints: 0, storagePointDays: 0, emails: 0, monthEndsAt: millis(8.64e15) }),
};
