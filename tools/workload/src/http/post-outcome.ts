import type { HttpResponse } from './http-client.js';

/** How the ingest endpoint answered a post. */
export type PostResult = 'accepted' | 'replayed' | 'duplicate' | 'invalid' | 'refused' | 'unanswered';

export interface PostOutcome {
  readonly result: PostResult;
  /** Set if the lead was accepted, by this post or an earlier one. */
  readonly leadId?: string;
  /** Names of the invalid fields. */
  readonly fields: readonly string[];
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** Why the post was refused or unanswered. */
  readonly reason?: string;
  /** Set if the post was refused for the moment. */
  readonly retryAfterMs?: number;
}

export const unanswered = (reason: string): PostOutcome => ({ result: 'unanswered', fields: [], reason });

/** A server error counts as unanswered: the lead may or may not have been stored. */
export function parsePostOutcome({
  status,
  body,
  headers,
}: Pick<HttpResponse, 'status' | 'body' | 'headers'>): PostOutcome & { readonly status: number } {
  const { lead_id: leadId, code = '', errors = [] } = parseBody(body);
  if ((status === 201 || status === 200) && leadId !== undefined)
    return { result: status === 201 ? 'accepted' : 'replayed', leadId, fields: [], status };
  if (status === 409 && code === 'DUPLICATE_LEAD') return { result: 'duplicate', fields: [], status };
  if (status === 422 || status === 400) {
    const fields = errors.length > 0 ? errors.map(({ field }) => field) : [code || 'body'];
    return { result: 'invalid', fields, status };
  }
  if (status >= 400 && status < 500)
    return { result: 'refused', fields: [], status, reason: `${status} ${code}`.trim() };
  const retryAfter = headers['retry-after'];
  return {
    ...unanswered(`status ${status}`),
    status,
    ...(retryAfter === undefined ? {} : { retryAfterMs: Number(retryAfter) * 1_000 }),
  };
}

interface Body {
  readonly lead_id?: string;
  readonly code?: string;
  readonly errors?: readonly { readonly field: string }[];
}

function parseBody(text: string): Body {
  try {
    const body = JSON.parse(text) as unknown;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
