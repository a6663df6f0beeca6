// Changes of entities, one call after another: devices that come and go, and an attribute that is overwritten. What the
// platform has to have follows from the number of calls that it has made.
import type { KillableServer } from "../support/killable-server.ts";
import { member, text } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const KEPT = 5;
/** Calls that the platform made while it copied the log of entities may be in a state as well. */
const COPY_MILLIS_MAX = 1_000;
const CALLS_A_STEP = 3;

export class EntityLoad {
  readonly #tenant: TestTenant;
  readonly #deviceId: string;
  readonly #stepIds: string[] = [];
  readonly #sentAt: number[] = [];
  readonly #acknowledgedAt: number[] = [];
  #isEnding = false;
  #ended: Promise<void> = Promise.resolve();

  private constructor(tenant: TestTenant, deviceId: string) {
    this.#tenant = tenant;
    this.#deviceId = deviceId;
  }

  static async start(tenant: TestTenant): Promise<EntityLoad> {
    const load = new EntityLoad(tenant, (await tenant.createDevice()).id);
    load.#ended = load.#run();
    return load;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#ended;
  }

  async #run(): Promise<void> {
    for (let call = 0; !this.#isEnding; call++) {
      this.#sentAt.push(Date.now());
      try {
        await this.#make(call);
      } catch (error) {
        if (error instanceof Error && / answered [0-9]+:/.test(error.message)) throw error;
        return;
      }
      this.#acknowledgedAt.push(Date.now());
    }
  }

  async #make(call: number): Promise<void> {
    const { rest } = this.#tenant;
    const step = Math.floor(call / CALLS_A_STEP);
    const kind = call % CALLS_A_STEP;
    if (kind === 0) {
      const device = await rest.post("/api/device", { name: stepName(step), type: "step", label: "x".repeat(200) });
      this.#stepIds.push(text(member(member(device, "id"), "id")));
    } else if (kind === 1)
      await rest.post(`/api/plugins/telemetry/DEVICE/${this.#deviceId}/attributes/SERVER_SCOPE`, { step });
    else if (step >= KEPT) await rest.delete(`/api/device/${this.#stepIds[step - KEPT] ?? ""}`);
  }

  /** What is wrong with a server that has the state of a moment of this machine's clock. */
  async problems(server: KillableServer, moment: number): Promise<readonly string[]> {
    const { rest } = await server.tenant(() => 0);
    const page = await rest.get("/api/tenant/devices?pageSize=1000&page=0&type=step");
    const names = (member(page, "data") as unknown[]).map((device) => text(member(device, "name"))).sort();
    const attributes = await rest.get(
      `/api/plugins/telemetry/DEVICE/${this.#deviceId}/values/attributes/SERVER_SCOPE?keys=step`,
    );
    const found = JSON.stringify([
      names,
      Array.isArray(attributes) ? attributes.map((one) => member(one, "value")) : [],
    ]);
    const until = (times: readonly number[], end: number): number => times.filter((time) => time < end).length;
    const [least, most] = [until(this.#acknowledgedAt, moment), until(this.#sentAt, moment + COPY_MILLIS_MAX)];
    for (let calls = least; calls <= most; calls++) if (found === JSON.stringify(stateAfter(calls))) return [];
    return [
      `${found} is not the state after ${String(least)} to ${String(most)} calls: ${JSON.stringify(stateAfter(least))}`,
    ];
  }
}

/** Names of devices, and values of the attribute. */
function stateAfter(calls: number): readonly [readonly string[], readonly number[]] {
  const made = (kind: number): number => Math.ceil(Math.max(0, calls - kind) / CALLS_A_STEP);
  const [created, set, removed] = [made(0), made(1), Math.max(0, made(2) - KEPT)];
  const names = Array.from({ length: created - removed }, (_, index) => stepName(removed + index));
  return [names.sort(), set === 0 ? [] : [set - 1]];
}

function stepName(step: number): string {
  return `step ${String(step).padStart(6, "0")}`;
}
