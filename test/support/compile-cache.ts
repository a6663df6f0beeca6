// Keeps what a worker has compiled for the processes that start after it. The runtime would do so at the end of the process, but
// workers are ended by a signal.
import { flushCompileCache } from "node:module";
import { afterAll } from "vitest";

afterAll(() => {
  flushCompileCache();
});
