import type { Refusal } from './live-connection';

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** Reads why the server refused a stream; null if it gave another reason than being full or busy. */
export function readRefusal({ status, headers }: Pick<Response, 'status' | 'headers'>): Refusal | null {
  if (status !== TOO_MANY_REQUESTS && status !== UNAVAILABLE) return null;
  const seconds = Number(headers.get('retry-after') ?? '');
  return {
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0,
    isNetworkFull: status === TOO_MANY_REQUESTS,
  };
}
