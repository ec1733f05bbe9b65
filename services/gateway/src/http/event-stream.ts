import type { Response } from 'express';

export const EVENT_STREAM = 'text/event-stream';

/** Whether this response lasts as long as its client listens. */
export const isEventStream = (response: Response): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith(EVENT_STREAM);
