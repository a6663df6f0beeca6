// The linter's rules: strict types, owned promises, and the directions in which parts may import each other.
// Finer rules on imports (neighbours in core, cycles, one folder per outside library) are in test/repository.
import { defineConfig, globalIgnores } from "eslint/config";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const NO_HIDDEN_CLOCK = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Ask a Clock (src/lib/clock.ts)." },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: "Ask a Clock (src/lib/clock.ts)." },
];
const NO_TIMERS = ["setTimeout", "setInterval"].map((name) => ({ name, message: "Set timers through a Clock." }));
/** They run in a browser as they are, so they are JavaScript; their types stand in their comments. */
const PAGE_SCRIPTS = "src/transport/rest/*/page/*.js";
const NO_ENVIRONMENT = [{ object: "process", property: "env", message: "Settings are read in src/app/config.ts." }];

/** Files below src/`part` may not import from the other parts that are named. */
function forbidImports(part, ...others) {
  const group = others.flatMap((other) => [`**/src/${other}/**`, `../${other}/**`, `../**/${other}/**`]);
  const message = `src/${part} may not import this; see the drawing in ARCHITECTURE.md`;
  return {
    files: [`src/${part}/**/*.ts`],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
  };
}

export default defineConfig(
  // Compiled with what is generated, elsewhere.
  globalIgnores([
    "node_modules/",
    "data/",
    "docs/",
    "dist/",
    "web/dist/",
    "coverage/",
    "test/compat/programs/generated/",
  ]),
  {
    files: ["**/*.ts", "**/*.tsx", PAGE_SCRIPTS],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "prefer-const": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `parseId<DeviceId>(text)`: the caller names the brand that the result is to have.
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      // A silent implementation of a port, and an asynchronous port with nothing to wait for, are both honest.
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/require-await": "off",
      // "A value, or nothing yet" is what the promise of a handler says.
      "@typescript-eslint/no-invalid-void-type": "off",
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["**/*.test.ts", "src/lib/clock.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...NO_HIDDEN_CLOCK],
      "no-restricted-globals": ["error", ...NO_TIMERS],
      "no-restricted-properties": ["error", ...NO_ENVIRONMENT],
    },
  },
  { files: ["web/**/*.{ts,tsx}"], ...reactHooks.configs.flat.recommended },
  {
    files: ["web/**/*.{ts,tsx}"],
    rules: {
      // A router throws redirects, and its routes have the types that it infers.
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/explicit-module-boundary-types": "off",
    },
  },
  // Their parameters and results have types, which this rule does not look for in comments.
  { files: [PAGE_SCRIPTS], rules: { "@typescript-eslint/explicit-module-boundary-types": "off" } },
  // Composition: the result is what was built, and a list of it would only say it twice.
  { files: ["src/app/*.ts"], rules: { "@typescript-eslint/explicit-module-boundary-types": "off" } },
  // Matchers such as expect.any() are typed as any.
  { files: ["**/*.test.ts"], rules: { "@typescript-eslint/no-unsafe-assignment": "off" } },
  // The entry is the one place that hands the environment on.
  { files: ["src/main.ts"], rules: { "no-restricted-properties": "off" } },
  // What a command line tool or a benchmark has to say goes to the console.
  { files: ["bench/**/*.ts", "tools/**/*.ts"], rules: { "no-console": "off" } },
  forbidImports("lib", "core", "transport", "adapters", "app"),
  forbidImports("core", "transport", "adapters", "app"),
  forbidImports("transport", "adapters", "app"),
  forbidImports("adapters", "transport", "app"),
);
