import type { ProviderCustomer } from '../checks/sign-ups.js';

const plainWebhooks = { delayMs: 0, copies: 1, shuffleMs: 0, paused: false };

/** The sandbox's own JSON for tools; see its README. */
export class SandboxControl {
  /** `secretKey`: of the card provider. */
  constructor(
    private readonly url: string,
    private readonly secretKey: string,
  ) {}

  async addFault(rule: object): Promise<string> {
    return (await this.call<{ id: string }>('POST', '/faults', rule)).id;
  }

  /** How often each fault has struck. */
  async hits(): Promise<Map<string, number>> {
    const { faults } = await this.call<{ faults: { id: string; hits: number }[] }>('GET', '/faults');
    return new Map(faults.map(({ id, hits }) => [id, hits]));
  }

  async clearFaults(): Promise<void> {
    await this.call('DELETE', '/faults');
  }

  async setWebhooks(settings: object): Promise<void> {
    await this.call('POST', '/webhooks/settings', settings);
  }

  /** Once, at once, in order; those that were held back go out now. */
  async resetWebhooks(): Promise<void> {
    await this.setWebhooks(plainWebhooks);
  }

  /** Webhooks that have not been taken yet. */
  async pendingWebhooks(): Promise<number> {
    const { webhooks } = await this.call<{ webhooks: { state: string }[] }>('GET', '/webhooks');
    return webhooks.filter(({ state }) => state === 'pending').length;
  }

  async mails(): Promise<Mail[]> {
    return (await this.call<{ mails: Mail[] }>('GET', '/mails')).mails;
  }

  /** Every intent, whatever became of it. */
  async intents(): Promise<Intent[]> {
    const intents: Intent[] = [];
    for (;;) {
      const last = intents.at(-1);
      const after = last ? `&starting_after=${last.id}` : '';
      const page = await this.call<{ has_more: boolean; payment_intents: Intent[] }>(
        'GET',
        `/payment-intents?limit=1000${after}`,
      );
      intents.push(...page.payment_intents);
      if (!page.has_more) return intents;
    }
  }

  /** The customers at the card provider that were made for a buyer. */
  async customers(): Promise<ProviderCustomer[]> {
    const all = await this.list<{ id: string; metadata: { buyer_id?: string } }>('/v1/customers');
    return Promise.all(
      all.map(async ({ id, metadata }) => {
        const cards = await this.list<{ id: string }>(`/v1/customers/${id}/payment_methods`);
        return { id, buyerId: metadata.buyer_id ?? '', cards: cards.map((card) => card.id) };
      }),
    );
  }

  /** All pages of one of the provider's lists. */
  private async list<T extends { id: string }>(path: string): Promise<T[]> {
    const all: T[] = [];
    for (;;) {
      const last = all.at(-1);
      const page = await this.request<{ data: T[]; has_more: boolean }>(
        `${path}?limit=100${last ? `&starting_after=${last.id}` : ''}`,
        { headers: { authorization: `Bearer ${this.secretKey}` } },
      );
      all.push(...page.data);
      if (!page.has_more) return all;
    }
  }

  private call<T>(method: string, path: string, body?: object): Promise<T> {
    return this.request(`/sandbox${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
  }

  private async request<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      ...init,
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`sandbox: ${init.method ?? 'GET'} ${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  }
}

export interface Mail {
  readonly messageId: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly count: number;
}

export interface Intent {
  readonly id: string;
  readonly status: string;
  readonly metadata: { readonly offer_id?: string; readonly lead_id?: string };
}
