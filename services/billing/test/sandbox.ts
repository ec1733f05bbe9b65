import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SANDBOX = join(import.meta.dirname, '../../../tools/sandbox/dist/main.js');
export const API_KEY = 'sk_test_billing_medium';

export interface SandboxIntent {
  id: string;
  status: string;
  metadata: Record<string, string>;
}

export interface SandboxEvent {
  id: string;
  type: string;
  data: { object: { id: string; payment_intent?: string } };
}

export interface Fault {
  match: { method?: 'GET' | 'POST'; path: string };
  kind: 'latency' | 'lost-answer' | 'lost-request' | 'status';
  status?: number;
  ms?: number;
  times?: number;
  effect?: boolean;
  /** Added to the card provider's response. */
  error?: { code?: string; param?: string };
}

/** The sandbox card provider in its own process. */
export class Sandbox {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<Sandbox> {
    const child = spawn(process.execPath, [SANDBOX], {
      env: { ...process.env, NODE_ENV: 'test', SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const [url] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
      if (url !== undefined) return new Sandbox(url, child);
    }
    throw new Error('the sandbox did not start: is it built?');
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
  }

  async addFault(fault: Fault): Promise<void> {
    await this.postJson('/sandbox/faults', fault);
  }

  /** Counts the requests that met a fault. */
  async countFaultHits(): Promise<number> {
    const { faults } = await this.call<{ faults: { hits: number }[] }>('GET', '/sandbox/faults');
    return faults.reduce((sum, { hits }) => sum + hits, 0);
  }

  async clearFaults(): Promise<void> {
    await this.call('DELETE', '/sandbox/faults');
  }

  /** Returns the intents that the provider has for this offer. */
  async listIntents(offerId: string): Promise<SandboxIntent[]> {
    const { payment_intents: intents } = await this.call<{ payment_intents: SandboxIntent[] }>(
      'GET',
      '/sandbox/payment-intents',
    );
    return intents.filter(({ metadata }) => metadata['offer_id'] === offerId);
  }

  /** Confirms a setup as the browser does. Returns the id of the saved card. */
  async confirmSetup(setupIntentId: string, card: string): Promise<string> {
    const path = `/v1/setup_intents/${setupIntentId}/confirm`;
    return (await this.post<{ payment_method: string }>(path, { payment_method: card })).payment_method;
  }

  async post<T>(path: string, form: Record<string, string> = {}): Promise<T> {
    const type = 'application/x-www-form-urlencoded';
    return this.call<T>('POST', path, new URLSearchParams(form).toString(), type);
  }

  async get(path: string): Promise<Record<string, unknown>> {
    return this.call('GET', path);
  }

  async delete(path: string): Promise<void> {
    await this.call('DELETE', path);
  }

  /** Ends the processing of a charge: the bank approves it. */
  async finishProcessing(intentId: string): Promise<void> {
    await this.postJson(`/sandbox/payment-intents/${intentId}/complete`, { approved: true });
  }

  async setCardBehavior(paymentMethodId: string, behavior: string): Promise<void> {
    await this.postJson(`/sandbox/cards/${paymentMethodId}`, { behavior });
  }

  /** Returns the newest hundred events, newest first. */
  async listNewestEvents(): Promise<SandboxEvent[]> {
    return (await this.call<{ data: SandboxEvent[] }>('GET', '/v1/events?limit=100')).data;
  }

  /** Returns the newest events about this object. */
  async listEvents(objectId: string): Promise<SandboxEvent[]> {
    return (await this.listNewestEvents()).filter(({ data: { object } }) => object.id === objectId);
  }

  /** Returns the newest events about a payment: its intent, charge, refunds and disputes. Oldest first. */
  async listEventsOfPayment(intentId: string): Promise<SandboxEvent[]> {
    return (await this.listNewestEvents())
      .filter(({ data: { object } }) => object.id === intentId || object.payment_intent === intentId)
      .toReversed();
  }

  private postJson(path: string, body: object): Promise<unknown> {
    return this.call('POST', path, JSON.stringify(body), 'application/json');
  }

  private async call<T>(method: string, path: string, body?: string, type?: string): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${API_KEY}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
