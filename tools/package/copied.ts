// What the npm package has of the repository beside the sources of the platform, as it is in the clone, at the same places.
export const COPIED = [
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "docs",
  "deploy",
  "examples/migrate",
  "web/dist",
  "scripts/bridgehead.mjs",
  "scripts/health.mjs",
  "scripts/runtime.mjs",
];
