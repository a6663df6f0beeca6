// English words of `pages/rollout`.
import { countText, percentText } from "../format.ts";

export const rollout = {
  /** Firmware or software, the package unless the rollout is called like it, and for which devices. */
  packageFor: (type: string) => `${type} [] for []`,
  typeFor: (type: string) => `${type} for []`,
  stopped: "Rollout stopped",
  progress: "Progress",
  devicesUpToDate: (devices: number, upToDate: number) =>
    `${countText(devices)}, ${countText(upToDate)} of them already up to date`,
  failureRate: "Failure rate",
  noneFinishedYet: "No update has finished yet",
  noneFinished: "No update has finished",
  failed: (percent: number) => `${percentText(percent)} of finished updates`,
  stopsAbove: (failed: string, percent: number) => `${failed}; stops above ${percentText(percent)}`,
  limit: (failed: string, percent: number) => `${failed}; limit ${percentText(percent)}`,
  started: "Started",
  ended: "Ended",
  notYet: "not yet",
  waves: "Waves",

  pause: "Pause",
  resume: "Resume",
  stop: "Stop",
  notPaused: "The rollout was not paused",
  notResumed: "The rollout was not resumed",
  notStopped: "The rollout was not stopped",
  notDeleted: "The rollout was not deleted",
  stopping: {
    question: "Stop this rollout?",
    text: "A stopped rollout cannot be resumed. Devices that have not started to install get their previous package back. The others continue.",
    action: "Stop rollout",
  },
  deletion: {
    question: "Delete this rollout?",
    text: "The rollout and the progress of its devices are deleted. Devices keep the package they have. This cannot be undone.",
    action: "Delete rollout",
  },

  wave: {
    label: (number: number) => `Wave ${number}`,
    text: (number: number, percent: number, devices: number) =>
      `Wave ${number}: up to ${percentText(percent)}, ${countText(devices)} ${devices === 1 ? "device" : "devices"}`,
    notStarted: "not started",
    ended: "ended []",
    started: "started []",
    startedWithEnd: "started [], ends [] at the latest",
  },

  devices: {
    search: "Search by name or label",
    anyState: "Any state",
    empty: "No devices",
    wave: "Wave",
    noWave: "none",
    state: "State",
    error: "Error",
    progress: "Progress",
    progressOf: (device: string) => `Progress of ${device}`,
    changed: "Changed",
  },
};
