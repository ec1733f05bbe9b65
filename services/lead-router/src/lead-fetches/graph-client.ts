import { passCrashPoints } from '@desk/bullmq-transport';
import { assertNoTransaction } from '@desk/outbox';
import { InjectEnv, ProviderCalls, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { findFailure, type GraphFailure, graphFailures, noAnswer } from './graph-answer.js';
import type { graphSettings } from './graph-settings.js';

const GRAPH = 'https://graph.facebook.com';
const VERSION = 'v25.0';
/** Well above what Meta needs. Three calls in a row fit into the lease of a Page's forms. */
const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 100;
/** Characters of a lead's JSON, which take up to three bytes each. */
const LEAD_MAX = 60_000;
/** More pages of forms, or of new leads, than any Page has. */
const MAX_PAGES = 100;

const LEAD_FIELDS = [
  ...['id', 'created_time', 'ad_id', 'ad_name', 'adset_id', 'campaign_id', 'campaign_name', 'form_id'],
  ...['is_organic', 'platform', 'field_data', 'custom_disclaimer_responses'],
].join(',');

const operations = ['get-lead', 'get-page', 'list-forms', 'list-leads'] as const;
type Operation = (typeof operations)[number];

export class GraphError extends Error {
  constructor(readonly failure: GraphFailure) {
    super(failure.detail);
  }
}

interface Listed {
  readonly data?: readonly { readonly id?: unknown }[];
  readonly paging?: { readonly cursors?: { readonly after?: unknown }; readonly next?: unknown };
}

/** Reads leads and forms from Meta's Graph API, or from the sandbox in Meta's place. Retries nothing. */
@Injectable()
export class GraphClient {
  constructor(
    @InjectEnv() private readonly env: SettingsOf<typeof graphSettings>,
    private readonly calls: ProviderCalls,
  ) {
    calls.startAtZero({ provider: 'meta', operations, outcomes: ['succeeded', ...graphFailures] });
  }

  /** @throws GraphError */
  async getLead(token: string, leadId: string): Promise<object> {
    const lead = await this.get('get-lead', token, leadId, { fields: LEAD_FIELDS });
    // A gateway could not accept a lead that is larger than a post may be.
    if (JSON.stringify(lead).length > LEAD_MAX) throw new GraphError(noAnswer('a lead that is too large'));
    return lead;
  }

  /** @throws GraphError */
  async getPageName(token: string, pageId: string): Promise<string> {
    const { name } = (await this.get('get-page', token, pageId, { fields: 'name' })) as { name?: unknown };
    return typeof name === 'string' ? name.slice(0, 200) : pageId;
  }

  /** @throws GraphError */
  async *listForms(token: string, pageId: string): AsyncIterable<readonly string[]> {
    yield* this.list('list-forms', token, `${pageId}/leadgen_forms`, {});
  }

  /** @throws GraphError */
  async *listLeads(token: string, formId: string, since: Date): AsyncIterable<readonly string[]> {
    const value = Math.floor(since.getTime() / 1_000);
    const filtering = JSON.stringify([{ field: 'time_created', operator: 'GREATER_THAN', value }]);
    yield* this.list('list-leads', token, `${formId}/leads`, { filtering });
  }

  /** Follows cursors, not the URLs in Meta's answers: the token would be sent to any host that these name. */
  private async *list(
    operation: Operation,
    token: string,
    path: string,
    query: Readonly<Record<string, string>>,
  ): AsyncIterable<readonly string[]> {
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { data = [], paging }: Listed = await this.get(operation, token, path, {
        ...query,
        fields: 'id',
        limit: String(PAGE_SIZE),
        ...(after !== undefined && { after }),
      });
      yield data.map(({ id }) => String(id)).filter((id) => /^\d{1,30}$/.test(id));
      const next = paging?.cursors?.after;
      if (paging?.next === undefined || typeof next !== 'string') return;
      after = next;
    }
  }

  private async get(
    operation: Operation,
    token: string,
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<object> {
    assertNoTransaction('Meta');
    const url = new URL(`/${VERSION}/${path}`, this.env.META_GRAPH_BASE ?? GRAPH);
    url.search = new URLSearchParams(query).toString();
    const startedAt = performance.now();
    const answer = await passCrashPoints('lead-router', operation, () => request(url, token));
    const outcome = answer.failure?.kind ?? 'succeeded';
    this.calls.record({ provider: 'meta', operation, outcome, durationMs: performance.now() - startedAt });
    if (answer.failure) throw new GraphError(answer.failure);
    return answer.body;
  }
}

/** Sends the token in a header, because proxies log URLs. */
async function request(
  url: URL,
  token: string,
): Promise<{ body: object; failure?: GraphFailure | undefined }> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    return { body: body as object, failure: findFailure(response.status, body) };
  } catch (error) {
    return {
      body: {},
      failure: noAnswer(
        error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection',
      ),
    };
  }
}
