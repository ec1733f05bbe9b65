import type { Response } from 'express';

export const EVENT_STREAM = 'text/event-stream';

/** Whether this answer goes on for as long as somebody listens. */
export const isEventStream = (response: Response): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith(EVENT_STREAM);
