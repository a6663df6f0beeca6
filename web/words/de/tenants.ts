// German words of `pages/tenants`.
import type { Words } from "../en/catalog.ts";

export const tenants: Words["tenants"] = {
  title: "Mandanten",
  about: "Jeder Mandant hat eigene Gateways, Geräte, Benutzer und Berichte und sieht nichts von den anderen.",
  tenant: "Mandant",
  searchByName: "Nach Name suchen",
  empty: "Noch keine Mandanten",
  emptyText: "Legen Sie einen Mandanten an und laden Sie seinen ersten Administrator ein.",

  new: "Neuer Mandant",
  create: "Mandanten anlegen",
  edit: "Mandanten bearbeiten",
  save: "Mandanten speichern",
  profileHelp: "Es legt die Grenzwerte des Mandanten fest.",
  profileDefault: "Das Standardprofil",
  profilesNotLoaded: "Die Profile konnten nicht geladen werden.",
  delete: "Mandanten löschen",
  deleteTitle: "Diesen Mandanten löschen?",
  deleteText:
    "Alles darin wird gelöscht: Gateways und Geräte mit allen Werten, Kunden, Benutzer, API-Schlüssel, Dashboards, Ansichten und Berichte. Alle Sitzungen enden sofort. Das kann nicht rückgängig gemacht werden.",
  notDeleted: "Der Mandant wurde nicht gelöscht",

  parts: "Bereiche des Mandanten",
  administrators: "Administratoren",
  usage: "Nutzung",
  whatUsage: "Nutzung",
  details: "Details",
  aboutIt: "Angaben",
  id: "ID",
  idOfTenant: "ID des Mandanten",
  limitsFrom: "Die Grenzwerte stammen aus seinem Profil [].",
};
