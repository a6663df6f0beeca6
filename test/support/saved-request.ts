// A request that leaves everything as the view has it.
import type { ReportRequest } from "../../src/core/analytics/report/report.ts";

export const SAVED_REQUEST: ReportRequest = { rangeStartTs: null, rangeEndTs: null, filters: null, overrides: {} };
