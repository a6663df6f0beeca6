// What every benchmark is given, and what it gives.
import type { Figure } from "./statistics.ts";

export interface ScenarioOptions {
  readonly runs: number;
  /** Measured time of one run, after its warm-up. */
  readonly seconds: number;
  /** Of the reports and of a cluster: a part of their own sizes, to try them; 1 for a figure. */
  readonly size: number;
  /** The size of the long run. */
  readonly sustained: SustainedOptions;
  readonly log: (line: string) => void;
}

export interface SustainedOptions {
  readonly historyPoints: number;
  readonly seconds: number;
  /** Of fresh messages, of thirty points each. */
  readonly messagesPerSecond: number;
}

export interface Scenario {
  readonly name: string;
  readonly describes: string;
  run(options: ScenarioOptions): Promise<readonly Figure[]>;
}
