// What an HTTP load generator process is asked to do, and what it has found.

export interface HttpCallsJob {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With one call at a time each. */
  readonly connections: number;
  /** Calls before this are not measured. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface HttpCallsDone {
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly p50Millis: number;
  readonly p99Millis: number;
}
