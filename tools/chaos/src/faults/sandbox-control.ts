import { setTimeout as pause } from 'node:timers/promises';
import { approveSlackApp } from '@desk/tool-workload';
import type { ProviderCustomer } from '../checks/sign-ups.js';

interface ProviderCustomerObject {
  readonly id: string;
  readonly email: string | null;
  readonly metadata: { readonly buyer_id?: string };
}

const RESTART_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 200;
const DEFAULT_WEBHOOKS = { delayMs: 0, copies: 1, shuffleMs: 0, paused: false };

/** Client of the sandbox's control API; see its README. */
export class SandboxControl {
  /** `secretKey` authenticates against the simulated card provider. */
  constructor(
    private readonly url: string,
    private readonly secretKey: string,
  ) {}

  async addFault(rule: object): Promise<string> {
    return (await this.call<{ id: string }>('POST', '/faults', rule)).id;
  }

  /** Returns how often each fault was applied, by id. */
  async hits(): Promise<Map<string, number>> {
    const { faults } = await this.call<{ faults: { id: string; hits: number }[] }>('GET', '/faults');
    return new Map(faults.map(({ id, hits }) => [id, hits]));
  }

  async clearFaults(): Promise<void> {
    await this.call('DELETE', '/faults');
  }

  /** Without settings, restores immediate, ordered, single delivery, and sends the webhooks that were held back. */
  async setWebhooks(settings: object = DEFAULT_WEBHOOKS): Promise<void> {
    await this.call('POST', '/webhooks/settings', settings);
  }

  /** Decides how the simulated issuer answers charges of this card; see the sandbox's README for the behaviors. */
  async setCardBehavior(paymentMethodId: string, behavior: string): Promise<void> {
    await this.call('POST', `/cards/${paymentMethodId}`, { behavior });
  }

  /** Adds a lead to a form of Meta's, and returns its id. */
  async plantMetaLead(lead: object): Promise<string> {
    return (await this.call<{ id: string }>('POST', '/meta/leads', lead)).id;
  }

  /** Sends a signed notification of Meta's. Returns the status of the answer; 0 without one. */
  async notifyOfMetaLeads(notification: object): Promise<number> {
    return (await this.call<{ status: number }>('POST', '/meta/notify', notification)).status;
  }

  hookUrl(name: string): string {
    return `${this.url}/hooks/${name}`;
  }

  /** Returns what the simulated providers sent or received, oldest first. */
  async list<Name extends keyof Lists>(name: Name): Promise<Lists[Name][]> {
    return (await this.call<Pick<{ [Key in keyof Lists]: Lists[Key][] }, Name>>('GET', `/${name}`))[name];
  }

  /** Allows our app in Slack as a person does. Returns the parameters that the browser brings back to the site. */
  approveSlackApp(authorizeUrl: string, channel: string): ReturnType<typeof approveSlackApp> {
    return approveSlackApp(this.url, authorizeUrl, channel);
  }

  /** Subscribes as a browser does. Returns what it posts to the site. */
  async allowPush(applicationServerKey: string): Promise<Record<string, string> & { endpoint: string }> {
    const { endpoint, keys } = await this.call<{ endpoint: string; keys: { p256dh: string; auth: string } }>(
      'POST',
      '/push/subscriptions',
      { applicationServerKey },
    );
    return { endpoint, ...keys, applicationServerKey };
  }

  pushEndpoint(subscription: string): string {
    return `${this.url}/push/${subscription}`;
  }

  async arrived(): Promise<Arrived> {
    return {
      hooks: await this.list('hooks'),
      sms: await this.list('sms'),
      slack: await this.list('slack'),
    };
  }

  /** Sends a text message from a phone to the number that wrote to it last. Resolves once the system answered or failed. */
  async receiveText(phone: string, body: string): Promise<void> {
    const last = (await this.list('sms')).findLast(({ to }) => to === phone);
    if (!last) throw new Error(`nobody has written to ${phone}`);
    await this.call('POST', '/sms/inbound', { from: phone, to: last.from, body });
  }

  intents(): Promise<Intent[]> {
    return this.listObjects('/v1/payment_intents');
  }

  /** Refunds a payment as in the provider's dashboard. */
  async refund(paymentIntent: string): Promise<void> {
    await this.request('/v1/refunds', {
      method: 'POST',
      headers: { authorization: `Bearer ${this.secretKey}` },
      body: new URLSearchParams({ payment_intent: paymentIntent }),
    });
  }

  async disputes(): Promise<string[]> {
    return (await this.listObjects<{ id: string }>('/v1/disputes')).map(({ id }) => id);
  }

  /** Returns every customer at the card provider, with the saved cards. */
  async customers(): Promise<ProviderCustomer[]> {
    const all = await this.listObjects<ProviderCustomerObject>('/v1/customers');
    return Promise.all(
      all.map(async ({ id, email, metadata }) => {
        const cards = await this.listObjects<{ id: string }>(`/v1/customers/${id}/payment_methods`);
        return { id, email, buyerId: metadata.buyer_id ?? '', cards: cards.map((card) => card.id) };
      }),
    );
  }

  private async listObjects<T extends { id: string }>(path: string): Promise<T[]> {
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

  /** Repeats a call that found no sandbox, as when a fault has just killed it. */
  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const init = {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    };
    const deadline = Date.now() + RESTART_TIMEOUT_MS;
    for (;;)
      try {
        return await this.request(`/sandbox${path}`, init);
      } catch (error) {
        // This is what `fetch` throws without a response.
        if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
        await pause(RETRY_DELAY_MS);
      }
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

export interface Email {
  readonly messageId: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly count: number;
}

export interface Hook {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Text {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

export interface Webhook {
  readonly eventId: string;
  /** `pending` until the system acknowledged it. */
  readonly state: string;
  readonly attempts: number;
}

export interface Intent {
  readonly id: string;
  readonly status: string;
  readonly metadata: { readonly offer_id?: string; readonly lead_id?: string };
}

export interface SlackPost {
  /** The id of a Slack channel. */
  readonly destination: string;
  readonly payload: {
    /** Absent from a greeting. */
    readonly metadata?: {
      readonly event_payload: { readonly delivery_id: string; readonly lead_id: string };
    };
  };
}

export interface Push {
  /** The last part of the endpoint. */
  readonly subscription: string;
  /** The text as the browser decrypted it; null if it could not. */
  readonly text: string | null;
}

interface Lists {
  readonly mails: Email;
  readonly hooks: Hook;
  /** Text messages to and from phones. */
  readonly sms: Text;
  readonly slack: SlackPost;
  /** Notifications that browsers got. */
  readonly pushes: Push;
  readonly webhooks: Webhook;
}

/** What arrived over the channels that agents add. */
export interface Arrived {
  readonly hooks: readonly Hook[];
  readonly sms: readonly Text[];
  readonly slack: readonly SlackPost[];
}
