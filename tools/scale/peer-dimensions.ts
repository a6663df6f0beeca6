// What nodes say to each other: that they are there, their sessions, and what they count.
import type { Dimension, Model } from "./dimension.ts";
import { trafficOf } from "./plant.ts";
import { DOCUMENTED } from "./unit-costs.ts";

/** The goal of `bench -- cluster-join`. */
const JOIN_SECONDS_GOAL = 15;

export function heartbeatsPerSecond({ plant, config }: Model): number {
  return plant.nodes * (plant.nodes - 1) * (1000 / config.cluster.peers.heartbeatMillis);
}

/** Of all nodes together, to one that asks for their sessions. */
export function sessionPages({ plant, config }: Model): number {
  const { connectionsPerNode } = trafficOf(plant);
  return (plant.nodes - 1) * Math.max(1, Math.ceil(connectionsPerNode / config.cluster.peers.pageMax));
}

export function peerDimensions(model: Model): readonly Dimension[] {
  const { plant, config, costs } = model;
  const { connections, connectionsPerNode } = trafficOf(plant);
  const { counts } = config.cluster;
  const heartbeats = heartbeatsPerSecond(model);
  const pages = sessionPages(model);
  return [
    { area: "nodes", what: "heartbeats a second, as they arrive", value: heartbeats, unit: "" },
    {
      area: "nodes",
      what: "processor of a node: heartbeats",
      value: ((heartbeats / plant.nodes) * costs.peers.messageMicros) / 1e6,
      unit: "cores",
      bound: {
        value: 1,
        of: "the thread of a node",
        outcome: "nodes take each other for gone",
        change: "each node says so to some others, which pass it on",
      },
    },
    {
      area: "nodes",
      what: "connections of a node",
      value: connectionsPerNode,
      unit: "",
      bound: {
        value: config.mqtt.connectionsMax,
        of: "MQTT_CONNECTIONS_MAX",
        outcome: "one more is closed at once",
        change: "the setting, where the memory is, or more nodes",
      },
    },
    {
      area: "nodes",
      what: "join: processor time for the sessions of all others",
      // Each page is compared with all sessions that are known by then: half of them on average.
      value: (pages * (connections / 2) * costs.session.scanNanos) / 1e9,
      unit: "s",
      bound: {
        value: JOIN_SECONDS_GOAL,
        of: "goal of a join",
        outcome:
          "the thread of the new node stands still for milliseconds a page, and calls are not delivered meanwhile",
        change: "an index of sessions by node (`ofNode` passes over those of all nodes for each page)",
      },
    },
    {
      area: "nodes",
      what: "processor of a node: counts of the others, one kind",
      value:
        (plant.nodes - 1) *
        Math.min(counts.sentMax, connectionsPerNode) *
        (1000 / counts.sendMillis) *
        (DOCUMENTED.countMicros / 1e6),
      unit: "cores",
      bound: {
        value: 1,
        of: "the thread of a node",
        outcome: "nodes fall behind, and limits are kept later",
        change: "tell of a gateway's counts only where its tenant's limit needs them, as its connection is at one node",
      },
    },
    {
      area: "nodes",
      what: "gateways with limits of their own, at all nodes",
      value: connections,
      unit: "",
      bound: {
        value: counts.keptMax,
        of: "cluster.counts.keptMax",
        outcome: "limits of those used longest ago start afresh",
        change: "a larger bound (0.6 kB each); or counts of gateways only at their own node",
      },
    },
  ];
}
