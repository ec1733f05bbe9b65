import { HttpClient } from './http-client.js';
import { parsePostOutcome, type PostOutcome, unanswered } from './post-outcome.js';

export interface LeadPost {
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
