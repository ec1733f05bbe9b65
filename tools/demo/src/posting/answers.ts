import type { Answer } from './http-client.js';

/** How a post was answered. */
export type Verdict = 'accepted' | 'replayed' | 'duplicate' | 'invalid' | 'refused' | 'unanswered';

export interface Reply {
  readonly verdict: Verdict;
  /** Of the lead that was accepted, now or before. */
  readonly leadId?: string;
  /** The fields that were found wrong. */
  readonly fields: readonly string[];
  /** For a refusal: status and code. */
  readonly reason?: string;
}

export const unanswered = (reason: string): Reply => ({ verdict: 'unanswered', fields: [], reason });

/** Reads the answer of the ingest endpoint. A server's error is no answer: the lead may be taken or not. */
export function readReply({ status, body }: Answer): Reply {
  const { lead_id: leadId, code = '', errors = [] } = parse(body);
  if ((status === 201 || status === 200) && leadId !== undefined)
    return { verdict: status === 201 ? 'accepted' : 'replayed', leadId, fields: [] };
  if (status === 409 && code === 'DUPLICATE_LEAD') return { verdict: 'duplicate', fields: [] };
  if (status === 422 || status === 400)
    return {
      verdict: 'invalid',
      fields: errors.length > 0 ? errors.map(({ field }) => field) : [code || 'body'],
    };
  if (status >= 400 && status < 500)
    return { verdict: 'refused', fields: [], reason: `${status} ${code}`.trim() };
  return unanswered(`status ${status}`);
}

interface Body {
  readonly lead_id?: string;
  readonly code?: string;
  readonly errors?: readonly { readonly field: string }[];
}

function parse(text: string): Body {
  try {
    const body = JSON.parse(text) as unknown;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
