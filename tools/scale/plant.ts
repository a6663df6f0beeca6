// A plant that a cluster might serve, and what follows from it by counting alone.

export interface Plant {
  readonly name: string;
  readonly nodes: number;
  readonly devices: number;
  /** 1: every device has a connection of its own. */
  readonly devicesPerConnection: number;
  readonly devicesPerMessage: number;
  readonly seriesPerDevice: number;
  /** Between two messages about a device, each with a point of all of its series. */
  readonly secondsBetween: number;
  /** Of the machine of a node. */
  readonly memoryBytes: number;
  /** Processors of the one PostgreSQL. */
  readonly databaseProcessors: number;
}

export interface Traffic {
  readonly connections: number;
  readonly connectionsPerNode: number;
  readonly devicesPerNode: number;
  readonly series: number;
  readonly messagesPerSecond: number;
  readonly pointsPerSecond: number;
}

export function trafficOf(plant: Plant): Traffic {
  const { nodes, devices, devicesPerConnection, devicesPerMessage, seriesPerDevice, secondsBetween } = plant;
  const connections = devices / devicesPerConnection;
  const series = devices * seriesPerDevice;
  return {
    connections,
    connectionsPerNode: connections / nodes,
    devicesPerNode: devices / nodes,
    series,
    messagesPerSecond: devices / devicesPerMessage / secondsBetween,
    pointsPerSecond: series / secondsBetween,
  };
}

const GIB = 1_073_741_824;

/** What the simulation is about: the same devices behind gateways, and each with a connection of its own. */
export const PLANTS: readonly Plant[] = [
  {
    name: "behind gateways",
    nodes: 30,
    devices: 10_000_000,
    devicesPerConnection: 100,
    devicesPerMessage: 10,
    seriesPerDevice: 3,
    secondsBetween: 60,
    memoryBytes: 8 * GIB,
    databaseProcessors: 16,
  },
  {
    name: "on their own",
    nodes: 30,
    devices: 10_000_000,
    devicesPerConnection: 1,
    devicesPerMessage: 1,
    seriesPerDevice: 3,
    secondsBetween: 60,
    memoryBytes: 8 * GIB,
    databaseProcessors: 16,
  },
];
