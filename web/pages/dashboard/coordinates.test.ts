// Which of the keys of devices are coordinates, by what they are called.
import { expect, test } from "vitest";
import type { KnownKey } from "../view-editor/known-keys.ts";
import { coordinatesIn } from "./coordinates.ts";

const known = (key: string, devices = 1, type = "number"): KnownKey => ({
  ...{ key, kind: "telemetry", scope: null, types: { [type]: devices }, devices, lastTs: 1, samples: [] },
});

test.each([
  ["latitude", "longitude"],
  ["lat", "lon"],
  ["Lat", "Lng"],
  ["gps_lat", "gps_long"],
])("%s and %s are coordinates", (latitude, longitude) => {
  expect(coordinatesIn([known("temperature"), known(latitude), known(longitude)])).toEqual({ latitude, longitude });
});

test("one of them alone, a text, or a name that only contains such a word is none", () => {
  expect(coordinatesIn([known("latitude")])).toBeNull();
  expect(coordinatesIn([known("latitude", 1, "text"), known("longitude")])).toBeNull();
  expect(coordinatesIn([known("flat"), known("latency"), known("along"), known("balloon")])).toBeNull();
});

test("of several, those are chosen that most devices have", () => {
  const keys = [known("lat", 2), known("latitude", 7), known("lon", 2), known("longitude", 7)];
  expect(coordinatesIn(keys)).toEqual({ latitude: "latitude", longitude: "longitude" });
});
