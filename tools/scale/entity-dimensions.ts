// Devices in the database and in the memory of nodes, and what is written of them all the time.
import type { Dimension, Model } from "./dimension.ts";
import { trafficOf } from "./plant.ts";

export function entityDimensions({ plant, config, costs }: Model): readonly Dimension[] {
  const { devices, secondsBetween } = plant;
  const { devicesPerNode } = trafficOf(plant);
  const { device } = config;
  const isCached = devicesPerNode <= device.cacheMax;
  const { activityRowsPerSecond, readsPerSecond, createdPerSecond, bytesPerDevice } = costs.entities;
  return [
    {
      area: "entities",
      what: "devices of a node",
      value: devicesPerNode,
      unit: "",
      bound: {
        value: device.cacheMax,
        of: "DEVICE_CACHE_MAX",
        outcome: "nearly every message finds its device forgotten, and reads it from the database",
        change: "the setting (1.6 KiB of memory a device), or more nodes",
      },
    },
    {
      area: "entities",
      what: "devices read a second, as they were forgotten",
      // They report in turn, so the one that is needed next is the one that was used longest ago.
      value: isCached ? 0 : devices / secondsBetween,
      unit: "1/s",
      bound: {
        value: readsPerSecond,
        of: "reads by id of one PostgreSQL",
        outcome: "messages wait for the database",
        change: "DEVICE_CACHE_MAX",
      },
    },
    {
      area: "entities",
      what: "times of last activity stored a second",
      value: devices / Math.max(secondsBetween, device.activity.flushMillis / 1000),
      unit: "1/s",
      bound: {
        value: activityRowsPerSecond,
        of: "one PostgreSQL",
        outcome: "they are stored later and later, and other writes wait behind them",
        change: "store them less often for devices that stay active, or derive them from their latest points",
      },
    },
    {
      area: "entities",
      what: "devices and series in the database",
      value: devices * bytesPerDevice,
      unit: "bytes",
    },
    { area: "entities", what: "to create them all, at full speed", value: devices / createdPerSecond, unit: "s" },
  ];
}
