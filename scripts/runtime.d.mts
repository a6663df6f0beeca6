// What TypeScript needs to know of runtime.mjs.
export declare const NODE_MAJOR_MIN: number;
export declare const RUNTIME_FLAGS: readonly string[];
export declare const RUNTIME_ENVIRONMENT: Readonly<Record<string, string>>;
