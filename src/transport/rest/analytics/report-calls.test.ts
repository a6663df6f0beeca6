import { expect, test } from "vitest";
import { newId, type TenantId } from "../../../core/ids.ts";
import { MEBIBYTE } from "../../../lib/units.ts";
import { UnsentReports } from "./report-calls.ts";

test("a report beyond the memory of answers being sent is refused with the limit in its own unit", () => {
  const unsent = new UnsentReports(8 * MEBIBYTE);
  const tenant = newId<TenantId>();
  const first = unsent.take(tenant, 3 * MEBIBYTE);
  const refusal = {
    code: "LIMIT_REACHED",
    details: expect.objectContaining({ limit: { name: "analytics.limiter.maxUnsentMebibytes", value: 8 } }),
  };
  expect(() => unsent.take(tenant, 2 * MEBIBYTE)).toThrow(expect.objectContaining(refusal));
  first.release();
  unsent.take(tenant, 2 * MEBIBYTE).release();
  expect(unsent.bytes).toBe(0);
});
