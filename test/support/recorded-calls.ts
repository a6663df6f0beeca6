// Loads the composition of the platform so that every call it makes to a class or function of another part is recorded with its
// arguments: what was built from which configuration shows there, whatever the parts keep for themselves.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/app/config.ts";
import type * as PlatformModule from "../../src/app/platform.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { ManualClock } from "./manual-clock.ts";

/** Of a function, or of a class with `new`. */
export interface RecordedCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
}

const APP = new URL("../../src/app/", import.meta.url).href;
const PARTS = ["core", "transport", "adapters"].map((part) => new URL(`../../src/${part}/`, import.meta.url).href);
/** In place of classes and functions of other parts, by name: for those that reach a server. */
export type StandIns = Readonly<Record<string, object>>;

/** Marks modules of `src/app` that were loaded from here, and what they import of the parts. */
const COMPOSED = "?composed";
const RECORDED = "&recorded";

interface Recorder {
  readonly calls: RecordedCall[];
  standIns: StandIns;
}

type ModuleHooks = ReturnType<typeof registerHooks>;

/** What the recording modules, which are text, reach their recorder by. */
const WRAP = Symbol.for("recorded-calls.wrap");

export class RecordedPlatform {
  readonly #start: typeof PlatformModule.startPlatform;
  readonly #recorder: Recorder;
  readonly #hooks: ModuleHooks;

  private constructor(start: typeof PlatformModule.startPlatform, recorder: Recorder, hooks: ModuleHooks) {
    this.#start = start;
    this.#recorder = recorder;
    this.#hooks = hooks;
  }

  static async load(): Promise<RecordedPlatform> {
    const recorder: Recorder = { calls: [], standIns: {} };
    Object.assign(globalThis, { [WRAP]: (name: string, value: unknown) => recording(name, value, recorder) });
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        if (context.parentURL?.endsWith(COMPOSED) !== true) return resolved;
        if (resolved.url.startsWith(APP)) return { ...resolved, url: `${resolved.url}${COMPOSED}${RECORDED}` };
        if (PARTS.some((part) => resolved.url.startsWith(part)))
          return { ...resolved, url: `${resolved.url}${RECORDED}` };
        return resolved;
      },
      load(url, context, next) {
        if (!url.endsWith(RECORDED)) return next(url, context);
        return { format: "module", source: recordingModule(url.slice(0, -RECORDED.length)), shortCircuit: true };
      },
    });
    const { startPlatform } = (await import(`${APP}platform.ts${COMPOSED}`)) as typeof PlatformModule;
    return new RecordedPlatform(startPlatform, recorder, hooks);
  }

  /** Ends the recording of what is loaded later. */
  end(): void {
    this.#hooks.deregister();
  }

  /** Starts a platform, stops it, and gives the calls that were made from its composition, in the order of their ends. */
  async callsOf(config: Config, standIns: StandIns = {}): Promise<readonly RecordedCall[]> {
    this.#recorder.standIns = standIns;
    const platform = await this.#start(config, { clock: new ManualClock(), log: silentLogger });
    await platform.stop();
    return this.#recorder.calls.splice(0);
  }
}

/** A module with the same exports, of which classes and functions are recorded when they are called. */
function recordingModule(url: string): string {
  const text = readFileSync(fileURLToPath(url.replace(COMPOSED, "")), "utf8");
  const names = [...text.matchAll(/^export (?:abstract |async )?(?:class|const|function\*?|let) (\w+)/gm)].map(
    ([, name]) => name ?? "",
  );
  return [
    `import * as real from ${JSON.stringify(url)};`,
    `const wrap = globalThis[Symbol.for(${JSON.stringify(WRAP.description)})];`,
    ...names.map((name) => `export const ${name} = wrap(${JSON.stringify(name)}, real.${name});`),
  ].join("\n");
}

function recording(name: string, value: unknown, recorder: Recorder): unknown {
  if (typeof value !== "function") return value;
  const standInOf = (target: object): object => recorder.standIns[name] ?? target;
  return new Proxy(value, {
    apply(target, self, args: unknown[]): unknown {
      const result: unknown = Reflect.apply(standInOf(target) as typeof target, self, args);
      recorder.calls.push({ name, args, result });
      return result;
    },
    construct(target, args: unknown[]): object {
      const result = Reflect.construct(standInOf(target) as typeof target, args) as object;
      recorder.calls.push({ name, args, result });
      return result;
    },
    get(target, key, self): unknown {
      const standIn = standInOf(target);
      return key !== "prototype" && Object.hasOwn(standIn, key)
        ? Reflect.get(standIn, key)
        : Reflect.get(target, key, self);
    },
  });
}
