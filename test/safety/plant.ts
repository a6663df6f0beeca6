// What the traffic of the kill test has sent, and what of it the server has acknowledged: the truth that is compared with
// the server after every restart.
import { SeriesLedger } from "./series-ledger.ts";

/** Whether something was asked for, and whether the server has promised it. */
export type Promised = "no" | "sent" | "yes";

/** Points may come this many milliseconds late, or again. */
export const LATE_MILLIS_MAX = 1_000;
const FIRST_TS = 1_700_000_000_000;
const KEYS = ["level", "flow", "text"] as const;

/** A number that only grows: the last one sent, and the last one acknowledged. */
export class Counter {
  sent = 0;
  stored = 0;

  next(): number {
    return ++this.sent;
  }

  acknowledge(value: number): void {
    this.stored = Math.max(this.stored, value);
  }

  /** `found` is what the server has. Answers a sentence where that cannot be. */
  settle(found: unknown, name: string): string[] {
    const value = found ?? 0;
    if (typeof value !== "number" || value < this.stored || value > this.sent)
      return [
        `${name}: ${String(this.stored)} was acknowledged, ${String(this.sent)} sent, and the server has ${String(found)}`,
      ];
    this.sent = value;
    this.stored = value;
    return [];
  }
}

/** A device that sends telemetry and attributes from the first round to the last. */
export class PlantDevice {
  readonly name: string;
  readonly series: readonly SeriesLedger[];
  readonly clientAttributes = new Counter();
  readonly sharedAttributes = new Counter();
  /** Its id on the server, once it is known. */
  id = "";
  /** Even; odd ones are left for points that come late. */
  #nextTs = FIRST_TS;
  /** Where the points begin that the present round may have touched. */
  #touchedFrom = FIRST_TS;

  constructor(name: string) {
    this.name = name;
    this.series = KEYS.map((key) => new SeriesLedger(name, key));
  }

  get newestTs(): number {
    return this.#nextTs - 2;
  }

  get touchedFrom(): number {
    return this.#touchedFrom;
  }

  takeTs(): number {
    const ts = this.#nextTs;
    this.#nextTs += 2;
    return ts;
  }

  /** What lies further back than any point may be late is done with. */
  sealRound(): void {
    this.#touchedFrom = this.#nextTs - LATE_MILLIS_MAX - 4;
    for (const series of this.series) series.seal(this.#touchedFrom);
  }
}

/** A device that its first message creates. */
export interface BornDevice {
  readonly name: string;
  /** The profile that its connect message names; undefined for one that telemetry creates. */
  readonly profile: string | undefined;
  readonly secret: string;
  created: Promised;
  disconnected: Promised;
  claimOpened: Promised;
  claimed: Promised;
  /** Found complete after a restart, and the promises above settled. */
  isChecked: boolean;
}

export interface Write {
  readonly series: SeriesLedger;
  readonly ts: number;
  readonly generation: number;
}

/** A message in flight; what its acknowledgement promises. */
export type Sent =
  /** Points, by entry of the message: each is stored as a whole or not at all. */
  | { readonly kind: "points"; readonly entries: readonly (readonly Write[])[] }
  | { readonly kind: "attributes"; readonly device: PlantDevice; readonly value: number }
  | { readonly kind: "create" | "disconnect" | "claim"; readonly device: BornDevice };

/** One gateway and everything behind it. */
export class PlantGateway {
  readonly token: string;
  readonly devices: readonly PlantDevice[];
  readonly born: BornDevice[] = [];
  /** Sent and not acknowledged when the server was killed. */
  inDoubt: Sent[] = [];

  constructor(token: string, devices: readonly PlantDevice[]) {
    this.token = token;
    this.devices = devices;
  }
}

export interface PlantFigures {
  points: number;
  messages: number;
  attributes: number;
  devices: number;
  claims: number;
  sharedAttributes: number;
}

export class Plant {
  readonly gateways: PlantGateway[] = [];
  readonly customer = { email: "", password: "", id: "" };
  /** What has been acknowledged. */
  readonly figures: PlantFigures = {
    points: 0,
    messages: 0,
    attributes: 0,
    devices: 0,
    claims: 0,
    sharedAttributes: 0,
  };
  /** Refusals, which no message of this traffic deserves. */
  readonly refusals: string[] = [];
  #bornCount = 0;

  nextBornNumber(): number {
    return ++this.#bornCount;
  }

  get devices(): readonly PlantDevice[] {
    return this.gateways.flatMap(({ devices }) => devices);
  }

  acknowledge(sent: Sent, code: number): void {
    if (code !== 0) {
      this.refusals.push(`a message of kind "${sent.kind}" was refused with 0x${code.toString(16)}`);
      return;
    }
    this.figures.messages++;
    switch (sent.kind) {
      case "points":
        for (const writes of sent.entries)
          for (const { series, ts, generation } of writes) {
            series.acknowledge(ts, generation);
            this.figures.points++;
          }
        return;
      case "attributes":
        sent.device.clientAttributes.acknowledge(sent.value);
        this.figures.attributes++;
        return;
      case "create":
        sent.device.created = "yes";
        this.figures.devices++;
        return;
      case "disconnect":
        sent.device.disconnected = "yes";
        return;
      case "claim":
        sent.device.claimOpened = "yes";
        return;
    }
  }
}
