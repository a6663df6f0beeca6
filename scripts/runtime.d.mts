// What TypeScript needs to know of runtime.mjs.
export declare const RUNTIME_FLAGS: readonly string[];
export declare const RUNTIME_ENVIRONMENT: Readonly<Record<string, string>>;
