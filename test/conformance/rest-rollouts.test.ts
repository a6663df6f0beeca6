// Rollouts: firmware and software for many devices in waves. Source: docs/decisions/0118-rollouts-in-waves.md.
import { describe, expect, test } from "vitest";
import { ATTRIBUTES, useTestPlatform } from "../support/conformance.ts";
import { Fleet, ROUND_MILLIS, type ShownRollout } from "../support/fleet.ts";
import { newPackage, newProfile } from "../support/packages.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform({ settings: { "ota.rollouts.sliceDevices": 7 } });

/** Of 60 devices, 20 each. */
const WAVES = [{ percent: 33.3 }, { percent: 66.6 }, { percent: 100 }];
const TEN_MINUTES = 600_000;

const notified =
  (count: number, wave = 1) =>
  (rollout: ShownRollout) =>
    rollout.waves[wave - 1]?.counts["INITIATED"] === count;

describe("REST §8: a rollout", () => {
  test("reaches its devices wave by wave, with the progress of each", async () => {
    const fleet = await Fleet.create(platform(), 62);
    const [had = "", alsoHad = ""] = fleet.names;
    await fleet.report([had, alsoHad], { current_fw_title: "boiler", current_fw_version: "2.5" });
    await fleet.gateway.client.subscribe(ATTRIBUTES);
    const packageId = await fleet.newPackage();
    const created = await fleet.rollOut(packageId, { waves: WAVES });
    expect(created).toMatchObject({
      name: "boiler 2.5",
      packageId,
      type: "FIRMWARE",
      target: { type: "GATEWAY", id: fleet.gateway.gateway.id, name: fleet.gateway.gateway.name, listed: null },
      state: "RUNNING",
      devices: 62,
      hadIt: 2,
      wave: 1,
      failurePercentMax: 10,
      waveMinutesMax: 1440,
      failurePercent: null,
    });
    expect(created.waves.map(({ devices }) => devices)).toEqual([20, 20, 20]);

    await fleet.until(created.id, notified(20));
    const first = await fleet.namesOf(created.id, "&wave=1&sortProperty=name");
    expect(first).toHaveLength(20);
    // Drawn from all over: devices that were created one after the other are in different waves.
    expect(first).not.toEqual(fleet.names.slice(2, 22));
    expect(await fleet.firmwareOf(first[0] ?? "")).toBe(packageId);
    const [later = ""] = await fleet.namesOf(created.id, "&wave=2");
    expect(await fleet.firmwareOf(later)).toBe(null);
    const shared = (await fleet.gateway.client.nextJson(ATTRIBUTES)) as { device: string };
    expect(shared).toMatchObject({ data: { fw_title: "boiler", fw_version: "2.5" } });

    await fleet.report(first, { fw_state: "DOWNLOADING", fw_progress: 40 });
    const loading = await fleet.until(created.id, ({ counts }) => counts["DOWNLOADING"] === 20);
    expect(loading.counts).toMatchObject({ PENDING: 40, DOWNLOADING: 20, UPDATED: 2 });
    expect(await fleet.devices(created.id, `&textSearch=${encodeURIComponent(first[3]?.toUpperCase() ?? "")}`)).toEqual(
      [expect.objectContaining({ name: first[3], wave: 1, state: "DOWNLOADING", progress: 40, error: null })],
    );
    const [failing = "", ...others] = first;
    await fleet.report([failing], { fw_state: "FAILED", fw_error: "no space left" });
    await fleet.installed(others);
    const second = await fleet.until(created.id, notified(20, 2));
    expect(second).toMatchObject({ state: "RUNNING", wave: 2, failurePercent: 5 });
    expect(second.waves[0]?.endedTime).not.toBe(null);
    expect(await fleet.devices(created.id, "&state=FAILED")).toEqual([
      expect.objectContaining({ name: failing, error: "no space left", progress: 40 }),
    ]);

    // A device that failed may try again by itself.
    await fleet.installed([...(await fleet.namesOf(created.id, "&wave=2")), failing]);
    await fleet.until(created.id, notified(20, 3));
    await fleet.installed(await fleet.namesOf(created.id, "&wave=3"));
    const done = await fleet.until(created.id, ({ state }) => state === "DONE");
    expect(done).toMatchObject({ counts: { UPDATED: 62, FAILED: 0 }, failurePercent: 0, reason: null });
    expect(done.endedTime).not.toBe(null);
    expect(await fleet.devices(created.id, "&wave=0")).toHaveLength(2);
    expect(await fleet.firmwareOf(had)).toBe(packageId);
  });

  test("stops where too many updates of a wave fail, and takes back what was not started", async () => {
    const fleet = await Fleet.create(platform(), 60);
    const former = await fleet.newPackage({ version: "2.4" });
    const own = fleet.names.slice(0, 30);
    for (const name of own)
      await fleet.tenant.rest.post("/api/device", {
        ...((await fleet.tenant.device(name)) as object),
        firmwareId: { entityType: "OTA_PACKAGE", id: former },
      });
    const packageId = await fleet.newPackage();
    const { id } = await fleet.rollOut(packageId, { waves: WAVES });
    await fleet.until(id, notified(20));
    await fleet.installed(await fleet.namesOf(id, "&wave=1"));
    await fleet.until(id, notified(20, 2));
    const names = await fleet.namesOf(id, "&wave=2");
    const [failed, loading, waiting] = [names.slice(0, 4), names.slice(4, 6), names.slice(6)];
    await fleet.report(failed, { fw_state: "FAILED", fw_error: "checksum" });
    await fleet.report(loading, { fw_state: "DOWNLOADING" });
    await fleet.until(id, ({ counts }) => counts["FAILED"] === 4);
    expect(await fleet.read(id)).toMatchObject({ state: "RUNNING" });

    // Even if all others succeeded, 5 of 40 would be more than 10 %.
    const [fifth = "", ...rest] = waiting;
    await fleet.report([fifth], { fw_state: "FAILED" });
    const stopped = await fleet.until(id, ({ counts }) => counts["WITHDRAWN"] === rest.length);
    expect(stopped).toMatchObject({
      state: "STOPPED",
      reason: "5 of 40 (12.5 %) of the devices so far have failed; failurePercentMax is 10",
      counts: { PENDING: 20, UPDATED: 20, DOWNLOADING: 2, FAILED: 5, WITHDRAWN: 13 },
    });
    for (const name of rest) expect(await fleet.firmwareOf(name)).toBe(own.includes(name) ? former : null);
    for (const name of [...failed, ...loading]) expect(await fleet.firmwareOf(name)).toBe(packageId);

    // Who had begun goes on, and is followed.
    await fleet.installed(loading);
    await fleet.until(id, ({ counts }) => counts["UPDATED"] === 22);
    const audit = await fleet.tenant.rest.get(`/api/audit/logs/entity/OTA_ROLLOUT/${id}?pageSize=10&page=0`);
    const actions = (member(audit, "data") as unknown[]).map((each) => text(each, "actionType"));
    expect(actions.sort()).toEqual(["ADDED", "STOPPED"]);
  });

  test("ends a wave after its time; a device that began to install and fell silent has failed then", async () => {
    const fleet = await Fleet.create(platform(), 4);
    const packageId = await fleet.newPackage();
    const { id } = await fleet.rollOut(packageId, { waves: [{ percent: 50 }, { percent: 100 }], waveMinutesMax: 10 });
    const begun = await fleet.until(id, notified(2));
    expect(begun.waves[0]?.endsTime).toBe((begun.waves[0]?.beganTime ?? 0) + TEN_MINUTES);
    await fleet.pass(TEN_MINUTES);
    // Nobody of the first wave was online; they may still finish.
    const next = await fleet.until(id, notified(2, 2));
    expect(next).toMatchObject({ wave: 2, counts: { INITIATED: 4 } });
    const [first] = await fleet.namesOf(id, "&wave=1");
    const [second] = await fleet.namesOf(id, "&wave=2");
    await fleet.installed([first ?? ""]);
    await fleet.report([second ?? ""], { fw_state: "UPDATING" });
    await fleet.until(id, ({ counts }) => counts["UPDATING"] === 1 && counts["UPDATED"] === 1);
    await fleet.pass(TEN_MINUTES);
    const stopped = await fleet.until(id, ({ state }) => state === "STOPPED");
    expect(stopped.reason).toBe(
      "1 of 2 (50 %) of the updates that ended have failed, 1 of them by falling silent; failurePercentMax is 10",
    );
  });

  test("can be paused, resumed and stopped, and says in which state it would have to be", async () => {
    const fleet = await Fleet.create(platform(), 10);
    const packageId = await fleet.newPackage();
    const { id } = await fleet.rollOut(packageId, { waves: [{ percent: 50 }, { percent: 100 }], waveMinutesMax: 10 });
    await fleet.until(id, notified(5));
    expect(await fleet.call(id, "pause")).toMatchObject({ state: "PAUSED" });
    const refused = await fleet.tenant.rest.request("POST", `/api/ota/rollouts/${id}/pause`);
    expectError(refused, 409, 35);
    expect(text(refused.body, "message")).toBe('rollout "boiler 2.5" is PAUSED, and would have to be RUNNING');
    await fleet.installed(await fleet.namesOf(id, "&wave=1"));
    await fleet.until(id, ({ counts }) => counts["UPDATED"] === 5);
    await fleet.pass(2 * TEN_MINUTES);
    await fleet.pass(ROUND_MILLIS);
    expect(await fleet.read(id)).toMatchObject({ state: "PAUSED", wave: 1, counts: { PENDING: 5 } });

    expect(await fleet.call(id, "resume")).toMatchObject({ state: "RUNNING" });
    await fleet.until(id, notified(5, 2));
    expectError(await fleet.tenant.rest.request("DELETE", `/api/ota/rollouts/${id}`), 409, 35);
    expect(await fleet.call(id, "stop")).toMatchObject({ state: "STOPPED", reason: "stopped by a user" });
    expectError(await fleet.tenant.rest.request("POST", `/api/ota/rollouts/${id}/resume`), 409, 35);
    await fleet.until(id, ({ counts }) => counts["WITHDRAWN"] === 5);
    await fleet.tenant.rest.delete(`/api/ota/rollouts/${id}`);
    expectError(await fleet.tenant.rest.request("GET", `/api/ota/rollouts/${id}`), 404, 32);
    const audit = await fleet.tenant.rest.get(`/api/audit/logs/entity/OTA_ROLLOUT/${id}?pageSize=10&page=0`);
    const actions = (member(audit, "data") as unknown[]).map((each) => text(each, "actionType"));
    expect(actions).toEqual(expect.arrayContaining(["ADDED", "PAUSED", "RESUMED", "STOPPED", "DELETED"]));
  });

  test("of the same package tells devices that failed again", async () => {
    const fleet = await Fleet.create(platform(), 1);
    const [name = ""] = fleet.names;
    const packageId = await fleet.newPackage();
    const first = await fleet.rollOut(packageId);
    await fleet.until(first.id, notified(1));
    await fleet.report([name], { fw_state: "FAILED" });
    const stopped = await fleet.until(first.id, ({ state }) => state === "STOPPED");
    expect(stopped.counts).toMatchObject({ FAILED: 1 });
    await fleet.pass(ROUND_MILLIS);
    const again = await fleet.rollOut(packageId, { name: "once more" });
    await fleet.until(again.id, notified(1));
    await fleet.installed([name]);
    await fleet.until(again.id, ({ state }) => state === "DONE");
    const page = await fleet.tenant.rest.get("/api/ota/rollouts?pageSize=10&page=0");
    expect((member(page, "data") as unknown[]).map((each) => text(each, "name"))).toEqual(["once more", "boiler 2.5"]);
    const filtered = `state=STOPPED&packageId=${packageId}&textSearch=BOILER`;
    expect(
      member(await fleet.tenant.rest.get(`/api/ota/rollouts?pageSize=10&page=0&${filtered}`), "totalElements"),
    ).toBe(1);
  });

  test("of software follows the keys of software, and the target says who takes part", async () => {
    const fleet = await Fleet.create(platform(), 2);
    const packageId = await fleet.newPackage({ type: "SOFTWARE", title: "panel", version: "7" });
    const other = await fleet.tenant.createDevice();
    const ids = [
      other.id,
      ...(await Promise.all(fleet.names.map((name) => fleet.tenant.existing(name)))).map(({ id }) => id),
    ];
    const created = await fleet.rollOut(packageId, { target: { deviceIds: [...ids, ...ids] } });
    expect(created).toMatchObject({ devices: 2, target: { type: "DEVICES", id: null, listed: 3 } });
    await fleet.until(created.id, notified(2));
    // A version that spells a number may have been stored as one.
    await fleet.report(fleet.names, { sw_state: "UPDATED", current_sw_title: "panel", current_sw_version: 7 });
    await fleet.until(created.id, ({ state }) => state === "DONE");
  });

  test("skips a device that another profile has taken meanwhile", async () => {
    const fleet = await Fleet.create(platform(), 2);
    const { id } = await fleet.rollOut(await fleet.newPackage(), { waves: [{ percent: 50 }, { percent: 100 }] });
    await fleet.until(id, notified(1));
    const [moved = ""] = await fleet.namesOf(id, "&wave=2");
    const other = await newProfile(fleet.tenant);
    const shown = (await fleet.tenant.device(moved)) as object;
    await fleet.tenant.rest.post("/api/device", { ...shown, deviceProfileId: null, type: other.name });
    await fleet.installed(await fleet.namesOf(id, "&wave=1"));
    const done = await fleet.until(id, ({ state }) => state === "DONE");
    expect(done.counts).toMatchObject({ UPDATED: 1, SKIPPED: 1 });
    expect(await fleet.firmwareOf(moved)).toBe(null);
  });
});

