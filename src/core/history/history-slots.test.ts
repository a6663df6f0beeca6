import { expect, test } from "vitest";
import { newId, type TenantId } from "../ids.ts";
import { historySlots } from "./history-slots.ts";

const [one, other] = [newId<TenantId>(), newId<TenantId>()];

test("a tenant who has taken its share leaves the rest to others, and gets it back when it is done", async () => {
  const slots = historySlots("export", { parallelMax: 2, tenantParallelMax: 1 });
  const release = await slots.take({ key: one });

  await expect(slots.take({ key: one })).rejects.toMatchObject({
    kind: "rate-limited",
    message: "1 exports of telemetry of this tenant run already; try again later",
    details: { limit: { name: "history.export.tenantParallelMax", value: 1 }, retryAfterSeconds: 30 },
  });
  const releaseOther = await slots.take({ key: other });
  await expect(slots.take({ key: null })).rejects.toMatchObject({
    message: "2 exports of telemetry run already; try again later",
    details: { limit: { name: "history.export.parallelMax", value: 2 } },
  });
  release();
  releaseOther();

  await slots.take({ key: null });
  await slots.take({ key: one });
});
