const plainWebhooks = { delayMs: 0, copies: 1, shuffleMs: 0, paused: false };

/** The sandbox's own JSON for tools; see its README. */
export class SandboxControl {
  constructor(private readonly url: string) {}

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

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/sandbox${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`sandbox: ${method} ${path}: ${response.status} ${text}`);
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
