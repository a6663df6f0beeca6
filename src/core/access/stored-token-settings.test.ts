import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { LogRecorder } from "../../../test/support/log-recorder.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { StoredTokenSettings } from "./stored-token-settings.ts";
import type { SavedTokenSettings, TokenSettingsStore } from "./token-settings.ts";

const CONFIGURED = { issuer: "configured", accessSeconds: 9000, refreshSeconds: 604_800 };
const SENT = { tokenExpirationTime: 60, refreshTokenExpTime: 900, tokenIssuer: "saved", tokenSigningKey: null };

/** A store in memory, which fails while it is broken, and the settings of two nodes on it. */
async function nodes() {
  const clock = new ManualClock();
  const log = new LogRecorder();
  const state: { saved: SavedTokenSettings | undefined; isBroken: boolean } = { saved: undefined, isBroken: false };
  const store: TokenSettingsStore = {
    findTokenSettings: () => (state.isBroken ? Promise.reject(new Error("broken")) : Promise.resolve(state.saved)),
    saveTokenSettings: (settings) => {
      state.saved = { ...settings, signingKey: settings.signingKey ?? state.saved?.signingKey ?? null };
      return Promise.resolve();
    },
  };
  let signers = 0;
  const open = async (): Promise<StoredTokenSettings> => {
    const newSigner = () => {
      signers++;
      return Promise.resolve({
        sign: () => Promise.resolve("a.b.c"),
        verify: () => Promise.resolve({ kind: "foreign" } as const),
      });
    };
    const settings = new StoredTokenSettings(
      // Each node has a bus of its own, as if every event between them were lost.
      { store, newSigner, bus: new InProcessBus(log), clock, log },
      { configured: CONFIGURED, configuredKey: new Uint8Array(64), recheckMillis: 60_000 },
    );
    await settings.start();
    return settings;
  };
  return { clock, log, state, one: await open(), other: await open(), signers: () => signers };
}

test("what is saved is in force at once, and elsewhere at the next look", async () => {
  const { clock, one, other } = await nodes();
  expect(one.current()).toMatchObject({ ...CONFIGURED, savedAt: null });
  await one.save(SENT);
  const saved = { issuer: "saved", accessSeconds: 60, refreshSeconds: 900, savedAt: clock.now() };
  expect(one.current()).toMatchObject(saved);
  expect(other.current()).toMatchObject({ ...CONFIGURED, savedAt: null });
  clock.advance(60_000);
  await other.stop();
  expect(other.current()).toMatchObject(saved);
  await one.stop();
  await one.stop();
});

test("a new signer is made only when the key has changed", async () => {
  const { one, signers } = await nodes();
  expect(signers()).toBe(2);
  await one.save(SENT);
  expect(signers()).toBe(2);
  await one.save({ ...SENT, tokenSigningKey: Buffer.alloc(64, 7).toString("base64") });
  expect(signers()).toBe(3);
  await one.save(SENT);
  expect(signers()).toBe(3);
});

test("a look that fails is logged, and leaves what is in force", async () => {
  const { clock, log, state, one } = await nodes();
  await one.save(SENT);
  state.isBroken = true;
  state.saved = { ...CONFIGURED, savedAt: millis(1), signingKey: null };
  clock.advance(60_000);
  await one.stop();
  expect(one.current()).toMatchObject({ issuer: "saved" });
  expect(log.events).toContain("token settings could not be read; those in force stay until the next look");
});

test("what makes no sense is refused, and nothing is saved", async () => {
  const { one, state } = await nodes();
  await expect(one.save({ ...SENT, tokenExpirationTime: 59 })).rejects.toMatchObject({ kind: "invalid" });
  expect(state.saved).toBeUndefined();
});
