import { afterEach, beforeEach, expect, test } from "vitest";
import { LogRecorder } from "../../../test/support/log-recorder.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { scratchSqlite, type ScratchSqlite } from "../../../test/support/scratch-sqlite.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DEFAULT_SECURITY_SETTINGS, type SecuritySettings, type SecuritySettingsStore } from "./security-settings.ts";
import { StoredSecuritySettings } from "./stored-security-settings.ts";

const RECHECK_MILLIS = 60_000;
const STRICT: SecuritySettings = { ...DEFAULT_SECURITY_SETTINGS, maxFailedLoginAttempts: 3 };

let scratch: ScratchSqlite;
let clock: ManualClock;
const started: StoredSecuritySettings[] = [];
beforeEach(async () => {
  scratch = await scratchSqlite();
  clock = new ManualClock();
});
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
  expect(clock.pendingTimers).toBe(0);
  await scratch.remove();
});

/** A node of the installation. Without a bus of its own it shares that of the others. */
async function node(
  bus = new InProcessBus(silentLogger),
  store: SecuritySettingsStore = scratch.stores.settings,
  log = new LogRecorder(),
) {
  const settings = new StoredSecuritySettings({ store, bus, clock, log }, { recheckMillis: RECHECK_MILLIS });
  await settings.start();
  started.push(settings);
  return settings;
}

/** Until what has been begun has been read: reads take their turn. */
async function settled(): Promise<void> {
  for (let round = 0; round < 10; round++) await scratch.stores.settings.findSecuritySettings();
}

test("what one node saves is in force there at once, and on the others when they hear of it", async () => {
  const bus = new InProcessBus(silentLogger);
  const [one, other] = [await node(bus), await node(bus)];
  expect(other.current()).toEqual(DEFAULT_SECURITY_SETTINGS);
  const saving = one.save(STRICT);
  expect(one.current()).toEqual(DEFAULT_SECURITY_SETTINGS);

  expect(await saving).toEqual(STRICT);
  expect(one.current()).toEqual(STRICT);
  await settled();
  expect(other.current()).toEqual(STRICT);
});

test("a node that does not hear of it looks by itself", async () => {
  const [one, deaf] = [await node(), await node()];
  await one.save(STRICT);
  clock.advance(RECHECK_MILLIS - 1);
  await settled();
  expect(deaf.current()).toEqual(DEFAULT_SECURITY_SETTINGS);
  clock.advance(1);
  await settled();

  expect(deaf.current()).toEqual(STRICT);
});

test("what is in force stays while the store cannot be read, and the log says so", async () => {
  const { settings: securitySettings } = scratch.stores;
  const state = { isBroken: false };
  const store: SecuritySettingsStore = {
    saveSecuritySettings: (settings) => securitySettings.saveSecuritySettings(settings),
    findSecuritySettings: () =>
      state.isBroken ? Promise.reject(new Error("broken")) : securitySettings.findSecuritySettings(),
  };
  const log = new LogRecorder();
  const settings = await node(undefined, store, log);
  await settings.save(STRICT);
  await settled();
  state.isBroken = true;
  clock.advance(3 * RECHECK_MILLIS);
  await settled();

  expect(settings.current()).toEqual(STRICT);
  expect(log.events).toContain("security settings could not be read; those in force stay until the next look");
  state.isBroken = false;
  await securitySettings.saveSecuritySettings(DEFAULT_SECURITY_SETTINGS);
  clock.advance(RECHECK_MILLIS);
  await settled();
  expect(settings.current()).toEqual(DEFAULT_SECURITY_SETTINGS);
});

test("what was read before a save is not put in force after it", async () => {
  const { settings: securitySettings } = scratch.stores;
  const gate = { open: (): void => undefined, isShut: false };
  const store: SecuritySettingsStore = {
    saveSecuritySettings: (settings) => securitySettings.saveSecuritySettings(settings),
    async findSecuritySettings() {
      const found = await securitySettings.findSecuritySettings();
      if (gate.isShut) await new Promise<void>((resolve) => (gate.open = resolve));
      return found;
    },
  };
  const settings = await node(undefined, store);
  gate.isShut = true;
  clock.advance(RECHECK_MILLIS);
  await settled();
  gate.isShut = false;
  await settings.save(STRICT);
  gate.open();
  await settled();

  expect(settings.current()).toEqual(STRICT);
});

test("a save that the store refuses changes nothing", async () => {
  const { settings: securitySettings } = scratch.stores;
  const settings = await node(undefined, {
    findSecuritySettings: () => securitySettings.findSecuritySettings(),
    saveSecuritySettings: () => Promise.reject(new Error("full")),
  });

  await expect(settings.save(STRICT)).rejects.toThrow("full");
  expect(settings.current()).toEqual(DEFAULT_SECURITY_SETTINGS);
});
