import { sendPush } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { PushClient } from '../channels/push/push-client.js';
import { type PushContent, renderPush, secondsLeft } from '../channels/push/push-notification.js';
import { PushSubscriptionRepository } from '../channels/push/push-subscription.repository.js';
import type { Dispatcher } from '../sending/dispatcher.js';
import { PUSH_PLACES } from '../sending/lane-places.js';
import { passCrashPoints } from '../sending/send-crash-points.js';
import type { SendFailure, SendOutcome } from '../sending/send-outcome.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';

/** Publishes the request for an attempt. Idempotent per notification and attempt. */
export function enqueuePush(tx: Tx, pushId: string, attempt: number, delayMs = 0): void {
  tx.publish(sendPush, { pushId, attempt }, { key: `${pushId}-${attempt}`, delayMs });
}

@Injectable()
export class PushDispatcher implements Dispatcher<PushContent> {
  readonly rows = new SendingRepository<PushContent>('push_messages', { hasBrowsers: true });

  constructor(
    private readonly client: PushClient,
    private readonly subscriptions: PushSubscriptionRepository,
  ) {}

  enqueue(tx: Tx, { id }: { readonly id: string }, attempt: number, delayMs?: number): void {
    enqueuePush(tx, id, attempt, delayMs);
  }

  places(): number {
    return PUSH_PLACES;
  }

  send(row: ClaimedRow<PushContent>): Promise<SendOutcome> {
    return passCrashPoints('push', () => this.sendTo(row));
  }

  /** Publishes nothing: a notification that the push service accepted is no delivery of the lead (ADR 19). */
  onSent(): Promise<void> {
    return Promise.resolve();
  }

  async onFailure(tx: Tx, { browserId }: ClaimedRow<PushContent>, { ends }: SendFailure): Promise<void> {
    if (ends && browserId !== undefined) await this.subscriptions.end(tx, browserId, ends);
  }

  toLogFields({ id, content }: ClaimedRow<PushContent>): Record<string, string> {
    return { pushId: id, leadId: content.leadId };
  }

  private async sendTo({ browserId = '', content }: ClaimedRow<PushContent>): Promise<SendOutcome> {
    const ttlSeconds = secondsLeft(content, new Date());
    if (ttlSeconds === undefined) return { result: 'permanent', reason: 'NO_LONGER_USEFUL' };
    const secrets = await this.subscriptions.findSecrets(browserId);
    if (!secrets) return { result: 'permanent', reason: 'CHANNEL_OFF' };
    return this.client.send(secrets, renderPush(content), ttlSeconds);
  }
}
