// Carries out rollouts in rounds: assigns the package to the devices of begun waves, reads their reports, and begins
// the next wave or stops or ends the rollout. Every step is one transaction, so the next round continues where the last
// one ended, even after a crash. Source: docs/decisions/0118-rollouts-in-waves.md.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import type { AuditTrail } from "../audit-trail.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId } from "../ids.ts";
import { nextStep, type CountedRollout, type RolloutWave } from "./rollout.ts";
import type { RolloutReports } from "./rollout-reports.ts";
import type { RolloutChange, RolloutWork } from "./rollout-store.ts";
import { reportKeys } from "./update-report.ts";

export interface RolloutRoundsDeps {
  readonly work: RolloutWork;
  readonly reports: Pick<RolloutReports, "changed">;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audit: AuditTrail;
}

export interface RolloutRoundsOptions {
  readonly everyMillis: number;
  /** Devices in one transaction and in one read. */
  readonly sliceDevices: number;
}

export class RolloutRounds {
  readonly #deps: RolloutRoundsDeps;
  readonly #slice: number;
  readonly #rounds: Rounds;

  constructor(deps: RolloutRoundsDeps, { everyMillis, sliceDevices }: RolloutRoundsOptions) {
    this.#deps = deps;
    this.#slice = sliceDevices;
    this.#rounds = new Rounds(deps.clock, everyMillis, {
      run: (signal) => this.#round(signal),
      failed: (error) => {
        deps.log.warn("rollouts could not be carried on; the next round tries again", { error });
      },
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Waits for the current step. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { work, clock, log } = this.#deps;
    if (!(await work.isAnyDue(clock.now()))) return;
    for (const rollout of await work.due(clock.now())) {
      if (signal.aborted) return;
      try {
        await this.#carryOn(rollout, signal);
      } catch (error) {
        // A rollout that fails by itself does not hold up the others.
        if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
        log.warn("a rollout could not be carried on; the next round tries again", { rolloutId: rollout.id, error });
      }
    }
  }

  async #carryOn(rollout: CountedRollout, signal: AbortSignal): Promise<void> {
    const { id, tenantId, state } = rollout;
    const { work, clock } = this.#deps;
    if (state === "RUNNING") await this.#inSlices(rollout, signal, () => work.assign(id, clock.now(), this.#slice));
    await this.#readReports(rollout, signal);
    if (signal.aborted) return;
    // Read again for the counts after the reports, and because a user may have changed the state meanwhile.
    const present = state === "RUNNING" ? await work.find(tenantId, id) : rollout;
    if (present?.state === "RUNNING") await this.#proceed(present);
    // The reports of the devices to be withdrawn have just been read.
    if (state === "STOPPED") await this.#inSlices(rollout, signal, () => work.withdraw(id, clock.now(), this.#slice));
  }

  async #inSlices(
    { tenantId }: CountedRollout,
    signal: AbortSignal,
    slice: () => Promise<readonly DeviceId[]>,
  ): Promise<void> {
    const { bus } = this.#deps;
    while (!signal.aborted) {
      const changed = await slice();
      // These events cause the devices to be notified (package-announcements.ts).
      for (const deviceId of changed) bus.publish({ kind: "device-changed", tenantId, deviceId, oldName: null });
      if (changed.length < this.#slice) return;
    }
  }

  async #readReports(rollout: CountedRollout, signal: AbortSignal): Promise<void> {
    const { work, reports, clock } = this.#deps;
    const keys = reportKeys(rollout.kind);
    let after: DeviceId | null = null;
    while (!signal.aborted) {
      const devices = await work.followed(rollout.id, keys, after, this.#slice);
      const changed = await reports.changed(rollout, devices);
      if (changed.length > 0) await work.saveReports(rollout.id, changed, clock.now());
      after = devices.at(-1)?.id ?? null;
      if (devices.length < this.#slice) return;
    }
  }

  async #proceed(rollout: CountedRollout): Promise<void> {
    const now = this.#deps.clock.now();
    const step = nextStep(rollout, now);
    const { wave } = rollout;
    switch (step.kind) {
      case "wait":
        return;
      case "next-wave":
        await this.#change(rollout, {
          wave: wave + 1,
          waveSince: now,
          waves: withWave(withWave(rollout.waves, wave, { endedAt: now }), wave + 1, { beganAt: now }),
        });
        return;
      case "done":
        await this.#change(rollout, {
          state: "DONE",
          endedAt: now,
          waves: withWave(rollout.waves, wave, { endedAt: now }),
        });
        return;
      case "stop":
        if (await this.#change(rollout, { state: "STOPPED", reason: step.reason, endedAt: now }))
          await this.#recordStop(rollout, step.reason);
    }
  }

  async #change({ id, wave }: CountedRollout, change: RolloutChange): Promise<boolean> {
    return await this.#deps.work.proceed(id, wave, change);
  }

  async #recordStop({ tenantId, id, name }: CountedRollout, reason: string): Promise<void> {
    const entity = { type: "OTA_ROLLOUT", id, name } as const;
    await this.#deps.audit.record({ tenantId, user: null, entity, action: "STOPPED", data: { reason }, failure: null });
  }
}

function withWave(waves: readonly RolloutWave[], number: number, change: Partial<RolloutWave>): readonly RolloutWave[] {
  return waves.map((wave, index) => (index + 1 === number ? { ...wave, ...change } : wave));
}
