// German words of `pages/rollouts`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

export const rollouts: Words["rollouts"] = {
  title: "Rollouts",
  says: "Ein Rollout gibt ein Paket in Wellen an viele Geräte und stoppt, wenn zu viele fehlschlagen. Starten Sie einen im Menü eines Pakets.",
  search: "Nach Name, Titel oder Version suchen",
  empty: "Noch keine Rollouts",
  emptySays: "Wählen Sie „Ausrollen“ im Menü eines Pakets.",
  choosePackage: "Paket auswählen",
  columns: { rollout: "Rollout", state: "Status", target: "Für" },
  states: { RUNNING: "Läuft", PAUSED: "Angehalten", STOPPED: "Gestoppt", DONE: "Fertig" },
  phases: {
    updated: (devices, total) => `${countText(devices)} von ${countText(total)} aktualisiert`,
    failed: (devices) => `${countText(devices)} fehlgeschlagen`,
    underWay: (devices) => `${countText(devices)} in Arbeit`,
    notStarted: (devices) => `${countText(devices)} nicht begonnen`,
    leftOut: (devices) => `${countText(devices)} ausgelassen`,
  },
  targets: {
    chosen: (devices) => `${countText(devices)} ${devices === 1 ? "ausgewähltes Gerät" : "ausgewählte Geräte"}`,
    profile: "Geräte mit dem Profil „[]“",
    gateway: "Geräte hinter dem Gateway „[]“",
    customer: "Geräte des Kunden „[]“",
  },

  dialog: {
    title: "Paket ausrollen",
    action: "Rollout starten",
    text: "[] geht in Wellen an Geräte. Eine Welle beginnt, wenn alle Updates der vorigen Welle beendet sind oder deren Zeitlimit abläuft. Der Rollout stoppt, wenn zu viele Updates fehlschlagen.",
    devicesSay: "Nur Geräte mit dem Profil des Pakets nehmen teil.",
    targets: {
      profile: "Alle Geräte des Profils",
      gateway: "Geräte hinter einem Gateway",
      customer: "Geräte eines Kunden",
    },
    waves: "Wellen",
    wavesSay: "Prozentsätze der Geräte, frühere Wellen eingeschlossen. Der letzte muss 100 sein.",
    wrongWaves: "Geben Sie steigende Prozentsätze an, die mit 100 enden, etwa 5, 25, 100.",
    stopAbove: "Stoppen über",
    stopAboveSays: "Anteil der beendeten Updates, die fehlgeschlagen sind. Bei 100 % stoppt der Rollout nie.",
    waveLimit: "Zeitlimit einer Welle",
    waveLimitSays: "Nach dieser Zeit beginnt die nächste Welle auf jeden Fall.",
    minutes: "min",
    gatewayFirst: "Wählen Sie zuerst ein Gateway.",
    customerFirst: "Wählen Sie zuerst einen Kunden.",
    searching: "Suche läuft",
    noGateways: "Keine passenden Gateways",
  },
};
