import { createHmac } from 'node:crypto';
import { post } from '../http/post.js';
import type { Journal } from '../journal.js';
import { seconds } from '../ids.js';
import { RecentItems } from '../inbox/recent-items.js';
import type { ProviderEvent } from './objects.js';

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 15;
const MAX_IN_FLIGHT = 20;

/** Listed as events, but not sent to the application. */
const UNDELIVERED_TYPES = new Set(['customer.updated', 'customer.deleted']);

interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly createdAt: string;
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  attempts: number;
  last?: { at: string; ms: number; status?: number; error?: string };
}

interface WebhookSettings {
  /** Delay of each delivery. */
  delayMs: number;
  /** Deliveries per event. */
  copies: number;
  /** Maximum random delay of each delivery, which changes the order. */
  shuffleMs: number;
  /** Holds all deliveries until resumed. */
  paused: boolean;
}

/** Returns the `Stripe-Signature` header for exactly these bytes. */
export function sign(body: string, secret: string, atSeconds: number): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}

/** Returns 0.5 s, 1 s, 2 s, … up to one minute. */
export const retryDelayMs = (attempt: number): number => Math.min(500 * 2 ** (attempt - 1), 60_000);

/** Sends signed events to the application and retries until they are accepted or the attempts are used up. */
export class WebhookSender {
  readonly settings: WebhookSettings = { delayMs: 0, copies: 1, shuffleMs: 0, paused: false };
  /** Deliveries of the newest events. */
  readonly log = new RecentItems<Delivery>(({ eventId }) => eventId);
  /** Ids of events whose delivery has ended. */
  readonly finished = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly ready: Delivery[] = [];
  private readonly stopping = new AbortController();
  private inFlight = 0;

  constructor(
    private readonly target: { readonly url: string | undefined; readonly secret: string },
    private readonly journal: () => Journal,
    private readonly getEvent: (id: string) => ProviderEvent | undefined,
    private readonly onChange: () => void,
  ) {}

  enqueue(events: readonly ProviderEvent[]): void {
    for (const event of events) {
      if (UNDELIVERED_TYPES.has(event.type)) continue;
      const delivery: Delivery = {
        eventId: event.id,
        type: event.type,
        objectId: event.data.object.id,
        createdAt: new Date().toISOString(),
        state: 'pending',
        attempts: 0,
      };
      this.log.put(delivery);
      if (this.target.url === undefined) {
        this.finish(delivery, 'skipped');
        continue;
      }
      const { delayMs, copies, shuffleMs } = this.settings;
      for (let copy = 0; copy < copies; copy += 1)
        this.schedule(delivery, delayMs + Math.random() * shuffleMs);
    }
  }

  /** After a restart, sends every event again whose delivery had not finished. */
  resume(events: Iterable<ProviderEvent>): void {
    this.enqueue([...events].filter(({ id }) => !this.finished.has(id)));
  }

  updateSettings(changes: object): WebhookSettings {
    Object.assign(this.settings, changes);
    this.sendReady();
    return this.settings;
  }

  stop(): void {
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.ready.length = 0;
  }

  private schedule(delivery: Delivery, delayMs: number): void {
    if (this.stopping.signal.aborted) return;
    const send = (): void => {
      this.ready.push(delivery);
      this.sendReady();
    };
    if (delayMs === 0) {
      send();
      return;
    }
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      send();
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
      const status = await post(url, {
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
    this.finished.add(delivery.eventId);
    this.journal().write({ kind: 'webhook', value: { id: delivery.eventId } });
    // Not awaited: if this line is lost, the event is delivered once more, which is allowed.
    void this.journal().durable();
  }
}
