// Saved views as reports get them: parsed once for each text, and with the profiles that the tenant has now.
// Source: analytics contract 2.1, 4.2.
import { expect, test } from "vitest";
import { administratorOf, sampleProfile, sampleTenant, ACTIVATED } from "../../../../test/contracts/account-samples.ts";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { scratchSqlite } from "../../../../test/support/scratch-sqlite.ts";
import { InProcessBus } from "../../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../../lib/logger.ts";
import { newId, type DeviceProfileId } from "../../ids.ts";
import type { Reader } from "../reader.ts";
import { ViewService } from "./view-service.ts";

const PROFILE = { id: newId<DeviceProfileId>(), name: "Meter" };

async function withViews(
  check: (views: ViewService, reader: Reader, profiles: Map<string, typeof PROFILE>) => Promise<void>,
): Promise<void> {
  await using scratch = await scratchSqlite();
  const { stores } = scratch;
  const profile = sampleProfile();
  const tenant = sampleTenant(profile);
  const user = administratorOf(tenant);
  await stores.tenants.createProfile(profile);
  await stores.tenants.createTenant(tenant);
  await stores.users.createUser(user, ACTIVATED, 0);
  const profiles = new Map([[PROFILE.name, PROFILE]]);
  const views = new ViewService(
    {
      store: stores.views,
      directory: {
        profiles: (_tenantId, references) => Promise.resolve(references.map(({ name }) => profiles.get(name ?? ""))),
        devices: () => Promise.resolve(new Set()),
        customers: () => Promise.resolve(new Set()),
        dataOf: (_tenantId, sources) => Promise.resolve(sources.map(() => "unknown" as const)),
      },
      zoneOfTenant: () => Promise.resolve(null),
      bus: new InProcessBus(silentLogger),
      clock: new ManualClock(),
    },
    { rowsMax: 1_000, viewsMax: 10, revisionsMax: 10, customersMayCreate: true },
  );
  await check(views, { tenantId: tenant.id, customerId: null, userId: user.id }, profiles);
}

const view = (key: string, scope: object = {}) => ({
  ...{ name: "v", scope },
  fields: [{ id: "t", label: "T", source: { type: "telemetry", key }, aggregation: { fn: "avg" } }],
});

test("AN §2.1: a saved view is parsed once; a save is what the next run gets", () =>
  withViews(async (views, reader) => {
    const { id } = (await views.create(view("temp"), reader)).view;
    const first = await views.runnable(id, reader);
    expect((await views.runnable(id, reader)).fields).toBe(first.fields);

    await views.replace(id, view("kwh"), 1, reader);
    const second = await views.runnable(id, reader);
    expect(second).toMatchObject({ revision: 2, fields: [{ source: { key: "kwh" } }] });
    expect((await views.runnable(id, reader)).fields).toBe(second.fields);
  }));

test("AN §4.2: a view that has been run no longer fits once its profile has gone, and fits again when it is back", () =>
  withViews(async (views, reader, profiles) => {
    const { id } = (await views.create(view("temp", { profiles: [{ name: PROFILE.name }] }), reader)).view;
    expect((await views.runnable(id, reader)).scope.profiles).toEqual([PROFILE]);

    profiles.delete(PROFILE.name);
    await expect(views.runnable(id, reader)).rejects.toMatchObject({
      code: "VIEW_INVALID",
      message: 'view "v" no longer fits what the tenant has: Profile "Meter" does not exist.',
      problems: [{ pointer: "/scope/profiles/0", code: "SCOPE_UNKNOWN" }],
    });

    profiles.set(PROFILE.name, PROFILE);
    expect((await views.runnable(id, reader)).scope.profiles).toEqual([PROFILE]);
  }));
