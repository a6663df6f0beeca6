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
/** Marks modules of `src/app` that were loaded from here, and what they import of the parts. */
const COMPOSED = "?composed";
const RECORDED = "&recorded";

/** What the recording modules, which are text, reach their recorder by. */
const WRAP = Symbol.for("recorded-calls.wrap");

export class RecordedPlatform {
  readonly #start: typeof PlatformModule.startPlatform;
  readonly #calls: RecordedCall[];

  private constructor(start: typeof PlatformModule.startPlatform, calls: RecordedCall[]) {
    this.#start = start;
    this.#calls = calls;
  }

  static async load(): Promise<RecordedPlatform> {
    const calls: RecordedCall[] = [];
    Object.assign(globalThis, { [WRAP]: (name: string, value: unknown) => recording(name, value, calls) });
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
    hooks.deregister();
    return new RecordedPlatform(startPlatform, calls);
  }

  /** Starts a platform, stops it, and gives the calls that were made from its composition, in the order of their ends. */
  async callsOf(config: Config): Promise<readonly RecordedCall[]> {
    const platform = await this.#start(config, { clock: new ManualClock(), log: silentLogger });
    await platform.stop();
    return this.#calls.splice(0);
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

function recording(name: string, value: unknown, calls: RecordedCall[]): unknown {
  if (typeof value !== "function") return value;
  return new Proxy(value, {
    apply(target, self, args: unknown[]): unknown {
      const result: unknown = Reflect.apply(target, self, args);
      calls.push({ name, args, result });
      return result;
    },
    construct(target, args: unknown[]): object {
      const result = Reflect.construct(target, args) as object;
      calls.push({ name, args, result });
      return result;
    },
  });
}
