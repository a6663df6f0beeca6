import { expect, test } from "vitest";
import { newId, type TenantId } from "../ids.ts";
import { HistorySlots } from "./history-slots.ts";

const [one, other] = [newId<TenantId>(), newId<TenantId>()];

test("a tenant who has taken its share leaves the rest to others, and gets it back when it is done", () => {
  const slots = new HistorySlots("export", { parallelMax: 2, tenantParallelMax: 1 });
  const release = slots.take(one);

  expect(() => slots.take(one)).toThrow("1 exports of telemetry of this tenant run already");
  const releaseOther = slots.take(other);
  expect(() => slots.take(null)).toThrow("2 exports of telemetry run already");
  release();
  releaseOther();

  expect(() => slots.take(null)).not.toThrow();
  expect(() => slots.take(one)).not.toThrow();
});
