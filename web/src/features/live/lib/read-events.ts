import { createParser } from 'eventsource-parser';

export interface StreamEvent {
  readonly kind: string;
  /** Empty if the event has no id. */
  readonly id: string;
  readonly data: string;
}

interface Handlers {
  readonly onEvent: (event: StreamEvent) => void;
  /** The server asks to wait this long before connecting again. */
  readonly onRetry: (delayMs: number) => void;
  /** Called for all data, including heartbeats. */
  readonly onData: () => void;
}

/** Reads server-sent events until the stream ends. Rejects if it breaks. */
export async function readEvents(
  { body }: Pick<Response, 'body'>,
  { onEvent, onRetry, onData }: Handlers,
): Promise<void> {
  if (body === null) return;
  const parser = createParser({
    onEvent: ({ event = 'message', id = '', data }) => onEvent({ kind: event, id, data }),
    onRetry,
  });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    onData();
    parser.feed(chunk.value);
  }
}
