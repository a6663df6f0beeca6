// Background reports over HTTP: start, watch, fetch, delete. Source: analytics contract 4.3.
import { Type, type Static } from "typebox";
import { hasEnded, JOB_FORMATS, type ReportJob } from "../../../core/analytics/jobs/report-job.ts";
import type { ReportJobs } from "../../../core/analytics/jobs/report-jobs.ts";
import type { ReportJobId } from "../../../core/ids.ts";
import { oneOf } from "../../../core/schema-words.ts";
import type { Clock } from "../../../lib/clock.ts";
import { sendsAttachment } from "../attachment.ts";
import type { EventStreams } from "../event-stream.ts";
import { EXAMPLE_TIME } from "../example-values.ts";
import { nullable, uuidText } from "../nullable.ts";
import { streamed, type RestRoute } from "../route.ts";
import { analyticsResource, readerOf, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1, parseIdAs } from "./analytics-paths.ts";
import { RUN, sent, viewIdMember } from "./report-wire.ts";

export interface JobRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly jobs: ReportJobs;
  readonly streams: EventStreams;
  readonly clock: Clock;
  /** How long a caller may take to receive a result, in milliseconds, before the connection is closed. */
  readonly writeTimeoutMillis: number;
}

const JOBS = `${ANALYTICS_V1}/reports`;
const EXAMPLE_ID = "0198a1c0-0000-7000-8000-0000000000d0";
const EXAMPLE_VIEW = "0198a1c0-0000-7000-8000-0000000000b0";
const JobParams = Type.Object({ jobId: uuidText({ description: "The id of a report in the background." }) });

const SentJob = sent(
  "SentReportJob",
  { viewId: viewIdMember("viewId"), format: oneOf(JOB_FORMATS, { default: "json" }), ...RUN },
  { examples: [{ viewId: EXAMPLE_VIEW, format: "csv" }] },
);

const Job = Type.Object(
  {
    id: uuidText({ examples: [EXAMPLE_ID] }),
    viewId: uuidText({ examples: [EXAMPLE_VIEW] }),
    format: oneOf(JOB_FORMATS),
    state: oneOf(["queued", "running", "done", "failed", "cancelled"]),
    progress: Type.Integer({ description: "In percent.", examples: [100] }),
    rows: nullable(Type.Integer({ examples: [1_200] })),
    bytes: nullable(Type.Integer({ examples: [48_211] })),
    truncated: nullable(Type.Boolean({ examples: [false] })),
    createdTime: Type.Integer({ examples: [EXAMPLE_TIME] }),
    startedTime: nullable(Type.Integer({ examples: [EXAMPLE_TIME] })),
    endedTime: nullable(Type.Integer({ examples: [EXAMPLE_TIME] })),
    expiresAt: Type.Integer({ description: "When it is removed.", examples: [EXAMPLE_TIME + 86_400_000] }),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() }, { title: "ReportJobError" })),
  },
  {
    title: "ReportJob",
    examples: [
      {
        ...{ id: EXAMPLE_ID, viewId: EXAMPLE_VIEW, format: "csv", state: "done", progress: 100 },
        ...{ rows: 1_200, bytes: 48_211, truncated: false, createdTime: EXAMPLE_TIME, startedTime: EXAMPLE_TIME },
        ...{ endedTime: EXAMPLE_TIME, expiresAt: EXAMPLE_TIME + 86_400_000, error: null },
      },
    ],
  },
);

const RESULT_TYPES = [
  "application/json; charset=utf-8",
  "text/csv; charset=utf-8",
  "application/x-ndjson",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] as const;

const Events = Type.String({ examples: ['event: state\ndata: {"state":"running","progress":5,…}\n\n'] });
const Result = Type.Unsafe<unknown>({
  description: "In the format that was asked for.",
  examples: ["Device,temp\r\nA,20\r\n"],
});

