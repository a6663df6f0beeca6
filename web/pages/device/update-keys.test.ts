// Which keys are of updates.
import { expect, test } from "vitest";
import { isUpdateKey, ownKeysFirst } from "./update-keys.ts";

test("keys of firmware and software come after what a device measures", () => {
  const updates = ["current_fw_title", "fw_progress", "sw_state", "target_fw_ts", "target_sw_tag", "target_sw_version"];
  expect(ownKeysFirst([...updates, "power", "temperature"])).toEqual(["power", "temperature", ...updates]);
});

test("a key that only looks like one is the device's own", () => {
  expect(["fw_temperature", "my_fw_state", "target_temperature", "current", "fw_state_2"].filter(isUpdateKey)).toEqual(
    [],
  );
});
