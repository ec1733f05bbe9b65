import { createHmac } from 'node:crypto';
import { Poster } from '../http/post.js';
import type { Journal } from '../journal.js';
import { seconds } from '../ids.js';
import type { ProviderEvent } from './unit-of-work.js';

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 15;
const MAX_IN_FLIGHT = 20;

const DELIVERED_TYPES = new Set([
  'customer.created',
  'payment_method.attached',
  'payment_method.updated',
  'payment_method.detached',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]);

const MAX_DELIVERIES = 5_000;

export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly createdAt: string;
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  attempts: number;
  last?: { at: string; ms: number; status?: number; error?: string };
}

/** Records the webhook deliveries of the newest events. */
export class DeliveryLog {
  private readonly deliveries = new Map<string, Delivery>();
  private readonly finished = new Set<string>();

  add(event: ProviderEvent): Delivery {
    const delivery: Delivery = {
      eventId: event.id,
      type: event.type,
      objectId: event.data.object.id,
      createdAt: new Date().toISOString(),
      state: 'pending',
      attempts: 0,
    };
    this.deliveries.set(event.id, delivery);
    if (this.deliveries.size > MAX_DELIVERIES) {
      const oldest = this.deliveries.keys().next();
      if (!oldest.done) this.deliveries.delete(oldest.value);
    }
    return delivery;
  }

  get(eventId: string): Delivery | undefined {
    return this.deliveries.get(eventId);
  }

  finish(eventId: string): void {
    this.finished.add(eventId);
  }

  isFinished(eventId: string): boolean {
    return this.finished.has(eventId);
  }

  get size(): number {
    return this.deliveries.size;
  }

  listNewest(limit: number): Delivery[] {
    return [...this.deliveries.values()].slice(-limit).reverse();
  }

  finishedIds(): Iterable<string> {
    return this.finished;
  }
}

export interface WebhookSettings {
  /** Delay of each delivery. */
  delayMs: number;
  /** Deliveries per event. */
  copies: number;
  /** Maximum random delay of each delivery, which changes the order. */
  shuffleMs: number;
  /** Holds all deliveries until resumed. */
  paused: boolean;
}

export const defaultSettings: WebhookSettings = { delayMs: 0, copies: 1, shuffleMs: 0, paused: false };

/** Returns the `Stripe-Signature` header for exactly these bytes. */
export function sign(body: string, secret: string, atSeconds: number): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}

/** Returns 0.5 s, 1 s, 2 s, … up to one minute. */
export const retryDelayMs = (attempt: number): number => Math.min(500 * 2 ** (attempt - 1), 60_000);

/** Sends signed events to the application and retries until they are accepted or the attempts are used up. */
export class WebhookSender {
  settings: WebhookSettings = { ...defaultSettings };
  readonly log = new DeliveryLog();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly ready: Delivery[] = [];
  private readonly stopping = new AbortController();
  private readonly poster = new Poster();
  private inFlight = 0;

  constructor(
    private readonly target: { readonly url: string | undefined; readonly secret: string },
    private readonly journal: () => Journal,
    private readonly getEvent: (id: string) => ProviderEvent | undefined,
    private readonly onChange: () => void,
  ) {}

  enqueue(events: readonly ProviderEvent[]): void {
    for (const event of events) {
      if (!DELIVERED_TYPES.has(event.type)) continue;
      const delivery = this.log.add(event);
      if (this.target.url === undefined) {
        this.finish(delivery, 'skipped');
        continue;
      }
      for (let copy = 0; copy < this.settings.copies; copy += 1) this.schedule(delivery, this.firstDelayMs());
    }
  }

  /** After a restart, sends every event again whose delivery had not finished. */
  resume(events: Iterable<ProviderEvent>): void {
    const unfinished = [...events].filter((event) => !this.log.isFinished(event.id));
    this.enqueue(unfinished);
  }

  resend(event: ProviderEvent): Delivery {
    const delivery = this.log.get(event.id) ?? this.log.add(event);
    delivery.state = 'pending';
    this.schedule(delivery, 0);
    return delivery;
  }

  updateSettings(settings: Partial<WebhookSettings>): void {
    this.settings = { ...this.settings, ...settings };
    this.sendReady();
  }

  stop(): void {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.ready.length = 0;
    this.poster.close();
  }

  private firstDelayMs(): number {
    const { delayMs, shuffleMs } = this.settings;
    return delayMs + Math.random() * shuffleMs;
  }

  private schedule(delivery: Delivery, delayMs: number): void {
    if (this.stopping.signal.aborted) return;
    if (delayMs === 0) {
      this.ready.push(delivery);
      this.sendReady();
      return;
    }
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.ready.push(delivery);
      this.sendReady();
    }, delayMs);
    this.timers.add(timer);
  }

  private sendReady(): void {
    while (!this.settings.paused && this.inFlight < MAX_IN_FLIGHT) {
      const next = this.ready.shift();
      if (!next) return;
      this.inFlight += 1;
      void this.attempt(next).finally(() => {
        this.inFlight -= 1;
        this.sendReady();
      });
    }
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const event = this.getEvent(delivery.eventId);
    if (!event || this.target.url === undefined) return;
    const startedAt = Date.now();
    const outcome = await this.post(this.target.url, JSON.stringify(event));
    delivery.attempts += 1;
    delivery.last = { at: new Date(startedAt).toISOString(), ms: Date.now() - startedAt, ...outcome };
    if (this.stopping.signal.aborted) return;
    const accepted = outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300;
    if (accepted) this.finish(delivery, 'delivered');
    else if (delivery.attempts >= MAX_ATTEMPTS) this.finish(delivery, 'failed');
    else if (delivery.state === 'pending') this.schedule(delivery, retryDelayMs(delivery.attempts));
    this.onChange();
  }

  private async post(url: string, body: string): Promise<{ status?: number; error?: string }> {
    try {
      const status = await this.poster.post(url, {
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': sign(body, this.target.secret, seconds()),
          'user-agent': 'Stripe/1.0 (sandbox)',
        },
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return { status };
    } catch (error) {
      return { error: error instanceof Error ? error.message || error.name : String(error) };
    }
  }

  private finish(delivery: Delivery, state: 'delivered' | 'failed' | 'skipped'): void {
    delivery.state = state;
    this.log.finish(delivery.eventId);
    this.journal().write({ kind: 'webhook', value: { id: delivery.eventId } });
    // Not awaited: if this line is lost, the event is delivered once more, which is allowed.
    void this.journal().durable();
  }
}
