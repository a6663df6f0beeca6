import { expect, test } from "vitest";
import { tenantLimits } from "../../../test/support/recording-session.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { EmailQuota } from "./quotas.ts";

test("a tenant is sent as many mails in a month as its profile allows, and no more", async () => {
  const limits = tenantLimits();
  const configuration = { ...limits.configuration, maxEmails: 2 };
  const quota = new EmailQuota({ find: () => ({ ...limits, configuration, used: limits.used }) }, new ManualClock());

  await quota.charge(limits.tenantId);
  await quota.charge(limits.tenantId);
  await expect(quota.charge(limits.tenantId)).rejects.toMatchObject({
    details: { limit: { name: "maxEmails", value: 2 } },
  });
  expect(limits.used.emails).toBe(2);
});
