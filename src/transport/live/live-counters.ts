// What the live edge counts, for metrics.

export interface LiveCounters {
  /** Connections open now, logged in or not. */
  connections: number;
  /** Connections that have been logged in. */
  logins: number;
  /** Connections closed for bad credentials or none in time. */
  loginsRefused: number;
  /** Frames from clients. */
  framesIn: number;
  /** Frames sent to clients, answers and updates. */
  framesOut: number;
  bytesOut: number;
  /** Commands and frames answered with an error. */
  commandsRefused: number;
  /** Updates left out because a connection had reached its rate limit. */
  updatesLimited: number;
  /** Connections closed because their client did not read. */
  overflows: number;
  /** Connections closed because their client did not answer pings. */
  silences: number;
  /** Connections closed for a limit of the tenant profile. */
  limited: number;
  /** Connections closed because their credentials had been revoked. */
  revocations: number;
}

export function newLiveCounters(): LiveCounters {
  return {
    connections: 0,
    logins: 0,
    loginsRefused: 0,
    framesIn: 0,
    framesOut: 0,
    bytesOut: 0,
    commandsRefused: 0,
    updatesLimited: 0,
    overflows: 0,
    silences: 0,
    limited: 0,
    revocations: 0,
  };
}
