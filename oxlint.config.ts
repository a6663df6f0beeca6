// The linter's rules: strict types, owned promises, and the directions in which parts may import each other.
// Finer rules on imports (neighbours in core, cycles, one folder per outside library) and on the clock are in test/repository.
import { defineConfig, type OxlintConfig, type OxlintOverride } from "oxlint";

/** They run in a browser as they are, so they are JavaScript; their types stand in their comments. */
const PAGE_SCRIPTS = "src/transport/rest/*/page/*.js";
const TIMERS = ["setTimeout", "setInterval"].map((name) => ({ name, message: "Set timers through a Clock." }));
const ENVIRONMENT = { object: "process", property: "env", message: "Settings are read in src/app/config.ts." };

/** Files below src/`part` may not import from the other parts that are named. */
function forbidImports(part: string, ...others: readonly string[]): OxlintOverride {
  const group = others.flatMap((other) => [`**/src/${other}/**`, `../${other}/**`, `../**/${other}/**`]);
  const message = `src/${part} may not import this; see the drawing in ARCHITECTURE.md`;
  return {
    files: [`src/${part}/**/*.ts`],
    excludeFiles: ["**/*.test.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
  };
}

/** What typescript-eslint calls strict and stylistic, with types. */
const STRICT: OxlintConfig["rules"] = {
  "no-array-constructor": "error",
  "no-unused-expressions": "error",
  "no-useless-constructor": "error",
  "no-var": "error",
  "prefer-rest-params": "error",
  "prefer-spread": "error",
  "typescript/adjacent-overload-signatures": "error",
  "typescript/array-type": "error",
  "typescript/await-thenable": "error",
  "typescript/ban-tslint-comment": "error",
  "typescript/class-literal-property-style": "error",
  "typescript/consistent-generic-constructors": "error",
  "typescript/consistent-indexed-object-style": "error",
  "typescript/consistent-type-assertions": "error",
  "typescript/consistent-type-definitions": "error",
  "typescript/dot-notation": "error",
  "typescript/no-array-delete": "error",
  "typescript/no-base-to-string": "error",
  "typescript/no-confusing-non-null-assertion": "error",
  "typescript/no-deprecated": "error",
  "typescript/no-duplicate-enum-values": "error",
  "typescript/no-duplicate-type-constituents": "error",
  "typescript/no-dynamic-delete": "error",
  "typescript/no-empty-object-type": "error",
  "typescript/no-explicit-any": "error",
  "typescript/no-extra-non-null-assertion": "error",
  "typescript/no-extraneous-class": "error",
  "typescript/no-floating-promises": "error",
  "typescript/no-for-in-array": "error",
  "typescript/no-generated-empty-object-type": "error",
  "typescript/no-implied-eval": "error",
  "typescript/no-inferrable-types": "error",
  "typescript/no-meaningless-void-operator": "error",
  "typescript/no-misused-new": "error",
  "typescript/no-misused-promises": "error",
  "typescript/no-misused-spread": "error",
  "typescript/no-mixed-enums": "error",
  "typescript/no-namespace": "error",
  "typescript/no-non-null-asserted-nullish-coalescing": "error",
  "typescript/no-non-null-asserted-optional-chain": "error",
  "typescript/no-non-null-assertion": "error",
  "typescript/no-redundant-type-constituents": "error",
  "typescript/no-require-imports": "error",
  "typescript/no-this-alias": "error",
  "typescript/no-unnecessary-boolean-literal-compare": "error",
  "typescript/no-unnecessary-template-expression": "error",
  "typescript/no-unnecessary-type-arguments": "error",
  "typescript/no-unnecessary-type-assertion": "error",
  "typescript/no-unnecessary-type-constraint": "error",
  "typescript/no-unnecessary-type-conversion": "error",
  "typescript/no-unsafe-argument": "error",
  "typescript/no-unsafe-assignment": "error",
  "typescript/no-unsafe-call": "error",
  "typescript/no-unsafe-declaration-merging": "error",
  "typescript/no-unsafe-enum-comparison": "error",
  "typescript/no-unsafe-function-type": "error",
  "typescript/no-unsafe-member-access": "error",
  "typescript/no-unsafe-return": "error",
  "typescript/no-unsafe-unary-minus": "error",
  "typescript/no-useless-default-assignment": "error",
  "typescript/no-wrapper-object-types": "error",
  "typescript/non-nullable-type-assertion-style": "error",
  "typescript/only-throw-error": "error",
  "typescript/prefer-as-const": "error",
  "typescript/prefer-find": "error",
  "typescript/prefer-for-of": "error",
  "typescript/prefer-function-type": "error",
  "typescript/prefer-includes": "error",
  "typescript/prefer-literal-enum-member": "error",
  "typescript/prefer-namespace-keyword": "error",
  "typescript/prefer-nullish-coalescing": "error",
  "typescript/prefer-optional-chain": "error",
  "typescript/prefer-promise-reject-errors": "error",
  "typescript/prefer-reduce-type-parameter": "error",
  "typescript/prefer-regexp-exec": "error",
  "typescript/prefer-return-this-type": "error",
  "typescript/prefer-string-starts-ends-with": "error",
  "typescript/related-getter-setter-pairs": "error",
  "typescript/triple-slash-reference": "error",
  "typescript/unbound-method": "error",
  "typescript/unified-signatures": "error",
  "typescript/use-unknown-in-catch-callback-variable": "error",
  "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
  "typescript/restrict-plus-operands": [
    "error",
    { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
  ],
  "typescript/return-await": ["error", "error-handling-correctness-only"],
};

export default defineConfig({
  plugins: ["typescript", "react"],
  categories: { correctness: "off" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  // Compiled with what is generated, elsewhere.
  ignorePatterns: [
    "node_modules/",
    "data/",
    "docs/",
    "dist/",
    "web/dist/",
    "coverage/",
    "test/compat/programs/generated/",
  ],
  overrides: [
    {
      files: ["**/*.ts", "**/*.tsx", PAGE_SCRIPTS],
      rules: {
        ...STRICT,
        "prefer-const": "error",
        "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
        "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
        "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
        eqeqeq: "error",
        "no-console": "error",
        "typescript/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
        "typescript/explicit-module-boundary-types": "error",
        "typescript/no-import-type-side-effects": "error",
        "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
        "typescript/no-unnecessary-condition": ["error", { allowConstantLoopConditions: "only-allowed-literals" }],
      },
    },
    // The clock has the timers of the runtime.
    {
      files: ["src/**/*.ts"],
      excludeFiles: ["**/*.test.ts", "src/lib/clock.ts"],
      rules: {
        "no-restricted-globals": ["error", ...TIMERS],
        "no-restricted-properties": ["error", ENVIRONMENT],
      },
    },
    {
      files: ["web/**/*.{ts,tsx}"],
      rules: {
        "react/rules-of-hooks": "error",
        "react/exhaustive-deps": "error",
        "react/static-components": "error",
        "react/use-memo": "error",
        "react/preserve-manual-memoization": "error",
        "react/incompatible-library": "error",
        "react/immutability": "error",
        "react/globals": "error",
        "react/refs": "error",
        "react/set-state-in-effect": "error",
        "react/error-boundaries": "error",
        "react/purity": "error",
        "react/set-state-in-render": "error",
        "react/unsupported-syntax": "error",
        // A router throws redirects, and its routes have the types that it infers.
        "typescript/only-throw-error": "off",
        "typescript/explicit-module-boundary-types": "off",
      },
    },
    // Their parameters and results have types, which this rule does not look for in comments.
    { files: [PAGE_SCRIPTS], rules: { "typescript/explicit-module-boundary-types": "off" } },
    // Composition: the result is what was built, and a list of it would only say it twice.
    { files: ["src/app/*.ts"], rules: { "typescript/explicit-module-boundary-types": "off" } },
    // Matchers such as expect.any() are typed as any.
    { files: ["**/*.test.ts"], rules: { "typescript/no-unsafe-assignment": "off" } },
    // The entry is the one place that hands the environment on.
    { files: ["src/main.ts"], rules: { "no-restricted-properties": "off" } },
    // What a command line tool or a benchmark has to say goes to the console.
    { files: ["bench/**/*.ts", "tools/**/*.ts"], rules: { "no-console": "off" } },
    forbidImports("lib", "core", "transport", "adapters", "app"),
    forbidImports("core", "transport", "adapters", "app"),
    forbidImports("transport", "adapters", "app"),
    forbidImports("adapters", "transport", "app"),
  ],
});
