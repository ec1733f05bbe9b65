import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultInput } from '../faults/fault-input.js';
import { faultInput } from '../faults/fault-input.js';
import type { Fault, FaultInjector } from '../faults/faults.js';
import type { Inbox, Mail, Sms } from '../inbox/inbox.js';
import type { StripeApi } from '../stripe/api.js';
import { settlePayment } from '../stripe/charging.js';
import { missingResource } from '../stripe/errors.js';
import { newId } from '../stripe/ids.js';
import type { PaymentIntent, Refund, SandboxCard, SetupIntent } from '../stripe/objects.js';
import { paymentMethodOf, sandboxCardOf } from '../stripe/payment-methods.js';
import { paymentIntentOf } from '../stripe/payment-intents.js';
import { settleRefund } from '../stripe/refunds.js';
import { authenticateSetup } from '../stripe/setup-intents.js';
import type { StripeStore } from '../stripe/store.js';
import type { UnitOfWork } from '../stripe/unit-of-work.js';
import type { WebhookSender } from '../stripe/webhooks.js';

const REFUND_SETTLES_MS = 1_000;

interface Parts {
  readonly store: StripeStore;
  readonly api: StripeApi;
  readonly faults: FaultInjector;
  readonly inbox: Inbox;
  readonly webhooks: WebhookSender;
}

/** What tools and tests may do that the outside world would do by itself. */
export class SandboxControl {
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly parts: Parts) {}

  get store(): StripeStore {
    return this.parts.store;
  }

  get faults(): FaultInjector {
    return this.parts.faults;
  }

  get inbox(): Inbox {
    return this.parts.inbox;
  }

  get webhooks(): WebhookSender {
    return this.parts.webhooks;
  }

  /** Throws a yup ValidationError when the fault is not valid. */
  addFault(input: Partial<Omit<FaultInput, 'kind'>> & Pick<FaultInput, 'kind'>): Fault {
    return this.parts.faults.add(faultInput.cast(faultInput.validateSync(input, { strict: true })));
  }

  /** The first mail that fits, waiting up to `timeoutMs` for it. */
  async waitForMail(fits: (mail: Mail) => boolean, timeoutMs = 5_000): Promise<Mail> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const found = this.parts.inbox.mails.all().find(fits);
      if (found) return found;
      if (Date.now() > until) throw new Error(`no such mail within ${timeoutMs} ms`);
      await sleep(10);
    }
  }

  /** Makes a saved card behave otherwise from now on: a decline code, or another name of `behaviours`. */
  setCardBehaviour(paymentMethodId: string, behaviour: string): Promise<SandboxCard> {
    return this.parts.api.change((work) => {
      const method = paymentMethodOf(work, paymentMethodId, 'id');
      return work.put({ ...sandboxCardOf(work, method), behaviour });
    });
  }

  /** Ends a charge that is `processing` or waits for the cardholder. A refusal throws the card error. */
  settlePayment(intentId: string, approved: boolean): Promise<PaymentIntent> {
    return this.parts.api.change((work) => settlePayment(work, paymentIntentOf(work, intentId), approved));
  }

  /** The cardholder's answer in the browser, for the intent whose secret is given. */
  authenticate(intentId: string, secret: string, approved: boolean): Promise<SetupIntent | PaymentIntent> {
    return this.parts.api.change<SetupIntent | PaymentIntent>((work) => {
      if (intentId.startsWith('seti_')) return authenticateSetup(work, intentId, secret, approved);
      const intent = paymentIntentOf(work, intentId);
      if (intent.client_secret !== secret) throw missingResource('payment_intent', intentId, 'intent');
      return settlePayment(work, intent, approved);
    });
  }

  /** Somebody writes to one of our numbers; STOP and START are honoured. */
  async receiveSms(sms: Pick<Sms, 'from' | 'to' | 'body'>): Promise<Sms> {
    const kept: Sms = { ...sms, id: newId('SM'), receivedAt: new Date().toISOString(), direction: 'inbound' };
    await this.parts.inbox.receiveSms(kept);
    return kept;
  }

  refundsChanged(work: UnitOfWork): void {
    for (const row of work.objects) if (row.object === 'refund') this.settleLater(row);
  }

  resumeRefunds(): void {
    for (const refund of this.parts.store.refunds.values()) this.settleLater(refund);
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private settleLater(refund: Refund): void {
    const charge = this.parts.store.charges.get(refund.charge);
    const behaviour = charge && this.parts.store.cards.get(charge.payment_method)?.behaviour;
    if (behaviour !== 'refund_fails' && behaviour !== 'refund_pending') return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const current = this.parts.store.refunds.get(refund.id);
      if (current) void this.parts.api.change((work) => settleRefund(work, current));
    }, REFUND_SETTLES_MS);
    this.timers.add(timer);
  }
}