export function jobRoutes(deps: JobRouteDeps): readonly RestRoute[] {
  const { edge, jobs, streams, clock, writeTimeoutMillis } = deps;
  const calls = analyticsResource(edge);
  return [
    calls.post(JOBS, "createReportJob", {
      summary: "Run a view in the background and keep the result for a day",
      description: "It runs with the rights that its owner has when its turn comes.",
      body: SentJob,
      answer: Job,
      otherAnswers: {
        202: { description: "Waiting for its turn.", body: Job, headers: { Location: "Of the report." } },
      },
      audit: {
        action: "ADDED",
        entity: (_request, job) => ({ type: "REPORT", id: job?.id ?? null }),
        data: (_request, job) => (job === undefined ? {} : { viewId: job.viewId, format: job.format }),
      },
      async handle({ principal, body }, reply) {
        const { viewId, format, filters, ...range } = body;
        const job = await jobs.add(viewId, format, { ...range, filters: [...(filters ?? [])] }, readerOf(principal));
        void reply.code(202).header("location", `${JOBS}/${job.id}`);
        return jobJson(job);
      },
    }),
    calls.get(`${JOBS}/:jobId`, "getReportJob", {
      summary: "How far a report in the background is",
      params: JobParams,
      answer: Job,
      async handle({ principal, params }) {
        return jobJson(await jobs.get(jobIdOf(params), readerOf(principal)));
      },
    }),
    calls.get(`${JOBS}/:jobId/events`, "watchReportJob", {
      summary: "The same as server-sent events, until it has ended",
      params: JobParams,
      answer: streamed(["text/event-stream"], Events),
      async handle({ principal, params }, reply) {
        const id = jobIdOf(params);
        const reader = readerOf(principal);
        const caller = await edge.signalOf(principal, reply, () => jobs.get(id, reader));
        return streams.begin(async (stream) => {
          const send = (job: ReportJob): void => {
            const text = JSON.stringify(jobJson(job));
            stream.send("state", [text], text.length);
            if (hasEnded(job)) stream.end();
          };
          stream.hold(jobs.watch(id, reader, send));
          const end = (): void => {
            stream.end();
          };
          if (caller.aborted) end();
          else caller.addEventListener("abort", end, { once: true });
          // Read after the watch has begun, so that no change is missed in between: the end of a report is reported
          // only once.
          send(await jobs.get(id, reader));
        });
      },
    }),
    calls.get(`${JOBS}/:jobId/result`, "getReportJobResult", {
      summary: "The result of a report in the background",
      errors: [409],
      params: JobParams,
      answer: streamed(RESULT_TYPES, Result),
      async handle({ principal, params }, reply) {
        const { job, file } = await jobs.result(jobIdOf(params), readerOf(principal));
        const { result } = job;
        if (result !== null) {
          const caller = await edge.signalOf(principal, reply);
          sendsAttachment(reply, result, { clock, millisMax: writeTimeoutMillis, caller });
          void reply
            .header("x-report-rows", String(result.rows))
            .header("x-report-truncated", String(result.isTruncated));
        }
        return file;
      },
    }),
    calls.delete(`${JOBS}/:jobId`, "deleteReportJob", {
      summary: "Cancel a report that waits or runs, or remove one that has ended",
      params: JobParams,
      otherAnswers: { 204: { description: "Cancelled or removed." } },
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "REPORT", id: params.jobId }) },
      async handle({ principal, params }, reply) {
        await jobs.remove(jobIdOf(params), readerOf(principal));
        void reply.code(204);
      },
    }),
  ];
}

function jobIdOf({ jobId }: { readonly jobId: string }): ReportJobId {
  return parseIdAs<ReportJobId>(jobId, "the id of a report");
}

function jobJson(job: ReportJob): Static<typeof Job> {
  const { id, viewId, format, state, percent, createdAt, startedAt, endedAt, expiresAt, result, failure } = job;
  return {
    ...{ id, viewId, format, state, progress: percent },
    rows: result?.rows ?? null,
    bytes: result?.bytes ?? null,
    truncated: result?.isTruncated ?? null,
    createdTime: createdAt,
    startedTime: startedAt,
    endedTime: endedAt,
    expiresAt,
    error: failure === null ? null : { code: failure.code, message: failure.message },
  };
}
