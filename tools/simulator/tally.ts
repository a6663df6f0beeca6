// What the simulated gateways have done so far, and the one line that says it.

export interface Tally {
  /** Telemetry and attribute messages written, and those of them that were acknowledged or refused. */
  sent: number;
  acknowledged: number;
  refused: number;
  /** Messages not sent because too many were waiting for their acknowledgement or the link was down. */
  skipped: number;
  commands: number;
  settings: number;
  /** Links that ended without being asked to by the person who runs the simulator. */
  dropped: number;
  backlog: number;
  online: number;
}

export function newTally(): Tally {
  return {
    sent: 0,
    acknowledged: 0,
    refused: 0,
    skipped: 0,
    commands: 0,
    settings: 0,
    dropped: 0,
    backlog: 0,
    online: 0,
  };
}

export interface Plant {
  readonly gateways: number;
  readonly devices: number;
}

/** `messagesPerSecond` is the present rate. */
export function summaryLine(tally: Tally, plant: Plant, messagesPerSecond: number): string {
  const parts = [
    `gateways ${String(tally.online)}/${String(plant.gateways)}`,
    `devices ${String(plant.devices)}`,
    `sent ${String(tally.sent)} (${messagesPerSecond.toFixed(1)}/s)`,
    `acknowledged ${String(tally.acknowledged)}`,
    `refused ${String(tally.refused)}`,
    `skipped ${String(tally.skipped)}`,
    `commands ${String(tally.commands)}`,
    `settings ${String(tally.settings)}`,
    `drops ${String(tally.dropped)}`,
  ];
  if (tally.backlog > 0) parts.push(`backlog ${String(tally.backlog)} to send`);
  return parts.join("  ");
}
