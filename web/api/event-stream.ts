// Server-sent events read by fetch, which can send the headers that say who calls; a browser's own reader cannot.

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Until the stream ends. Comments, which only show that it lives, are left out. */
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
