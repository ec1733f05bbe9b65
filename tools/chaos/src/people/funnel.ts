import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../plan/random.js';
import { person } from './persons.js';

const PATIENCE_MS = 60_000;
const ANSWER_WITHIN_MS = 12_000;

export interface FunnelFault {
  readonly reference: string;
  readonly fault: string;
}

interface Answer {
  readonly status: number;
  readonly leadId: string | undefined;
  readonly replayed: boolean | undefined;
}

/** Posts leads as a real funnel does: with a key, and again under the same key until it hears a 2xx. */
export class Funnel {
  /** Ids that were answered with a 2xx. */
  readonly acknowledged: string[] = [];
  /** What a funnel would complain about. */
  readonly faults: FunnelFault[] = [];
  private persons = 0;

  constructor(
    private readonly webUrl: string,
    private readonly key: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Posts so many leads within `overMs`; resolves when each was acknowledged or given up. */
  async burst(count: number, overMs: number, random: Random): Promise<string[]> {
    const posts = Array.from({ length: count }, () => ({
      after: random.int(0, overMs),
      again: random.next() < 0.25,
      n: (this.persons += 1),
    }));
    const ids = await Promise.all(posts.map((post) => this.post(post)));
    return ids.filter((id) => id !== undefined);
  }

  private async post({ after, again, n }: { after: number; again: boolean; n: number }) {
    await pause(after, undefined, { signal: this.signal });
    const body = person(n);
    const key = randomUUID();
    const id = await this.persist(body, key);
    if (id === undefined) return undefined;
    this.acknowledged.push(id);
    // Some senders repeat what was taken already; they must be told of the same lead.
    if (again) {
      const second = await this.persist(body, key);
      if (second !== id) this.complain(body, `answered ${id} at first and ${second ?? 'nothing'} later`);
    }
    return id;
  }

  private async persist(body: Record<string, string>, key: string): Promise<string | undefined> {
    const end = Date.now() + PATIENCE_MS;
    let last = 'no answer';
    while (Date.now() < end) {
      this.signal.throwIfAborted();
      const answer = await this.send(body, key);
      if (answer?.leadId !== undefined) return answer.leadId;
      if (answer) last = `status ${answer.status}`;
      if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        this.complain(body, `refused with ${answer.status}`);
        return undefined;
      }
      await pause(150 + Math.random() * 250, undefined, { signal: this.signal });
    }
    this.complain(body, `not taken within ${PATIENCE_MS / 1000} s: ${last}`);
    return undefined;
  }

  /** Undefined when nothing, or no whole answer, came back. */
  private async send(body: Record<string, string>, key: string): Promise<Answer | undefined> {
    try {
      const response = await fetch(`${this.webUrl}/api/ingest/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-funnel-key': this.key, 'idempotency-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      const json = (await response.json()) as { lead_id?: string; replayed?: boolean };
      return {
        status: response.status,
        leadId: response.ok ? json.lead_id : undefined,
        replayed: json.replayed,
      };
    } catch {
      return undefined;
    }
  }

  private complain({ reference = '' }: Record<string, string>, fault: string): void {
    this.faults.push({ reference, fault });
  }
}
