// The first steps of a run, before any sample is read: the request is held against the view, the range is resolved, and the
// devices that the reader may see are chosen. Source: analytics contract 3.1 no. 1 to 6, 3.2, 3.7, 6.2.
import { Slots } from "../../../lib/slots.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Reader } from "../reader.ts";
import { calendarOf, resolveRange } from "../time/resolve-range.ts";
import { type FollowedZones, zoneName } from "../time/zones.ts";
import type { FieldId, TimeRange } from "../view/table-view.ts";
import { viewFormulas } from "../view/view-formulas.ts";
import { chooseDevices } from "./choose-devices.ts";
import { resolveFilters } from "./filters/resolve-filters.ts";
import { overriddenView } from "./overridden-view.ts";
import { ANSWER_ROW_BYTES, type MemoryShare } from "./report-memory.ts";
import type { ReportRun } from "./report-run.ts";
import type { ReportOverrides, ReportRequest, RunnableView } from "./report-request.ts";
import type { Cut } from "./result-rows.ts";
import { RunNotes } from "./run-notes.ts";
import type { ReportLimits, ReportPorts } from "./report-ports.ts";
import { type ComparedSpan, comparedSpan, type CutSpan, cutSpan } from "./spans.ts";

export interface PreparedRun {
  readonly run: ReportRun;
  readonly span: CutSpan;
  /** Null without a comparison, and where nothing is left of the earlier range. */
  readonly compared: ComparedSpan | null;
  /** A filter without values lets nothing pass. */
  readonly isEmpty: boolean;
  readonly timezone: string;
  readonly notes: RunNotes;
  readonly cut: Cut;
}

export async function prepareRun(
  ports: ReportPorts,
  limits: ReportLimits,
  saved: RunnableView,
  request: ReportRequest,
  reader: Reader,
  memory: MemoryShare,
  signal: AbortSignal,
): Promise<PreparedRun> {
  const now = ports.clock.now();
  const notes = new RunNotes();
  const view = overriddenView(saved, request.overrides);
  const { active, matchesNothing } = resolveFilters(view.filters, request.filters);
  const formulas = viewFormulas(view);
  const followed = await followedZones(ports, view, reader);
  const zone = await ports.zones.load(zoneName(view.timeRange.timezone, followed));
  const calendar = calendarOf(view.timeRange, zone);
  const window = resolveRange(view.timeRange, now, zone, {
    startTs: request.rangeStartTs,
    endTs: request.rangeEndTs,
  });
  const span = cutSpan({
    window,
    fieldWindows: await fieldWindows(ports, view, now, followed),
    fields: view.fields,
    bucket: request.overrides.bucket ?? null,
    bucketsMax: limits.bucketsMax,
    calendar,
    notes,
  });
  signal.throwIfAborted();
  const devices = await chooseDevices(ports.devices, { view, formulas, filters: active, reader, now, notes }, signal);
  const slots = new Slots({ max: limits.queriesMax });
  return {
    run: {
      ...{ view, formulas, devices, filters: active, calendar, now },
      tableRowsMax: limits.tableRowsMax,
      memory,
      measure: async (query) => {
        const rows = await slots.run(() => ports.engine.measure(query, signal), { signal });
        memory.take(rows.length * ANSWER_ROW_BYTES);
        return rows;
      },
    },
    span,
    compared: view.compare === null ? null : comparedSpan(view.compare, span, calendar, limits.bucketsMax),
    isEmpty: matchesNothing,
    timezone: zone.id,
    notes,
    cut: cutOf(view, request.overrides, limits),
  };
}

function cutOf(view: RunnableView, overrides: ReportOverrides, limits: ReportLimits): Cut {
  const rowsMax = overrides.rowsMax ?? limits.rowsMax;
  const wanted = overrides.limit ?? Math.min(view.limit.rows, overrides.sampleRows ?? view.limit.rows);
  return {
    offset: overrides.offset ?? 0,
    rows: Math.min(wanted, rowsMax),
    wholeRowsMax: Math.min(view.limit.rows, rowsMax),
    bytesMax: overrides.bytesMax ?? limits.bytesMax,
  };
}

/** Asked for only where a range follows somebody. */
async function followedZones(ports: ReportPorts, view: RunnableView, reader: Reader): Promise<FollowedZones> {
  const names = new Set(rangesOf(view).map(({ timezone }) => timezone));
  const isFollowed = names.has("viewer") || names.has("tenant");
  return {
    viewer: names.has("viewer") ? await ports.readerZones.ofReader(reader) : null,
    tenant: isFollowed ? await ports.readerZones.ofTenant(reader.tenantId) : null,
  };
}

function rangesOf(view: RunnableView): readonly TimeRange[] {
  return [view.timeRange, ...view.fields.flatMap(({ range }) => (range === null ? [] : [range]))];
}

/** Ranges of fields keep what they say: a request moves the range of the view. */
async function fieldWindows(
  { zones }: ReportPorts,
  view: RunnableView,
  now: number,
  followed: FollowedZones,
): Promise<ReadonlyMap<FieldId, TimeWindow>> {
  const windows = new Map<FieldId, TimeWindow>();
  for (const { id, range } of view.fields)
    if (range !== null) windows.set(id, resolveRange(range, now, await zones.load(zoneName(range.timezone, followed))));
  return windows;
}
