// `npm run conformance`: all conformance tests again, those of the soak too, each file against three nodes of a cluster behind the balancer. Arguments name
// some of them as for vitest: `-- rest-devices`. The last line is that of `npm test`: `N passed, N failed, N skipped`, of which the last are
// those of test/support/one-process.ts, each with its reason.
process.env.CONFORMANCE = "nodes";
process.env.TEST_CASES = "all";
// Where a skipped test counts as failed, those would: that they say nothing of a cluster is known.
delete process.env.CI;
process.argv.splice(2, 0, "--project", "nodes");
await import("./test.mjs");
