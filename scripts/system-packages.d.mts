// What TypeScript needs to know of system-packages.mjs.
export declare function searchPath(): string;
