// Why a connection of a device ended: a closed set of reasons, each with its text for people.

export const SESSION_ENDS = [
  "CLIENT_DISCONNECTED",
  "CONNECTION_LOST",
  "KEEP_ALIVE_MISSED",
  "SILENT",
  "PROTOCOL_ERROR",
  "REFUSED_MESSAGE",
  "NOT_READING",
  "REPLACED",
  "CREDENTIALS_CHANGED",
  "DELETED",
  "SERVER_STOPPED",
  "SERVER_FAULT",
  "GATEWAY_SAID_SO",
  "GATEWAY_GONE",
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

const WORDS: Readonly<Record<SessionEnd, string>> = {
  CLIENT_DISCONNECTED: "The client said goodbye",
  CONNECTION_LOST: "The connection broke",
  KEEP_ALIVE_MISSED: "Nothing was heard for longer than the keep-alive time",
  SILENT: "Nothing was heard for too long",
  PROTOCOL_ERROR: "The client broke a rule of MQTT",
  REFUSED_MESSAGE: "A message could not be accepted",
  NOT_READING: "The client did not take what was sent to it",
  REPLACED: "A newer connection took its place",
  CREDENTIALS_CHANGED: "The credentials were changed",
  DELETED: "The device was deleted",
  SERVER_STOPPED: "The server stopped",
  SERVER_FAULT: "The server failed to handle the connection",
  GATEWAY_SAID_SO: "The gateway said that the device has gone",
  GATEWAY_GONE: "The connection of its gateway ended",
};

/** As a sentence without its full stop. */
export function sessionEndWords(end: SessionEnd): string {
  return WORDS[end];
}

/** Null if it is not a reason. */
export function parseSessionEnd(value: unknown): SessionEnd | null {
  return SESSION_ENDS.find((end) => end === value) ?? null;
}
