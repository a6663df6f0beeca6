// In the package a module ends in `.js`, and so must every text by which another module, or a thread, names it.
import { posix } from "node:path";

const RELATIVE_NAME = /(["'])(\.{1,2}\/[^"'\n]+)\.ts\1/g;

/** `known` has the names of all sources. Throws where a module that is named is not among them. */
export function withJavaScriptNames(name: string, script: string, known: ReadonlySet<string>): string {
  return script.replace(RELATIVE_NAME, (_, quote: string, target: string) => {
    const named = posix.join(posix.dirname(name), `${target}.ts`);
    if (!known.has(named)) throw new Error(`${name} names ${named}, which is not part of the package`);
    return `${quote}${target}.js${quote}`;
  });
}
