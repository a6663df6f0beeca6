// German words of what the platform tells as data.
import { countText, exactTime, shareText } from "../format.ts";
import type { Words } from "../en/catalog.ts";

export const server: Words["server"] = {
  findings: {
    found: {
      "plain-servers": ({ servers }) =>
        `Ohne TLS und von anderen Rechnern erreichbar: ${servers.join(", ")}. Tokens und Passwörter können unterwegs gelesen werden.`,
      "certificate-ends": ({ file, days }) =>
        days < 0
          ? `Das Zertifikat ${file} ist abgelaufen.`
          : `Das Zertifikat ${file} läuft in ${days === 0 ? "weniger als einem Tag" : inDays(days)} ab.`,
      "no-backups": () => "Die Plattform erstellt selbst keine Sicherungen.",
      "backup-overdue": ({ newestTs }) =>
        newestTs === null
          ? "Es gibt noch keine Sicherung."
          : `Die neueste Sicherung ist vom ${exactTime(newestTs)}, die nächste ist überfällig.`,
      "changes-not-kept": ({ sinceTs }) =>
        `Was sich seit dem ${exactTime(sinceTs)} geändert hat, lässt sich nicht wiederherstellen.`,
      "backups-unverified": ({ verifiedTs }) =>
        verifiedTs === null
          ? "Noch keine Sicherung wurde geprüft."
          : `Seit dem ${exactTime(verifiedTs)} wurde keine Sicherung geprüft.`,
      "no-system-administrator": () =>
        "Noch kein Systemadministrator hat ein Passwort: Wer an den Aktivierungslink kommt, wird einer.",
      "passwords-in-settings": ({ settings }) =>
        `In den Einstellungen stehen noch anfängliche Passwörter: ${settings.join(", ")}.`,
      "old-passwords": ({ count, days }) =>
        `${countOf(count, "Benutzer hat", "Benutzer haben")} ein Passwort, das älter als ${days === 1 ? "1 Tag" : `${countText(days)} Tage`} ist.`,
      "unused-accounts": ({ count, days }) =>
        `${countOf(count, "Benutzer könnte", "Benutzer könnten")} sich anmelden und ${count === 1 ? "hat" : "haben"} es seit ${inDays(days)} nicht getan.`,
      "endless-api-keys": ({ count }) => `${countOf(count, "API-Schlüssel läuft", "API-Schlüssel laufen")} nie ab.`,
      "unused-api-keys": ({ count, days }) =>
        `${countOf(count, "API-Schlüssel ist", "API-Schlüssel sind")} gültig und ${count === 1 ? "wurde" : "wurden"} seit ${inDays(days)} nicht benutzt.`,
      "master-key-old": ({ days }) => `Der Hauptschlüssel ist ${countOf(days, "Tag", "Tage")} alt.`,
      "token-key-old": ({ days }) =>
        `Der Schlüssel, der die Tokens der Benutzer signiert, ist ${countOf(days, "Tag", "Tage")} alt.`,
      "other-runtime": ({ version, testedMajor }) =>
        `Die Plattform läuft mit Node.js ${version}; getestet ist sie mit Node.js ${testedMajor}.`,
      "sync-lax": ({ lacks }) =>
        `Mit einem Server könnten bestätigte Daten verloren gehen. Die Plattform meldet dazu: ${lacks.join("; ")}.`,
      "sync-unchecked": () => "Niemand prüft, ob die NATS-Server jede Nachricht auf den Datenträger schreiben.",
      "files-gone": ({ files }) =>
        `Aus dem Datenordner entfernt oder ersetzt, während die Plattform sie benutzt: ${files.join(", ")}. Änderungen werden abgelehnt, und der Inhalt geht mit dem Prozess verloren.`,
      "history-damaged": ({ damage }) =>
        `Ein Block von telemetry.duckdb ist nicht so, wie er geschrieben wurde: Abfragen, die ihn brauchen, werden abgelehnt, und spätere Sicherungen enthalten den Fehler auch (${damage}).`,
      "disk-almost-full": ({ freePercent }) =>
        `${shareText(freePercent)} des Datenträgers sind frei. Auf einem vollen Datenträger wird nichts angenommen.`,
      "disk-full-soon": ({ days }) => `Wenn es so weitergeht, ist der Datenträger in ${inDays(days)} voll.`,
      "volatile-data": ({ isContainer }) =>
        isContainer
          ? "Der Datenordner liegt in der Schicht des Containers: Alles geht mit dem Container verloren."
          : "Der Datenordner liegt im Arbeitsspeicher: Alles geht mit dem Rechner verloren.",
      "network-disk": () =>
        "Der Datenordner liegt auf einem Netzlaufwerk, auf dessen Sperren und Schreibbestätigungen kein Verlass ist.",
      "files-open-to-others": ({ files }) =>
        `Andere Benutzer des Rechners können Dateien des Datenordners benutzen: ${files.join(", ")}.`,
      "no-device-limit": ({ count }) =>
        `${countOf(count, "Mandant darf", "Mandanten dürfen")} beliebig viele Geräte anlegen.`,
      "no-rate-limit": ({ count }) =>
        `${countOf(count, "Mandant darf", "Mandanten dürfen")} beliebig viele Nachrichten senden.`,
    },
    remedies: {
      "plain-servers": ({ hasProxy }) =>
        hasProxy
          ? "Lassen Sie sie auf der Adresse lauschen, die der Proxy benutzt (HTTP_HOST, MQTT_HOST), oder geben Sie ihnen ein Zertifikat."
          : "Geben Sie ihnen ein Zertifikat (HTTP_TLS_CERT_FILE, MQTT_TLS_CERT_FILE), oder lassen Sie ALLOW_PLAINTEXT weg: Dann erreicht sie nur dieser Rechner.",
      "certificate-ends": () => "Ersetzen Sie es an seinem Platz: Das neue gilt ohne Neustart.",
      "no-backups": () =>
        "Setzen Sie BACKUP_TO und BACKUP_PASSPHRASE, außer etwas anderes kopiert den Datenordner bereits.",
      "backup-overdue": () =>
        "Das Protokoll nennt den Grund (backup failed): der Ort, der Platz dort oder die Passphrase.",
      "changes-not-kept": () =>
        "Das Protokoll nennt, warum Änderungen nicht bei der neuesten Sicherung abgelegt werden: der Ort oder der Platz dort. Ab der nächsten Sicherung geschieht es wieder.",
      "backups-unverified": () => "Führen Sie bridgehead verify mit dem Ort der Sicherungen aus.",
      "no-system-administrator": () => "Öffnen Sie den Link, den jeder Start ausgibt, und setzen Sie ein Passwort.",
      "passwords-in-settings": () =>
        "Entfernen Sie sie aus den Einstellungen und aus der Umgebung: Nur der erste Start braucht sie.",
      "old-passwords": () =>
        "Lassen Sie es ändern, oder setzen Sie passwordExpirationPeriodDays in der Passwortrichtlinie.",
      "unused-accounts": () =>
        "Sperren oder löschen Sie Konten, die niemand braucht: Die Listen der Benutzer zeigen die letzte Anmeldung.",
      "endless-api-keys": () => "Erstellen Sie Schlüssel mit einem Ablaufdatum, und ersetzen Sie die ohne.",
      "unused-api-keys": () =>
        "Sperren oder löschen Sie Schlüssel, die niemand braucht: Ihre Liste zeigt die letzte Benutzung.",
      "master-key-old": ({ isCluster }) =>
        isCluster
          ? "Exportieren Sie die Daten und importieren Sie sie mit einem anderen CLUSTER_MASTER_KEY: bridgehead cluster export, bridgehead cluster import."
          : "Halten Sie die Plattform an und führen Sie aus: bridgehead rotate-key master",
      "token-key-old": ({ isCluster }) =>
        isCluster
          ? "Speichern Sie einen anderen tokenSigningKey (POST /api/admin/jwtSettings); danach müssen sich alle neu anmelden."
          : "Halten Sie die Plattform an und führen Sie aus: bridgehead rotate-key tokens; danach müssen sich alle neu anmelden.",
      "other-runtime": ({ testedMajor }) => `Betreiben Sie sie mit Node.js ${testedMajor}.`,
      "sync-lax": () =>
        "Stellen Sie die Server so ein, wie es in docs/cluster-services.md steht: Ein Knoten, der jetzt startet, könnte abgelehnt werden.",
      "sync-unchecked": () =>
        "Setzen Sie CLUSTER_NATS_MONITORS, außer die Betreiber der Server stehen selbst dafür ein.",
      "files-gone": () =>
        "Halten Sie die Plattform nicht an: Legen Sie dieselben Dateien zurück, oder exportieren Sie zuerst die Historie.",
      "history-damaged": () =>
        "Stellen Sie eine unversehrte Sicherung wieder her (bridgehead verify), oder halten Sie die Plattform an und führen Sie bridgehead repair aus. Lassen Sie den Datenträger prüfen.",
      "disk-almost-full": () => "Schaffen Sie Platz, oder geben Sie welchen außerhalb des Datenordners frei.",
      "disk-full-soon": () =>
        "Schaffen Sie Platz, oder lassen Sie Telemetrie früher enden: defaultStorageTtlDays in den Mandantenprofilen.",
      "volatile-data": () => "Setzen Sie DATA_DIR auf einen Ordner eines Datenträgers, im Container auf ein Volume.",
      "network-disk": () => "Verlegen Sie ihn auf einen lokalen Datenträger oder ein Blockgerät.",
      "files-open-to-others": () =>
        "Machen Sie den Benutzer der Plattform zum Eigentümer, und starten Sie neu: Dabei werden anderen die Rechte entzogen.",
      "no-device-limit": () => "Setzen Sie das Limit der Geräte in ihrem Mandantenprofil.",
      "no-rate-limit": () => "Setzen Sie die Ratenlimits für Nachrichten und Datenpunkte in ihrem Mandantenprofil.",
    },
  },
  warnings: {
    TYPE_MISMATCH: ({ column, type, count }) =>
      `Die Spalte „${column}“ ist als ${TYPES.get(type) ?? type} deklariert; ${countOf(count, "Wert hat", "Werte haben")} einen anderen Typ und ${count === 1 ? "fehlt" : "fehlen"}.`,
    VALUES_SKIPPED: ({ column, count }) =>
      `Die Spalte „${column}“ zählt nur Zahlen, und kein Messwert ist eine (${countText(count)} übersprungen).`,
    REPORT_EXPENSIVE: ({ samples, samplesMax, amount, bucket }) => {
      const limit = samplesMax === null ? "" : `, und höchstens ${countText(samplesMax)} sind erlaubt`;
      const larger =
        amount === null
          ? ""
          : `Intervalle von ${countText(amount)} ${UNITS.get(bucket)?.[amount === 1 ? 0 : 1] ?? bucket}, `;
      return `Der Bericht liest etwa ${countText(samples)} Messwerte${limit}; ${larger}ein kürzerer Zeitraum oder weniger Geräte machen ihn schneller.`;
    },
    ZONE_OF_READER: () => "Mit der Zeitzone „viewer“ zeigt diese Ansicht jedem Leser andere Zahlen.",
  },
  problems: {
    required: ({ field }) => `${field} fehlt.`,
    blank: ({ field }) => `${field} darf nicht leer sein.`,
    taken: ({ field, found }) => `${field} „${found}“ ist bereits vergeben.`,
    "too-long": ({ field, max, found }) =>
      `${field} darf höchstens ${countText(max)} Zeichen haben, hat aber ${countText(found)}.`,
    length: ({ field, min, max, found }) =>
      `${field} muss ${countText(min)} bis ${countText(max)} Zeichen haben, hat aber ${countText(found)}.`,
    "too-many": ({ field, max, found }) =>
      `${field} darf höchstens ${countOf(max, "Eintrag", "Einträge")} haben, hat aber ${countText(found)}.`,
    contains: ({ field, part }) =>
      `${field} darf ${part === "HTML tags" ? "keine HTML-Tags" : `${part} nicht`} enthalten.`,
    "not-unicode": ({ field }) => `${field} muss gültiger Unicode-Text sein.`,
    "not-an-email": ({ field, found }) => `${field} muss die Form name@example.com haben, „${found}“ hat sie nicht.`,
    "not-an-id": ({ field, found }) => `${field} muss eine UUID sein, nicht ${foundText(found)}.`,
    type: ({ field, type, found }) => `${field} muss ${JSON_TYPES.get(type) ?? type} sein, nicht ${foundText(found)}.`,
    range: ({ field, min, max, found }) =>
      `${field} muss eine ganze Zahl von ${countText(min)} bis ${countText(max)} sein, nicht ${foundText(found)}.`,
    bound: ({ field, comparison, limit, found }) =>
      `${field} muss ${COMPARISONS.get(comparison) ?? comparison} ${countText(limit)} sein, nicht ${foundText(found)}.`,
    "one-of": ({ field, words, found }) =>
      `${field} muss eines von ${words.join(", ")} sein, nicht ${foundText(found)}.`,
    unknown: ({ field }) => `${field} ist unbekannt.`,
    "used-elsewhere": ({ field, by }) => `${field} wird bereits von einem anderen ${OWNERS.get(by) ?? by} benutzt.`,
    "not-a-count": ({ field, found }) =>
      `${field} muss eine ganze Zahl ab 0 sein (0: unbegrenzt), nicht ${foundText(found)}.`,
    "device-profile-used": ({ found }) =>
      `Das Geräteprofil „${found}“ kann nicht gelöscht werden, solange Geräte es benutzen.`,
    "device-profile-default": ({ found }) => `„${found}“ ist das Standardprofil und kann nicht gelöscht werden.`,
    "last-tenant-administrator": ({ found }) =>
      `Der letzte Administrator des Mandanten kann nicht gelöscht werden (Benutzer ${found}).`,
    "last-system-administrator": ({ found }) =>
      `Der letzte Systemadministrator, der sich anmelden kann, kann nicht gelöscht werden (Benutzer ${found}).`,
    "link-expired": ({ link }) =>
      link === "reset"
        ? "Der Link zum Zurücksetzen ist abgelaufen. Fordern Sie einen neuen an."
        : `Der ${LINKS.get(link) ?? link} ist abgelaufen. Ein Administrator kann einen neuen ausgeben.`,
    "link-unknown": ({ link }) => `Der ${LINKS.get(link) ?? link} ist unbekannt oder wurde schon benutzt.`,
    "password-short": ({ min, found }) =>
      `Das Passwort muss mindestens ${countText(min)} Zeichen haben, hat aber ${countText(found)}.`,
    "password-long": ({ max, found }) =>
      `Das Passwort darf höchstens ${countText(max)} Zeichen haben, hat aber ${countText(found)}.`,
    "password-spaces": () => "Das Passwort darf keine Leerzeichen enthalten.",
    "password-lacks": ({ min, what, found }) =>
      `Das Passwort muss mindestens ${countText(min)} ${PARTS_OF_PASSWORDS.get(what)?.[min === 1 ? 0 : 1] ?? what} enthalten, enthält aber ${countText(found)}.`,
    "password-same": () => "Das neue Passwort muss sich vom bisherigen unterscheiden.",
    "password-used": ({ days }) =>
      `Das Passwort wurde in ${days === 1 ? "dem letzten Tag" : `den letzten ${countText(days)} Tagen`} schon benutzt. Wählen Sie ein anderes.`,
    "password-wrong": ({ field }) => `${field} ist nicht das bisherige Passwort.`,
  },
};

