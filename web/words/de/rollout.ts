// German words of `pages/rollout`.
import type { Words } from "../en/catalog.ts";
import { countText, percentText } from "../format.ts";

export const rollout: Words["rollout"] = {
  packageFor: (type) => `${type} [] für []`,
  typeFor: (type) => `${type} für []`,
  stopped: "Rollout gestoppt",
  progress: "Fortschritt",
  devicesUpToDate: (devices, upToDate) =>
    `${countText(devices)}, davon ${countText(upToDate)} bereits auf dem neuesten Stand`,
  failureRate: "Fehlerquote",
  noneFinishedYet: "Noch kein Update beendet",
  noneFinished: "Kein Update beendet",
  failed: (percent) => `${percentText(percent)} der beendeten Updates`,
  stopsAbove: (failed, percent) => `${failed}; stoppt über ${percentText(percent)}`,
  limit: (failed, percent) => `${failed}; Grenze ${percentText(percent)}`,
  started: "Gestartet",
  ended: "Beendet",
  notYet: "noch nicht",
  waves: "Wellen",

  pause: "Anhalten",
  resume: "Fortsetzen",
  stop: "Stoppen",
  notPaused: "Der Rollout wurde nicht angehalten",
  notResumed: "Der Rollout wurde nicht fortgesetzt",
  notStopped: "Der Rollout wurde nicht gestoppt",
  notDeleted: "Der Rollout wurde nicht gelöscht",
  stopping: {
    question: "Diesen Rollout stoppen?",
    text: "Ein gestoppter Rollout kann nicht fortgesetzt werden. Geräte, die noch nicht mit der Installation begonnen haben, erhalten ihr voriges Paket zurück. Die übrigen machen weiter.",
    action: "Rollout stoppen",
  },
  deletion: {
    question: "Diesen Rollout löschen?",
    text: "Der Rollout und der Fortschritt seiner Geräte werden gelöscht. Geräte behalten das Paket, das sie haben. Das kann nicht rückgängig gemacht werden.",
    action: "Rollout löschen",
  },

  wave: {
    label: (number) => `Welle ${number}`,
    text: (number, percent, devices) =>
      `Welle ${number}: bis ${percentText(percent)}, ${countText(devices)} ${devices === 1 ? "Gerät" : "Geräte"}`,
    notStarted: "nicht begonnen",
    ended: "beendet []",
    started: "begonnen []",
    startedWithEnd: "begonnen [], endet spätestens []",
  },

  devices: {
    search: "Nach Name oder Bezeichnung suchen",
    anyState: "Jeder Status",
    empty: "Keine Geräte",
    wave: "Welle",
    noWave: "keine",
    state: "Status",
    error: "Fehler",
    progress: "Fortschritt",
    progressOf: (device) => `Fortschritt von ${device}`,
    changed: "Geändert",
  },
};
