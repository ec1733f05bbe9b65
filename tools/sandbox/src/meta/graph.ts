import { createHmac } from 'node:crypto';
import type { Exchange, Reply } from '../http/exchange.js';
import { post } from '../http/post.js';
import { randomText } from '../ids.js';
import type { Journal } from '../journal.js';

/** A lead that somebody left in a form of a Page. */
export interface MetaLead {
  readonly id: string;
  readonly page_id: string;
  readonly form_id: string;
  readonly created_time: string;
  readonly field_data: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** The input for a lead; the rest is generated. */
interface NewLead {
  readonly pageId: string;
  readonly formId: string;
  readonly createdTime?: string | undefined;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** Meta's errors by code: type, message, and HTTP status. */
const errors: Readonly<Record<number, readonly [type: string, message: string, status: number]>> = {
  2: ['OAuthException', 'Service temporarily unavailable', 503],
  4: ['OAuthException', 'Application request limit reached', 403],
  10: ['OAuthException', 'Application does not have permission for this action', 403],
  17: ['OAuthException', 'User request limit reached', 400],
  32: ['OAuthException', 'Page request limit reached', 403],
  100: ['GraphMethodException', 'Unsupported get request. Object does not exist', 400],
  190: ['OAuthException', 'Error validating access token: The session has been invalidated', 401],
  200: ['OAuthException', 'Requires leads_retrieval permission to manage the object', 403],
  613: ['OAuthException', 'Calls to this api have exceeded the rate limit', 400],
};

function refuse(code: number): Reply {
  const [type, message, status] = errors[code] ?? ['OAuthException', 'An unknown error occurred', 500];
  return {
    status,
    json: { error: { message: `(#${code}) ${message}`, type, code, fbtrace_id: randomText(11) } },
  };
}

const NOTIFY_TIMEOUT_MS = 10_000;
const seconds = (time: string): number => Math.floor(Date.parse(time) / 1_000);
/** As Meta writes times: `2026-11-27T10:00:00+0000`. */
const toMetaTime = (time: string): string => new Date(time).toISOString().replace(/\.\d{3}Z$/, '+0000');

/** Meta's Graph API for lead ads, as far as leads are read. A Page is called `Page <id>`, and any token starting with EAA may read it. */
export class MetaGraph {
  private readonly leads = new Map<string, MetaLead>();
  private readonly tokenErrors = new Map<string, number>();

  constructor(
    private readonly journal: () => Journal,
    private readonly changed: () => void,
  ) {}

  restore(lead: MetaLead): void {
    this.leads.set(lead.id, lead);
  }

  *snapshot(): Iterable<{ kind: 'meta-lead'; value: MetaLead }> {
    for (const value of this.leads.values()) yield { kind: 'meta-lead', value };
  }

  /** Adds a lead to a form, without a notification. */
  async addLead({ pageId, formId, createdTime, fields }: NewLead): Promise<MetaLead> {
    const lead: MetaLead = {
      id: String(10 ** 15 + Math.floor(Math.random() * 10 ** 15)),
      page_id: pageId,
      form_id: formId,
      created_time: toMetaTime(createdTime ?? new Date().toISOString()),
      field_data: Object.entries(fields).map(([name, value]) => ({ name, values: [String(value)] })),
    };
    this.restore(lead);
    this.journal().write({ kind: 'meta-lead', value: lead });
    await this.journal().durable();
    this.changed();
    return lead;
  }

  /** Makes requests with a token fail with this error. */
  refuseToken(token: string, code: number): void {
    this.tokenErrors.set(token, code);
  }

  /** Sends one signed notification. Returns the status of the answer; 0 without one. */
  notify(url: string, secret: string, leadIds: readonly string[]): Promise<number> {
    const changes = leadIds.map((id) => {
      const { form_id, page_id, created_time } = this.leads.get(id) ?? {};
      const created = created_time === undefined ? undefined : seconds(created_time);
      return { field: 'leadgen', value: { leadgen_id: id, form_id, page_id, created_time: created } };
    });
    const entry = [{ id: '1', time: Math.floor(Date.now() / 1_000), changes }];
    const body = JSON.stringify({ object: 'page', entry });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
    const signal = AbortSignal.timeout(NOTIFY_TIMEOUT_MS);
    return post(url, { body, headers, signal }).catch(() => 0);
  }

  handle(exchange: Exchange): Reply {
    const token = /^Bearer (\S+)$/.exec(exchange.header('authorization') ?? '')?.[1] ?? '';
    if (!token.startsWith('EAA')) return refuse(190);
    const tokenError = this.tokenErrors.get(token);
    if (tokenError !== undefined) return refuse(tokenError);
    const [, , id = '', edge] = exchange.path.split('/');
    const query = new URLSearchParams(exchange.query);
    if (edge === 'leadgen_forms') return this.listForms(id, query);
    if (edge === 'leads') return this.listLeads(id, query);
    return edge === undefined ? this.get(id, query) : refuse(100);
  }

  private get(id: string, query: URLSearchParams): Reply {
    const lead = this.leads.get(id);
    if (lead) {
      const { page_id: _, ...known } = lead;
      const answer = { ...known, platform: 'fb', is_organic: false };
      const names = (query.get('fields') ?? '').split(',');
      return {
        status: 200,
        json: Object.fromEntries(Object.entries(answer).filter(([name]) => names.includes(name))),
      };
    }
    const isPage = [...this.leads.values()].some(({ page_id }) => page_id === id);
    return isPage ? { status: 200, json: { id, name: `Page ${id}` } } : refuse(100);
  }

  private listForms(pageId: string, query: URLSearchParams): Reply {
    const ofPage = [...this.leads.values()].filter(({ page_id }) => page_id === pageId);
    return toPage([...new Set(ofPage.map(({ form_id }) => form_id))], query);
  }

  private listLeads(formId: string, query: URLSearchParams): Reply {
    const filtering = JSON.parse(query.get('filtering') ?? '[]') as { field: string; value: number }[];
    const after = filtering.find(({ field }) => field === 'time_created')?.value ?? 0;
    const leads = [...this.leads.values()].filter(
      ({ form_id, created_time }) => form_id === formId && seconds(created_time) > after,
    );
    return toPage(
      leads.map(({ id }) => id),
      query,
    );
  }
}

/** A page of a list. Its cursor is the number of the next entry. */
function toPage(ids: readonly string[], query: URLSearchParams): Reply {
  const start = Number(query.get('after') ?? 0);
  const end = start + Number(query.get('limit') ?? 25);
  const next = end < ids.length ? { next: 'https://graph.facebook.com/next' } : {};
  const data = ids.slice(start, end).map((id) => ({ id }));
  return {
    status: 200,
    json: { data, paging: { cursors: { before: String(start), after: String(end) }, ...next } },
  };
}