/** Of JSON. */
const JSON_TYPES: ReadonlyMap<string, string> = new Map([
  ["string", "ein Text"],
  ["number", "eine Zahl"],
  ["integer", "eine ganze Zahl"],
  ["boolean", "true oder false"],
  ["array", "eine Liste"],
  ["object", "ein Objekt"],
]);

/** What the platform found where that is no value to be shown. */
const FOUND_INSTEAD: ReadonlyMap<string, string> = new Map([
  ["nothing", "nichts"],
  ["null", "null"],
  ["an array", "eine Liste"],
  ["a list", "eine Liste"],
  ["an object", "ein Objekt"],
]);

function foundText(found: string): string {
  return FOUND_INSTEAD.get(found) ?? found;
}

const COMPARISONS: ReadonlyMap<string, string> = new Map([
  [">=", "mindestens"],
  ["<=", "höchstens"],
  [">", "größer als"],
  ["<", "kleiner als"],
]);

/** After "einem anderen". */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ["device", "Gerät"],
  ["device profile", "Geräteprofil"],
]);

const LINKS: ReadonlyMap<string, string> = new Map([
  ["activation", "Aktivierungslink"],
  ["reset", "Link zum Zurücksetzen"],
]);

/** One and several. */
const PARTS_OF_PASSWORDS: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ["upper-case letters", ["Großbuchstaben", "Großbuchstaben"]],
  ["lower-case letters", ["Kleinbuchstaben", "Kleinbuchstaben"]],
  ["digits", ["Ziffer", "Ziffern"]],
  ["special characters", ["Sonderzeichen", "Sonderzeichen"]],
]);

/** Of columns. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["number", "Zahl"],
  ["time", "Zeit"],
  ["text", "Text"],
  ["boolean", "Wahrheitswert"],
  ["json", "JSON"],
]);

/** Of time, one and several after a preposition. */
const UNITS: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ["second", ["Sekunde", "Sekunden"]],
  ["minute", ["Minute", "Minuten"]],
  ["hour", ["Stunde", "Stunden"]],
  ["day", ["Tag", "Tagen"]],
  ["week", ["Woche", "Wochen"]],
  ["month", ["Monat", "Monaten"]],
  ["quarter", ["Quartal", "Quartalen"]],
  ["year", ["Jahr", "Jahren"]],
]);

/** After a preposition: in 3 Tagen. */
function inDays(days: number): string {
  return countOf(days, "Tag", "Tagen");
}

function countOf(count: number, one: string, many: string): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
