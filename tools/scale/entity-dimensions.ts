// Devices in the database and in the memory of nodes, and what is written of them all the time.
import type { Dimension, Model } from "./dimension.ts";
import { trafficOf } from "./plant.ts";

export function entityDimensions({ plant, config, costs }: Model): readonly Dimension[] {
  const { devices, secondsBetween, databaseProcessors } = plant;
  const { devicesPerNode } = trafficOf(plant);
  const { device } = config;
  const isCached = devicesPerNode <= device.cacheMax;
  const { activityMicros, readMicros, createMicros, bytesPerDevice } = costs.entities;
  const activeSeconds = Math.max(secondsBetween, device.activity.flushMillis / 1000);
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
      what: "processors of PostgreSQL: devices that are read, as they were forgotten",
      // They report in turn, so the one that is needed next is the one that was used longest ago.
      value: isCached ? 0 : ((devices / secondsBetween) * readMicros) / 1e6,
      unit: "cores",
      bound: {
        value: databaseProcessors,
        of: "its machine",
        outcome: "messages wait for the database",
        change: "DEVICE_CACHE_MAX",
      },
    },
    {
      area: "entities",
      what: "processors of PostgreSQL: times of last activity",
      value: ((devices / activeSeconds) * activityMicros) / 1e6,
      unit: "cores",
      bound: {
        value: databaseProcessors,
        of: "its machine",
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
    {
      area: "entities",
      what: "processor time of PostgreSQL to create them all",
      value: (devices * createMicros) / 1e6,
      unit: "s",
    },
  ];
}
