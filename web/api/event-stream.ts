// Reads server-sent events with fetch, which can send headers that identify the caller; the browser's EventSource
// cannot.

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** The events until the stream ends. Comments, which only keep the stream alive, are skipped. */
export async function* eventsOf(answer: Response): AsyncGenerator<StreamEvent, void, undefined> {
  if (answer.body === null) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      waiting += value;
      const blocks = waiting.split(/\r?\n\r?\n/);
      waiting = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}

function eventOf(block: string): StreamEvent | null {
  const fields = block.split(/\r?\n/).map((line) => /^([^:]+): ?(.*)$/.exec(line));
  const data = fields.flatMap((field) => (field?.[1] === "data" ? [field[2] ?? ""] : []));
  if (data.length === 0) return null;
  const event = fields.findLast((field) => field?.[1] === "event")?.[2] ?? "message";
  return { event, data: data.join("\n") };
}
