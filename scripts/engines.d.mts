// What TypeScript needs to know of engines.mjs.
export declare const ENGINES_FOLDER: string;
/** A message where that failed. */
export declare function fetchEngines(): string | undefined;
