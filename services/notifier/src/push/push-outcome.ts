import type { SendFailure, SendOutcome } from '../sending/send-outcome.js';
import type { Answer } from '../channels/http/post-once.js';
import { parseRetryAfterMs } from '../channels/webhook/webhook-outcome.js';

/** The subscription has ended (RFC 8030, section 7.3). Some push services answer 404. */
const ENDED = new Set([404, 410]);
/** Our key or its signature was refused: something that we have to put right, not the agent. */
const KEY_REFUSED = new Set([401, 403]);
const TEMPORARY = new Set([408, 409, 425]);
const TOO_MANY = 429;

function failureOf(status: number): SendFailure {
  if (ENDED.has(status)) return { result: 'permanent', reason: 'ENDPOINT_GONE', ends: 'GONE' };
  if (KEY_REFUSED.has(status)) return { result: 'temporary', reason: 'SENDER_REFUSED' };
  if (status === TOO_MANY) return { result: 'temporary', reason: 'RATE_LIMITED' };
  if (status >= 500 || TEMPORARY.has(status)) return { result: 'temporary', reason: 'TEMPORARY_ERROR' };
  if (status >= 300 && status < 400) return { result: 'temporary', reason: 'REDIRECTED' };
  // 400 and 413 above all: the same message would be refused again.
  return { result: 'permanent', reason: 'MESSAGE_REFUSED' };
}

/** A 2xx means that the push service accepted the message, not that anybody saw it. */
export function outcomeOfPush({ status, retryAfter }: Answer, nowMs: number): SendOutcome {
  if (status >= 200 && status < 300) return { result: 'accepted' };
  const failure = { ...failureOf(status), providerCode: `HTTP_${status}` };
  const isPatienceAsked = (status === TOO_MANY || status >= 500) && retryAfter !== undefined;
  const retryAfterMs = isPatienceAsked ? parseRetryAfterMs(retryAfter, nowMs) : undefined;
  return { ...failure, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
