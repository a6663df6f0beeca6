// German words of `pages/customers`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

export const customers: Words["customers"] = {
  title: "Kunden",
  about:
    "Ein Kunde ist ein Teil Ihrer Organisation oder eine Organisation, für die Sie arbeiten. Seine Benutzer sehen nur die Geräte, die Sie ihm zuweisen.",
  city: "Ort",
  public: "Öffentlich",
  searchByName: "Nach Name suchen",
  empty: "Noch keine Kunden",
  emptyText: "Legen Sie einen Kunden an, laden Sie seine Benutzer ein und weisen Sie ihm Geräte zu.",

  new: "Neuer Kunde",
  create: "Kunden anlegen",
  edit: "Kunden bearbeiten",
  save: "Kunden speichern",
  nameHelp: "Eindeutig unter Ihren Kunden.",
  delete: "Kunden löschen",
  deleteTitle: "Diesen Kunden löschen?",
  deleteText:
    "Seine Benutzer werden mit ihren Sitzungen und API-Schlüsseln gelöscht. Seine Geräte bleiben, ohne Kunden. Das kann nicht rückgängig gemacht werden.",
  notDeleted: "Der Kunde wurde nicht gelöscht",

  parts: "Bereiche des Kunden",
  users: "Benutzer",
  details: "Details",
  aboutIt: "Angaben",
  id: "ID",
  idOfCustomer: "ID des Kunden",

  devices: {
    search: "Geräte suchen",
    empty: "Noch keine Geräte",
    emptyText: "Benutzer des Kunden sehen die Geräte, die ihm zugewiesen sind.",
    emptyPublicText: "Öffentliche Geräte kann jeder lesen.",
    unassign: "Zuweisung aufheben",
    unassignDevice: "Zuweisung aufheben",
    unassignTitle: "Zuweisung des Geräts aufheben?",
    unassignText: "Benutzer dieses Kunden sehen das Gerät nicht mehr. Die Werte von [] bleiben erhalten.",
    unassignPublicText: "Ohne Anmeldung kann niemand mehr das Gerät lesen. Die Werte von [] bleiben erhalten.",
    notUnassigned: "Die Zuweisung wurde nicht aufgehoben",
    publicTitle: "Diese Geräte kann jeder lesen",
    publicText:
      "Ein Programm meldet sich mit dieser öffentlichen ID an, ohne Passwort. Es darf lesen, aber nichts ändern:",
    publicId: "öffentliche ID",
  },

  dashboards: {
    empty: "Noch keine Dashboards",
    emptyText: "Wählen Sie „Kunden zuweisen“ im Menü eines Dashboards.",
  },

  assign: {
    title: "Geräte zuweisen",
    publicTitle: "Geräte öffentlich machen",
    publicAction: "Öffentlich machen",
    placeholder: "Nach Name suchen",
    noMatch: "Keine passenden Geräte",
    publicText: "Jeder kann ihre Werte und Attribute ohne Anmeldung lesen.",
    ofOthers: (count) =>
      count === 1
        ? "Eines davon gehört einem anderen Kunden, dessen Benutzer es dann nicht mehr sehen."
        : `${countText(count)} davon gehören einem anderen Kunden, dessen Benutzer sie dann nicht mehr sehen.`,
    progress: "Zugewiesene Geräte",
    done: (done, all) => `${countText(done)} von ${countText(all)}`,
  },
};
