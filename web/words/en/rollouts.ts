// English words of `pages/rollouts`.
import { countText } from "../format.ts";

export const rollouts = {
  title: "Rollouts",
  says: "A rollout gives a package to many devices in waves, and stops when too many fail. Start one from the menu of a package.",
  search: "Search by name, title or version",
  empty: "No rollouts yet",
  emptySays: "Choose “Roll out” in the menu of a package.",
  choosePackage: "Choose a package",
  columns: { rollout: "Rollout", state: "State", target: "For" },
  states: { RUNNING: "Running", PAUSED: "Paused", STOPPED: "Stopped", DONE: "Done" },
  phases: {
    updated: (devices: number, total: number) => `${countText(devices)} of ${countText(total)} updated`,
    failed: (devices: number) => `${countText(devices)} failed`,
    underWay: (devices: number) => `${countText(devices)} in progress`,
    notStarted: (devices: number) => `${countText(devices)} not started`,
    leftOut: (devices: number) => `${countText(devices)} left out`,
  },
  /** `[]` is a name. */
  targets: {
    chosen: (devices: number) => `${countText(devices)} chosen ${devices === 1 ? "device" : "devices"}`,
    profile: "devices with profile “[]”",
    gateway: "devices behind gateway “[]”",
    customer: "devices of customer “[]”",
  },

  dialog: {
    title: "Roll out a package",
    action: "Start rollout",
    text: "[] goes to devices in waves. A wave starts when all updates of the previous wave have finished, or when its time limit passes. The rollout stops if too many updates fail.",
    devicesSay: "Only devices of the package's profile take part.",
    targets: {
      profile: "All devices of the profile",
      gateway: "Devices behind a gateway",
      customer: "Devices of a customer",
    },
    waves: "Waves",
    wavesSay: "Percentages of the devices, including earlier waves. The last must be 100.",
    wrongWaves: "Enter ascending percentages that end with 100, such as 5, 25, 100.",
    stopAbove: "Stop above",
    stopAboveSays: "Share of finished updates that failed. At 100%, the rollout never stops.",
    waveLimit: "Time limit of a wave",
    waveLimitSays: "After this time, the next wave starts in any case.",
    minutes: "min",
    gatewayFirst: "Choose a gateway first.",
    customerFirst: "Choose a customer first.",
    searching: "Searching",
    noGateways: "No gateways match",
  },
};
