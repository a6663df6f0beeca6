// `npm run check`: types, lint, format and what the repository demands of itself. Runs every step, then tells which failed.
import { join } from "node:path";
import { prepare, ROOT, runStep } from "./prepare.mjs";

const tool = (path) => join(ROOT, "node_modules", path);
const STEPS = [
  { name: "types", args: [tool("typescript/bin/tsc"), "--noEmit", "-p", "."] },
  {
    name: "lint",
    args: [
      tool("eslint/bin/eslint.js"),
      "--cache",
      "--cache-location",
      "node_modules/.cache/eslint/",
      "--max-warnings=0",
      ".",
    ],
  },
  {
    name: "format",
    args: [
      tool("prettier/bin/prettier.cjs"),
      "--check",
      "--cache",
      "--cache-location",
      "node_modules/.cache/prettier",
      ".",
    ],
  },
  { name: "repository", args: [tool("vitest/vitest.mjs"), "run", "--project", "repository"] },
];

const runtime = prepare();
const failed = STEPS.filter(({ name, args }) => {
  console.log(`\n== ${name}`);
  return !runStep(runtime, args);
}).map(({ name }) => name);

if (failed.length > 0) {
  console.error(`\ncheck failed: ${failed.join(", ")}`);
  process.exit(1);
}
console.log("\ncheck passed");
