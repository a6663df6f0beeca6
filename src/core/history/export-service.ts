// Exports of telemetry: selects their series, limits how many run at once, and cuts them off in time. The bytes come
// from the store. An incomplete export ends with an error, so that it never looks complete.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Slots } from "../../lib/slots.ts";
import { DomainError } from "../errors.ts";
import type { TenantId } from "../ids.ts";
import type { SeriesOwner } from "../telemetry/series-owner.ts";
import type { TelemetryService } from "../telemetry/telemetry-service.ts";
import type { TimeWindow } from "../telemetry/telemetry.ts";
import type {
  DeviceSelection,
  ExportFormat,
  ExportRequest,
  SeriesLabel,
  HistoryReader,
  HistorySeriesStore,
} from "./history.ts";
import { historySlots, type HistorySlotOptions } from "./history-slots.ts";

export interface ExportOptions extends HistorySlotOptions {
  /** An export that takes longer is cut off. */
  readonly millisMax: number;
  /** An export from which nothing has been read for this long is cut off. */
  readonly stallMillis: number;
  /** Exports of more series are refused as `invalid`. */
  readonly seriesMax: number;
}

export interface ExportTerms {
  /** The caller's tenant; null for a system administrator. */
  readonly tenantId: TenantId | null;
  readonly format: ExportFormat;
  readonly window: TimeWindow;
  /** Undefined selects all keys. */
  readonly keys: readonly string[] | undefined;
}

/**
 * An export whose first bytes are available. The consumer must end the iteration; otherwise the export keeps waiting.
 */
export interface RunningExport {
  readonly chunks: AsyncIterableIterator<Uint8Array, void, undefined>;
  /** Aborted, with the reason, when the export is cut off while no chunk is being requested. */
  readonly cutOff: AbortSignal;
}

const DEVICES_PER_PAGE = 200;

export interface ExportDeps {
  readonly reader: HistoryReader;
  readonly store: HistorySeriesStore;
  readonly telemetry: Pick<TelemetryService, "seriesOf">;
  readonly clock: Clock;
  readonly log: Logger;
}

export class ExportService {
  readonly #deps: ExportDeps;
  readonly #options: ExportOptions;
  readonly #slots: Slots<TenantId | null>;

  constructor(deps: ExportDeps, options: ExportOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#slots = historySlots("export", options);
  }

  /**
   * Exports the telemetry of one owner. Rejects with `rate-limited`, `invalid` for too many series, or `unavailable`.
   */
  async ofOwner(
    owner: SeriesOwner,
    ownerColumn: "device" | "entity",
    terms: ExportTerms,
    signal: AbortSignal,
  ): Promise<RunningExport> {
    const series = await this.#deps.telemetry.seriesOf(owner, terms.keys ?? "all");
    const labels = series.map(([key, number]) => ({ series: number, owner: owner.name, key }));
    return await this.#start(terms.tenantId, { ...terms, ownerColumn, labels: onePage(labels) }, signal);
  }

  /** Exports the telemetry of many devices of a tenant. Rejects like `ofOwner`. */
  async ofDevices(selection: DeviceSelection, terms: ExportTerms, signal: AbortSignal): Promise<RunningExport> {
    const labels = this.#labels(selection, terms.keys);
    return await this.#start(terms.tenantId, { ...terms, ownerColumn: "device", labels }, signal);
  }

  async *#labels(
    selection: DeviceSelection,
    keys: readonly string[] | undefined,
  ): AsyncGenerator<readonly SeriesLabel[]> {
    let after: Parameters<HistorySeriesStore["labelsOf"]>[2] = null;
    do {
      const page = await this.#deps.store.labelsOf(selection, keys, after, DEVICES_PER_PAGE);
      yield page.labels;
      after = page.next;
    } while (after !== null);
  }

  async #start(tenantId: TenantId | null, request: ExportRequest, signal: AbortSignal): Promise<RunningExport> {
    const release = await this.#slots.take({ key: tenantId });
    const cut = new AbortController();
    const chunks = this.#run({ ...request, labels: this.#counted(request.labels) }, release, cut, signal);
    // The first bytes arrive only once the query is running, so an invalid query can still be answered with a status.
    const first = await chunks.next();
    return { chunks: first.done === true ? chunks : preceded(first.value, chunks), cutOff: cut.signal };
  }

  async *#run(
    request: ExportRequest,
    release: () => void,
    cut: AbortController,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { reader, clock, log } = this.#deps;
    const startedAt = clock.now();
    const { millisMax, stallMillis } = this.#options;
    const gone = (): void => cut.abort(signal.reason);
    const tooLong = clock.after(millisMax, () =>
      cut.abort(cutOff("history.export.maxSeconds", millisMax, "took longer than")),
    );
    let bytes = 0;
    let isWhole = false;
    try {
      if (signal.aborted) gone();
      signal.addEventListener("abort", gone);
      for await (const chunk of reader.read(request, cut.signal)) {
        const stalled = clock.after(stallMillis, () =>
          cut.abort(cutOff("history.export.stallSeconds", stallMillis, "was not read for")),
        );
        try {
          yield chunk;
        } finally {
          stalled.cancel();
        }
        bytes += chunk.length;
      }
      isWhole = true;
    } finally {
      tooLong.cancel();
      signal.removeEventListener("abort", gone);
      release();
      log.info("telemetry exported", {
        format: request.format,
        bytes,
        isWhole,
        millis: clock.now() - startedAt,
      });
    }
  }

  async *#counted(labels: ExportRequest["labels"]): AsyncGenerator<readonly SeriesLabel[]> {
    const { seriesMax } = this.#options;
    let count = 0;
    for await (const page of labels) {
      count += page.length;
      if (count > seriesMax)
        throw new DomainError(
          "invalid",
          `an export may have ${String(seriesMax)} series, these are more; name fewer devices or keys`,
          { limit: { name: "history.export.seriesMax", value: seriesMax } },
        );
      yield page;
    }
  }
}

async function* onePage(labels: readonly SeriesLabel[]): AsyncGenerator<readonly SeriesLabel[]> {
  yield await Promise.resolve(labels);
}

/** Can be ended before its first chunk is requested; a generator around `chunks` would not pass that on. */
function preceded(
  first: Uint8Array,
  others: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncIterableIterator<Uint8Array, void, undefined> {
  let head: Uint8Array | undefined = first;
  const chunks: AsyncIterableIterator<Uint8Array, void, undefined> = {
    next: () => {
      if (head === undefined) return others.next();
      const value = head;
      head = undefined;
      return Promise.resolve({ done: false, value });
    },
    return: () => others.return(),
    [Symbol.asyncIterator]: () => chunks,
  };
  return chunks;
}

function cutOff(name: string, millis: number, what: string): DomainError {
  const seconds = Math.round(millis / 1000);
  return new DomainError("timeout", `the export ${what} ${String(seconds)} seconds and is not complete`, {
    limit: { name, value: seconds },
  });
}
