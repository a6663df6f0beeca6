// Registers the outline of the world with the charting library. A chunk of its own, loaded with the first map.
import { GeoComponent } from "echarts/components";
import { registerMap, use as register } from "echarts/core";
import { WORLD } from "./map-option.ts";
import { worldLand } from "./world-land.ts";

export function registerWorld(): void {
  register([GeoComponent]);
  const coordinates = worldLand().map((piece) => piece.map((ring) => ring.map(([x, y]) => [x, y])));
  const land = {
    type: "Feature",
    properties: { name: "land" },
    geometry: { type: "MultiPolygon", coordinates },
  } as const;
  registerMap(WORLD, { type: "FeatureCollection", features: [land] });
}
