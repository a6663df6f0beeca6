// One thing that grows with a plant, and what bounds it.
import type { Config } from "../../src/app/config.ts";
import type { Plant } from "./plant.ts";
import type { UnitCosts } from "./unit-costs.ts";

export interface Model {
  readonly plant: Plant;
  readonly config: Config;
  readonly costs: UnitCosts;
}

export interface Dimension {
  readonly area: Area;
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** Undefined where nothing of the product bounds it. */
  readonly bound?: Bound;
}

export interface Bound {
  readonly value: number;
  readonly of: string;
  /** When it is reached. */
  readonly outcome: string;
  readonly change: string;
}

export type Area = "log" | "node" | "nodes" | "entities" | "history";

export type Unit = "bytes" | "bytes/s" | "ms" | "s" | "cores" | "of 1" | "";
