// English words of `pages/gateways`.
import { countText } from "../format.ts";

export const gateways = {
  title: "Gateways",
  about: "A gateway carries the values of other devices over its connection. Open one to see its messages live.",
  new: "New gateway",
  guidedStart: "Guided start",
  tabs: { label: "Parts of the page", gateways: "Gateways", refusals: "Refusals" },
  columns: {
    name: "Gateway",
    state: "State",
    devices: "Devices",
    points: "Points per second",
    refused: "Refused in the last hour",
  },
  search: "Search gateways",
  shown: {
    label: "Gateways shown",
    choices: { all: "All", online: "Online", offline: "Offline", refused: "With refusals" },
  },
  empty: {
    title: "No gateways yet",
    text: "The guided start names one, gives you the commands to connect it, and shows its first message.",
  },
  online: "Online",
  offline: "Offline",
  neverConnected: "Never connected",
  /** A time is put in, such as 3 minutes ago. */
  connected: "connected []",
  disconnected: "disconnected []",
  justNow: "just now",
  someTime: "some time ago",
  refusedLastHour: (count: number) => `${countText(count)} refused in the last hour`,
};
