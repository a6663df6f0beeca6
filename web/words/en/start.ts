// English words of `pages/start`.
import { countText } from "../format.ts";

export const start = {
  title: "Guided start",
  about: "See your first value in a chart in a few minutes. You can leave this page and come back at any time.",
  steps: {
    name: "Name a gateway",
    connect: "Connect it",
    wait: "Wait for the first message",
    next: "Next steps",
  },
  /** Before the title of a step, for screen readers. */
  stepNumber: (number: number, isDone: boolean) => `Step ${number}${isDone ? ", done" : ""}: `,
  /** The marked part is a link. */
  known: "Already know the platform? [Go to the overview]",
  yourGateway: "Your gateway is [].",
  chooseAnother: "Choose another",
  startWithAnother: "Start with another gateway",
  naming: {
    about:
      "A gateway carries the values of many devices over one connection. Give it a name; the platform generates its access token.",
    field: "Name of the gateway",
    placeholder: "Plant gateway",
    create: "Create gateway",
    failed: "The gateway was not created",
    orContinue: "Or use an existing gateway:",
    /** The mark is a time, such as "5 minutes ago". */
    heard: "last activity: []",
    silent: "has sent nothing yet",
    another: "Another gateway",
    /** The marked part is a link. */
    alone:
      "A device that connects by itself needs no gateway: open it under [Devices], where Credentials has the commands.",
  },
  connecting: {
    commands: "commands",
    noMqtt: "This installation does not offer MQTT. Ask its operator for the address.",
    /** The address, then the port. */
    about:
      "Choose a tool. Everything is filled in: the platform address [], port [], and the access token of this gateway.",
    protocol: "Protocol",
    protocols: { mqtt: "MQTT", mqtts: "MQTT over TLS" },
    sending: "What to send",
    sendings: { once: "One message", continuous: "Changing values" },
    continuous:
      "New values every 2 seconds, until you press Ctrl+C. The command of Mosquitto needs Linux or macOS; on Windows, take MQTT.js.",
    programs: { mosquitto: "Mosquitto", mqttjs: "MQTT.js", paho: "Python", "tb-gateway": "ThingsBoard gateway" },
    secret:
      "Anyone with the token can send data as this gateway. The device page of the gateway shows these commands again, under Credentials.",
  },
  ownValues: {
    label: "Your names and place",
    keys: "Keys",
    latitude: "Latitude",
    longitude: "Longitude",
    /** No coordinate. */
    none: "None",
    says: "They are filled in below: each device sends each key, and coordinates near the place. What you leave empty is as in the example: three devices with keys of their own, and coordinates in Berlin for the last device alone.",
  },
  waiting: {
    arrived: "The first message has arrived",
    testArrived: "The test value has arrived",
    failed: "Arriving values cannot be shown",
    titles: {
      absent: "Waiting for the first message",
      connected: "The gateway is connected; waiting for its first message",
      refused: "Waiting for a message that can be stored",
    },
    hints: {
      absent:
        "Follow the step above. If nothing happens here, check for a firewall between that machine and the platform.",
      connected: "This page updates as soon as a value is stored.",
      refused: "Correct the message and send it again.",
    },
    noTelemetry: "A message on [] was stored, but it contains no telemetry.",
    refused: "A message arrived, but it was refused",
    noReason: "The platform gave no reason.",
    reason: "Reason",
    stored: "Stored and synced to disk",
    from: "From [].",
    /** The device, then the gateway. */
    fromThrough: "From [] through [].",
    /** The mark is the gateway. */
    fromDevices: (devices: number) => `From ${countText(devices)} devices through [].`,
    isTest: "This page sent it; the gateway itself has sent nothing yet.",
    newAppear: "New values appear here as they arrive.",
  },
  values: {
    label: "Values that have arrived",
    key: "Key",
    value: "Value",
    when: "Time",
    more: (count: number) => `and ${countText(count)} more`,
    moreDevices: (count: number) => `${countText(count)} more ${count === 1 ? "device" : "devices"}`,
  },
  next: {
    chart: "See it in a chart",
    dashboard: "Make a dashboard",
    report: "Build a report",
    messages: "Watch its messages",
  },
  test: {
    send: "Send a test value",
    about: (key: string) =>
      `No gateway at hand? Send a number from this page instead. It is stored as the value “${key}” of the gateway.`,
    failed: "The test value was not stored",
  },
};
