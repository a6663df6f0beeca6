// German words of `pages/profiles`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

const devices = (count: number | null): string =>
  count === null ? "Geräte" : count === 1 ? "1 Gerät" : `${countText(count)} Geräte`;
const toNone = "Zurzeit würde es keinem Gerät angeboten.";

export const profiles: Words["profiles"] = {
  title: "Geräteprofile",
  about:
    "Jedes Gerät hat ein Profil, das seine Art angibt. Nennt ein Gateway oder ein Programm ein Profil, das es nicht gibt, legt die Plattform es an.",
  searchByName: "Nach Name suchen",
  empty: "Noch keine Geräteprofile",
  default: "Standard",
  transport: "Transport",
  transportDefault: "MQTT und HTTP",
  provisioning: "Provisionierung",
  inactivity:
    "Eine Einstellung der Plattform legt fest, wie lange ein Gerät schweigen darf, bevor es als inaktiv gilt. Für ein einzelnes Gerät setzen Sie dazu sein Server-Attribut [inactivityTimeout], in Millisekunden.",

  whatProfile: "Profil",
  newShort: "Neues Profil",
  new: "Neues Geräteprofil",
  create: "Profil anlegen",
  edit: "Geräteprofil bearbeiten",
  save: "Profil speichern",
  saved: (name) => `Das Profil ${name} ist gespeichert.`,
  devicesOf: "Geräte mit diesem Profil",
  makeDefault: "Als Standard festlegen",
  defaultNotChanged: "Das Standardprofil wurde nicht geändert",
  delete: "Profil löschen",
  deleteTitle: "Dieses Profil löschen?",
  deleteText:
    "[] wird gelöscht, sofern kein Gerät es verwendet: Weisen Sie solchen Geräten zuerst ein anderes Profil zu. Das kann nicht rückgängig gemacht werden.",
  notDeleted: "Das Profil wurde nicht gelöscht",

  withoutEffect: "Einstellungen ohne Wirkung",
  nameHelp: "Unter diesem Namen geben Gateways und Programme das Profil eines neuen Geräts an.",
  transportHelp: "Eine Änderung wird abgelehnt, solange Geräte das Profil verwenden.",
  transports: { DEFAULT: "MQTT und HTTP (Standard)", MQTT: "MQTT, eigene Einstellungen" },
  transportStored: (name) => `${name} (gespeichert, nicht unterstützt)`,
  numberTexts: "Als Text gesendete Zahlen",
  numberTextsHelp: "In Telemetrie, zum Beispiel „21.5“.",
  casts: {
    platform: "Vorgabe der Plattform",
    true: "Als Zahlen speichern",
    false: "Als Text belassen",
  },
  noPackage: "Keine",
  offeredTo: {
    FIRMWARE: (count) => (count === 0 ? toNone : `Wird sofort angeboten für ${devices(count)} ohne eigene Firmware.`),
    SOFTWARE: (count) => (count === 0 ? toNone : `Wird sofort angeboten für ${devices(count)} ohne eigene Software.`),
  },

  provisioningHelp: "Geräte, die sich selbst registrieren.",
  provisionings: {
    DISABLED: { label: "Aus", description: "Geräte werden von Personen, Programmen und Gateways angelegt." },
    ALLOW_CREATE_NEW_DEVICES: {
      label: "Neue Geräte anlegen",
      description:
        "Ein Gerät, das Schlüssel und Geheimnis kennt, registriert sich selbst und erhält seine Zugangsdaten.",
    },
    CHECK_PRE_PROVISIONED_DEVICES: {
      label: "Nur vorhandene Geräte",
      description:
        "Ein vorhandenes Gerät, gefunden über seinen Namen, erhält für Schlüssel und Geheimnis einmal seine Zugangsdaten.",
    },
    X509_CERTIFICATE_CHAIN: { label: "Zertifikatskette", description: "Für importierte Profile aufbewahrt." },
  },
  provisioningKey: "Provisionierungsschlüssel",
  provisioningSecret: "Provisionierungsgeheimnis",
  random: "zufällig",
  key: "Schlüssel",
  secret: "Geheimnis",

  keys: {
    title: "Schlüssel",
    about:
      "Die Einheit und die Nachkommastellen, mit denen Werte angezeigt werden. Neue Spalten von Ansichten und neue Panels von Dashboards beginnen damit.",
    key: "Schlüssel",
    new: "Neuer Schlüssel",
    add: "Schlüssel hinzufügen",
    remove: (key) => (key === "" ? "Schlüssel entfernen" : `${key} entfernen`),
  },

  mqtt: {
    telemetryTopic: "Topic für Telemetrie",
    telemetryTopicHelp: "Zusätzlich zu v1/devices/me/telemetry. + steht für eine Ebene, # für alle folgenden Ebenen.",
    attributesTopic: "Topic für Attribute",
    updatesTopic: "Topic für gemeinsame Attribute",
    updatesTopicHelp: "Geräte abonnieren es, zusätzlich zu v1/devices/me/attributes.",
    payloads: "Format der Nutzdaten",
    telemetrySchema: "Schema der Telemetrie",
    telemetrySchemaHelp: "In proto3. Die letzte Nachricht zählt; ihre Felder sind die Schlüssel, oder ts und values.",
    attributesSchema: "Schema der Attribute",
    callSchema: "Schema der RPC-Anfragen",
    callSchemaHelp: "Mit method, requestId und params. Ohne Schema ist params ein Text.",
    replySchema: "Schema der RPC-Antworten",
    replySchemaHelp: "Ohne Schema ist eine Antwort ein einziges Textfeld, payload.",
    takesJson: "Auch JSON annehmen",
    sendsJson: "JSON senden, außer auf kurzen Topics",
  },
};
