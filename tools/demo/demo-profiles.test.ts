import { expect, test } from "vitest";
import { parseProfileKeys } from "../../src/core/devices/profile-keys.ts";
import { DEVICE_KINDS } from "../simulator/models/kinds.ts";
import { Random } from "../simulator/random.ts";
import { DEMO_PROFILES } from "./demo-profiles.ts";

test("each kind of simulated device has a profile, with keys that it measures as numbers", () => {
  const models = Object.values(DEVICE_KINDS).map((make) => make(new Random("seed")));
  expect(DEMO_PROFILES.map(({ name }) => name)).toEqual(models.map(({ profile }) => profile));
  for (const [place, { profileData }] of DEMO_PROFILES.entries()) {
    const measured = models[place]?.measure(1_700_006_400_000);
    for (const { key } of parseProfileKeys(profileData)) expect([key, typeof measured?.[key]]).toEqual([key, "number"]);
  }
});
