import { HttpClient, type HttpResponse } from './http-client.js';

interface LeadPost {
  /** Default JSON. */
  readonly contentType?: string;
  readonly body: string;
  readonly idempotencyKey?: string;
}

/** Posts leads and reads their status, as a funnel does with its key. */
export class FunnelClient {
  private readonly http: HttpClient;

  constructor(
    webUrl: string,
    private readonly funnelKey: string,
    private readonly options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
  ) {
    this.http = new HttpClient(webUrl);
  }

  /** Never rejects: without a response, the outcome is `unanswered`. */
  async post({ contentType, body, idempotencyKey }: LeadPost): Promise<PostOutcome> {
    try {
      const response = await this.http.send({
        method: 'POST',
        path: '/api/ingest/leads',
        headers: {
          'content-type': contentType ?? 'application/json',
          'x-funnel-key': this.funnelKey,
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body,
        ...this.options,
      });
      return parsePostOutcome(response);
    } catch (error) {
      return unanswered(error instanceof Error ? error.message : String(error));
    }
  }

  /** Returns the status that the funnel may see, or undefined if the API does not return one. */
  async getLeadStatus(leadId: string): Promise<string | undefined> {
    const response = await this.http.send({
      method: 'GET',
      path: `/api/ingest/leads/${leadId}`,
      headers: { 'x-funnel-key': this.funnelKey },
      ...this.options,
    });
    return response.status === 200 ? (JSON.parse(response.body) as { status: string }).status : undefined;
  }

  close(): void {
    this.http.close();
  }
}

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
}

const unanswered = (reason: string): PostOutcome => ({ result: 'unanswered', fields: [], reason });

/** A server error counts as unanswered: the lead may or may not have been stored. */
export function parsePostOutcome({ status, body }: Omit<HttpResponse, 'headers'>): PostOutcome {
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
  return { ...unanswered(`status ${status}`), status };
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
