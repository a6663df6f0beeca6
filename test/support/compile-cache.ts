// Keeps what a worker has compiled for the processes that start after it, and what it has run where coverage is measured. The
// runtime would do so at the end of the process, but workers are ended by a signal.
import { flushCompileCache } from "node:module";
import { takeCoverage } from "node:v8";
import { afterAll } from "vitest";

afterAll(() => {
  flushCompileCache();
  takeCoverage();
});
