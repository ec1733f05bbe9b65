import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  FunnelClient,
  type LeadBody,
  leadBody,
  PersonGenerator,
  type PostOutcome,
  type Random,
} from '@desk/tool-workload';

const RETRY_FOR_MS = 60_000;
const REQUEST_TIMEOUT_MS = 12_000;
const REPEAT_SHARE = 0.25;
/** The share of persons who are posted twice at the same time, as if they had filled in two pages. */
const TWICE_SHARE = 0.25;

/** Posts leads as a real funnel does: repeats a post with the same idempotency key until it is accepted or given up. */
export class FunnelWorkload {
  /** Ids of the leads that were answered with a 2xx. */
  readonly acknowledged: string[] = [];
  /** Everything that a funnel operator would report as a bug. */
  readonly faults: { readonly lead: string; readonly fault: string }[] = [];
  private readonly client: FunnelClient;
  private readonly persons = new PersonGenerator('chaos');

  constructor(
    webUrl: string,
    funnelKey: string,
    private readonly signal: AbortSignal,
  ) {
    this.client = new FunnelClient(webUrl, funnelKey, { timeoutMs: REQUEST_TIMEOUT_MS, signal });
  }

  /** Posts `count` leads within `durationMs`. Resolves with their ids once each is acknowledged or abandoned. */
  async burst(count: number, durationMs: number, random: Random): Promise<string[]> {
    const posts = Array.from({ length: count }, () => ({
      delayMs: random.number.int({ min: 0, max: durationMs }),
      isRepeated: random.datatype.boolean(REPEAT_SHARE),
      isSentTwice: random.datatype.boolean(TWICE_SHARE),
      lead: leadBody(this.persons.next()),
    }));
    const leadIds = await Promise.all(
      posts.map(async ({ delayMs, isRepeated, isSentTwice, lead }) => {
        await pause(delayMs, undefined, { signal: this.signal });
        return isSentTwice ? this.postTwice(lead) : [await this.postLead(JSON.stringify(lead), isRepeated)];
      }),
    );
    return leadIds.flat().filter((id) => id !== undefined);
  }

  /** Posts a person twice at once, usually to two gateways. One is accepted; if both are, the invariants find it. */
  private async postTwice(lead: LeadBody): Promise<string[]> {
    const post = (reference: string): Promise<string | undefined> =>
      this.postUntilAcknowledged(JSON.stringify({ ...lead, reference }), randomUUID(), true);
    const posted = await Promise.all([post('first page'), post('second page')]);
    const leadIds = posted.filter((id) => id !== undefined);
    if (leadIds.length === 0)
      this.faults.push({
        lead: JSON.stringify(lead),
        fault: 'neither of two posts of a person was accepted',
      });
    this.acknowledged.push(...leadIds);
    return leadIds;
  }

  private async postLead(body: string, isRepeated: boolean): Promise<string | undefined> {
    const idempotencyKey = randomUUID();
    const leadId = await this.postUntilAcknowledged(body, idempotencyKey);
    if (leadId === undefined) return undefined;
    this.acknowledged.push(leadId);
    // Some funnels repeat an acknowledged post. It must return the same lead.
    if (isRepeated) {
      const repeatedId = await this.postUntilAcknowledged(body, idempotencyKey);
      if (repeatedId !== leadId)
        this.faults.push({ lead: leadId, fault: `a repeated post returned ${repeatedId ?? 'nothing'}` });
    }
    return leadId;
  }

  private async postUntilAcknowledged(
    body: string,
    idempotencyKey: string,
    mayBeDuplicate = false,
  ): Promise<string | undefined> {
    const deadline = Date.now() + RETRY_FOR_MS;
    let lastReason = 'no answer';
    while (Date.now() < deadline) {
      this.signal.throwIfAborted();
      const outcome = await this.client.post({ body, idempotencyKey });
      if (outcome.leadId !== undefined) return outcome.leadId;
      if (mayBeDuplicate && outcome.result === 'duplicate') return undefined;
      if (isRejected(outcome)) {
        this.faults.push({ lead: body, fault: `rejected with ${outcome.status ?? ''}` });
        return undefined;
      }
      lastReason = outcome.reason ?? lastReason;
      await pause(150 + Math.random() * 250, undefined, { signal: this.signal });
    }
    this.faults.push({ lead: body, fault: `not accepted within ${RETRY_FOR_MS / 1_000} s: ${lastReason}` });
    return undefined;
  }
}

/** Whether posting again cannot help. It can help while an earlier post with the same key is being processed. */
const isRejected = ({ status, reason }: PostOutcome): boolean =>
  status !== undefined &&
  status >= 400 &&
  status < 500 &&
  status !== 429 &&
  reason !== '409 IDEMPOTENCY_IN_FLIGHT';
