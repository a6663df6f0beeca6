// German words of `pages/views`.
import { countText } from "../format.ts";
import type { Words } from "../en/catalog.ts";

export const views: Words["views"] = {
  title: "Ansichten",
  about:
    "Eine Ansicht ist ein gespeicherter Bericht über Ihre Geräte. Öffnen Sie eine, um ihre Tabelle oder ihr Diagramm zu sehen.",
  create: "Neue Ansicht",
  search: "Nach Namen suchen",
  order: "Sortierung",
  sorts: {
    "updatedTime DESC": "Zuletzt geändert",
    "name ASC": "Name, A bis Z",
    "name DESC": "Name, Z bis A",
    "createdTime DESC": "Neueste",
    "folder ASC": "Ordner",
  },
  folder: (name) => `Ordner ${name}`,
  folderCleared: (name) => `Ordner ${name}: alle Ansichten zeigen`,
  tag: (name) => `Schlagwort ${name}`,
  tagCleared: (name) => `Schlagwort ${name}: alle Ansichten zeigen`,
  notLoaded: "Die Ansichten konnten nicht geladen werden",
  noMatchTitle: "Keine passenden Ansichten",
  noMatch: "Versuchen Sie eine kürzere Suche oder ein anderes Wort.",
  count: (count) => (count === 1 ? "1 Ansicht" : `${countText(count)} Ansichten`),
  emptyTitle: "Noch keine Ansichten",
  empty: "Eine Ansicht legt Geräte, Spalten und Zeit eines Berichts fest. Beginnen Sie mit einer von diesen.",

  inFolder: (folder) => `Ansichten im Ordner ${folder}`,
  withTag: (tag) => `Ansichten mit dem Schlagwort ${tag}`,
  changed: "Eigentümer: [] · geändert []",
  changedShared: "Eigentümer: [] · für Kunden freigegeben · geändert []",
  changedAt: "Geändert []",
  you: "Sie",
  somebodyElse: "ein anderer Benutzer",
  makeCopy: "Kopie anlegen",
  copied: (name) => `„${name}“ gehört jetzt Ihnen.`,
  notCopied: "Die Ansicht wurde nicht kopiert",
  export: "Exportieren",
  notExported: "Die Datei konnte nicht erstellt werden",
  deleteTitle: "Diese Ansicht löschen?",
  deleteText: "[] wird mit Verlauf und Freigabelinks gelöscht. Das kann nicht rückgängig gemacht werden.",
  delete: "Ansicht löschen",
  deleted: (name) => `„${name}“ ist gelöscht.`,
  notDeleted: "Die Ansicht wurde nicht gelöscht",

  import: "Importieren",
  file: "Datei einer Ansicht",
  badFile: "Die Datei ist keine Ansicht",
  fileTooLarge: (size) => `Eine Ansicht kann höchstens 256 KiB haben, diese Datei hat ${countText(size)} KiB.`,
  fileNotObject: "Die Datei einer Ansicht muss ein JSON-Objekt enthalten.",
};