test("REST §8: what cannot be rolled out is refused with the reason", async () => {
  const [fleet, stranger] = [await Fleet.create(platform(), 1), await Fleet.create(platform(), 1)];
  const [packageId, foreign] = [await fleet.newPackage(), await stranger.newPackage()];
  const empty = await newPackage(fleet.tenant.rest, fleet.profile.id, { version: "empty" });
  const lonely = await fleet.tenant.createGateway();
  const customer = await stranger.tenant.createCustomer();
  const device = await stranger.tenant.existing(stranger.names[0] ?? "");
  const target = { gatewayId: fleet.gateway.gateway.id };
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ packageId: foreign, target }, /^packageId: package .* does not exist$/],
    [{ packageId: UNKNOWN_ID, target }, /^packageId: package .* does not exist$/],
    [{ packageId: empty, target }, /neither a file nor a url/],
    [{ packageId, target: {} }, /exactly one of deviceIds, deviceProfileId, gatewayId, customerId, got 0/],
    [{ packageId, target: { ...target, customerId: customer.id } }, /exactly one of .*, got 2/],
    [{ packageId, target: { gatewayId: stranger.gateway.gateway.id } }, /^gatewayId: gateway .* does not exist$/],
    [{ packageId, target: { customerId: customer.id } }, /^customerId: customer .* does not exist$/],
    [{ packageId, target: { deviceProfileId: stranger.profile.id } }, /for devices of another profile/],
    [{ packageId, target: { deviceIds: [device.id] } }, /^deviceIds: device .* does not exist$/],
    [{ packageId, target: { deviceIds: [] } }, /no devices of the profile/],
    [{ packageId, target: { gatewayId: lonely.id } }, /no devices of the profile/],
    [{ packageId, target, waves: [] }, /the last wave must be 100, got no waves/],
    [{ packageId, target, waves: [{ percent: 50 }] }, /the last wave must be 100, got 50/],
    [{ packageId, target, waves: [{ percent: 50 }, { percent: 50 }] }, /waves\[1\].percent must be above 50/],
    [{ packageId, target, waves: [{ percent: 101 }] }, /at most 100, got 101/],
    [{ packageId, target, name: "<b>x</b>" }, /HTML/],
    [{ packageId, target, failurePercentMax: 101 }, /failurePercentMax/],
    [{ packageId, target, waveMinutesMax: 0 }, /waveMinutesMax/],
  ];
  for (const [body, reason] of cases) {
    const answer = await fleet.tenant.rest.request("POST", "/api/ota/rollouts", body);
    expect(answer.status, answer.text).toBe(400);
    expect(text(answer.body, "message")).toMatch(reason);
  }
  const page = await fleet.tenant.rest.get("/api/ota/rollouts?pageSize=10&page=0");
  expect(member(page, "totalElements")).toBe(0);
});

