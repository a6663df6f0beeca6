// German words of `pages/start`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

export const start: Words["start"] = {
  title: "Erste Schritte",
  about:
    "In wenigen Minuten sehen Sie Ihren ersten Wert in einem Diagramm. Sie können diese Seite jederzeit verlassen und wiederkommen.",
  steps: {
    name: "Gateway benennen",
    connect: "Gateway verbinden",
    wait: "Auf die erste Nachricht warten",
    next: "Wie es weitergeht",
  },
  stepNumber: (number, isDone) => `Schritt ${number}${isDone ? ", erledigt" : ""}: `,
  known: "Sie kennen die Plattform schon? [Zur Übersicht]",
  yourGateway: "Ihr Gateway ist [].",
  chooseAnother: "Anderes wählen",
  startWithAnother: "Mit einem anderen Gateway beginnen",
  naming: {
    about:
      "Ein Gateway überträgt die Werte vieler Geräte über eine Verbindung. Geben Sie ihm einen Namen; die Plattform erzeugt sein Zugriffstoken.",
    field: "Name des Gateways",
    placeholder: "Gateway Werk 1",
    create: "Gateway anlegen",
    failed: "Das Gateway wurde nicht angelegt",
    orContinue: "Oder ein vorhandenes Gateway verwenden:",
    heard: "letzte Aktivität: []",
    silent: "hat noch nichts gesendet",
    another: "Anderes Gateway",
    alone:
      "Ein Gerät, das sich selbst verbindet, braucht kein Gateway: Öffnen Sie es unter [Geräte]; die Befehle stehen unter „Zugangsdaten“.",
  },
  connecting: {
    commands: "Befehle",
    noMqtt: "Diese Installation bietet kein MQTT an. Fragen Sie den Betreiber nach der Adresse.",
    about:
      "Wählen Sie ein Werkzeug. Alles ist bereits eingetragen: die Adresse der Plattform [], der Port [] und das Zugriffstoken dieses Gateways.",
    protocol: "Protokoll",
    protocols: { mqtt: "MQTT", mqtts: "MQTT über TLS" },
    sending: "Was gesendet wird",
    sendings: { once: "Eine Nachricht", continuous: "Wechselnde Werte" },
    continuous:
      "Alle 2 Sekunden neue Werte, bis Sie Strg+C drücken. Der Befehl für Mosquitto braucht Linux oder macOS; nehmen Sie unter Windows MQTT.js.",
    programs: { mosquitto: "Mosquitto", mqttjs: "MQTT.js", paho: "Python", "tb-gateway": "ThingsBoard-Gateway" },
    secret:
      "Wer das Token kennt, kann als dieses Gateway Daten senden. Die Geräteseite des Gateways zeigt diese Befehle unter „Zugangsdaten“ erneut.",
  },
  ownValues: {
    label: "Ihre Namen und Ihr Ort",
    keys: "Schlüssel",
    latitude: "Breitengrad",
    longitude: "Längengrad",
    none: "Keiner",
    says: "Sie werden unten eingetragen: Jedes Gerät sendet jeden Schlüssel und Koordinaten in der Nähe des Ortes. Was Sie leer lassen, ist wie im Beispiel: drei Geräte mit eigenen Schlüsseln, und Koordinaten in Berlin allein für das letzte Gerät.",
  },
  waiting: {
    arrived: "Die erste Nachricht ist angekommen",
    testArrived: "Der Testwert ist angekommen",
    failed: "Ankommende Werte können nicht angezeigt werden",
    titles: {
      absent: "Warten auf die erste Nachricht",
      connected: "Das Gateway ist verbunden; warten auf seine erste Nachricht",
      refused: "Warten auf eine Nachricht, die gespeichert werden kann",
    },
    hints: {
      absent:
        "Führen Sie den Schritt oben aus. Wenn hier nichts geschieht, prüfen Sie, ob eine Firewall zwischen dem Rechner und der Plattform liegt.",
      connected: "Diese Seite wird aktualisiert, sobald ein Wert gespeichert ist.",
      refused: "Korrigieren Sie die Nachricht und senden Sie sie erneut.",
    },
    noTelemetry: "Eine Nachricht auf [] wurde gespeichert, enthält aber keine Telemetrie.",
    refused: "Eine Nachricht ist angekommen, wurde aber abgelehnt",
    noReason: "Die Plattform hat keinen Grund angegeben.",
    reason: "Grund",
    stored: "Gespeichert und auf die Festplatte geschrieben",
    from: "Von [].",
    fromThrough: "Von [] über [].",
    fromDevices: (devices) => `Von ${countText(devices)} Geräten über [].`,
    isTest: "Diese Seite hat ihn gesendet; das Gateway selbst hat noch nichts gesendet.",
    newAppear: "Neue Werte erscheinen hier, sobald sie ankommen.",
  },
  values: {
    label: "Angekommene Werte",
    key: "Schlüssel",
    value: "Wert",
    when: "Zeit",
    more: (count) => `und ${countText(count)} weitere`,
    moreDevices: (count) => `${countText(count)} ${count === 1 ? "weiteres Gerät" : "weitere Geräte"}`,
  },
  next: {
    chart: "Im Diagramm ansehen",
    dashboard: "Dashboard erstellen",
    report: "Bericht erstellen",
    messages: "Nachrichten beobachten",
  },
  test: {
    send: "Testwert senden",
    about: (key) =>
      `Kein Gateway zur Hand? Senden Sie stattdessen von dieser Seite eine Zahl. Sie wird als Wert „${key}“ des Gateways gespeichert.`,
    failed: "Der Testwert wurde nicht gespeichert",
  },
};
