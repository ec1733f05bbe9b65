import type { Response } from 'express';

/** Lets a page of this origin read the response. Caches keep a response for each origin. */
export function addCorsHeaders(response: Response, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'retry-after');
  response.vary('Origin');
}