test("REST §8: a device is in one rollout of a kind at a time, whose package cannot be deleted", async () => {
  const fleet = await Fleet.create(platform(), 1);
  const [one, two] = [await fleet.newPackage(), await fleet.newPackage({ version: "2.6" })];
  const software = await fleet.newPackage({ type: "SOFTWARE" });
  const { id } = await fleet.rollOut(one, { name: "hall 3" });
  const body = { packageId: two, target: { deviceProfileId: fleet.profile.id } };
  const refused = await fleet.tenant.rest.request("POST", "/api/ota/rollouts", body);
  expectError(refused, 409, 35);
  expect(text(refused.body, "message")).toBe(
    'device "boiler 00" is in the rollout "hall 3" of firmware, which has not ended',
  );
  await fleet.rollOut(software);
  const kept = await fleet.tenant.rest.request("DELETE", `/api/otaPackage/${one}`);
  expect([kept.status, text(kept.body, "message")]).toEqual([400, expect.stringContaining('the rollout "hall 3"')]);
  await fleet.call(id, "stop");
  await fleet.tenant.rest.post("/api/ota/rollouts", body);
  await fleet.tenant.rest.delete(`/api/otaPackage/${one}`);
  expect(await fleet.read(id)).toMatchObject({ packageId: one, state: "STOPPED" });
});

test("REST §8: nobody of another tenant sees or changes a rollout", async () => {
  const [fleet, stranger] = [await Fleet.create(platform(), 1), await Fleet.create(platform(), 1)];
  const { id } = await fleet.rollOut(await fleet.newPackage());
  const path = `/api/ota/rollouts/${id}`;
  for (const [method, call] of [
    ["GET", path],
    ["GET", `${path}/devices?pageSize=10&page=0`],
    ["POST", `${path}/pause`],
    ["POST", `${path}/resume`],
    ["POST", `${path}/stop`],
    ["DELETE", path],
  ] as const)
    expectError(await stranger.tenant.rest.request(method, call), 404, 32);
  const page = await stranger.tenant.rest.get("/api/ota/rollouts?pageSize=10&page=0");
  expect(member(page, "totalElements")).toBe(0);
  expect(await fleet.read(id)).toMatchObject({ state: "RUNNING" });
});
