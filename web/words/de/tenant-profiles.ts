// German words of `pages/tenant-profiles`.
import type { Words } from "../en/catalog.ts";

export const tenantProfiles: Words["tenantProfiles"] = {
  title: "Mandantenprofile",
  about:
    "Ein Profil enthält die Grenzwerte seiner Mandanten. Für Mandanten ohne eigenes Profil gilt das Standardprofil.",
  default: "Standard",
  searchByName: "Nach Name suchen",
  empty: "Noch keine Mandantenprofile",

  new: "Neues Mandantenprofil",
  create: "Profil anlegen",
  newText: "Es hat zunächst keine Grenzwerte; diese legen Sie als Nächstes fest.",
  editLimits: "Grenzwerte bearbeiten",
  makeDefault: "Als Standard festlegen",
  defaultNotChanged: "Das Standardprofil wurde nicht geändert",
  delete: "Profil löschen",
  deleteTitle: "Dieses Profil löschen?",
  deleteText:
    "[] wird gelöscht, sofern kein Mandant es verwendet: Weisen Sie solchen Mandanten zuerst ein anderes Profil zu. Das kann nicht rückgängig gemacht werden.",
  notDeleted: "Das Profil wurde nicht gelöscht",

  save: "Profil speichern",
  saved: "Das Profil ist gespeichert, seine Grenzwerte sind in Kraft.",
  notSaved: "Das Profil wurde nicht gespeichert",
  invalid: "Einige Grenzwerte sind ungültig",
  effect: "Änderungen gelten sofort für jeden Mandanten mit diesem Profil. Ein leeres Feld bedeutet: keine Begrenzung.",
  warnFrom: "Warnen ab",
  warnFromHelp: "Anteil eines monatlichen Grenzwerts, ab dem eine Warnung erscheint.",
  ratePlaceholder: "Anzahl:Sekunden",
  noLimit: "unbegrenzt",
  badRate: "Geben Sie Anzahl:Sekunden ein, zum Beispiel 100:1, oder 100:1,2000:60 für zwei Raten.",
  badCount: "Geben Sie eine ganze Zahl ein, oder nichts für keine Begrenzung.",
  meaning: {
    none: "Unbegrenzt",
    atMost: (amount) => `Höchstens ${amount}`,
  },
};
