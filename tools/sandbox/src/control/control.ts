import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultInput } from '../faults/fault-input.js';
import { faultInput } from '../faults/fault-input.js';
import type { Fault, FaultInjector } from '../faults/faults.js';
import type { Inbox, Sms } from '../inbox/inbox.js';
import type { Mail } from '../inbox/parse-mail.js';
import type { TwilioCallbacks } from '../messages/twilio-callbacks.js';
import type { PushService } from '../push/push-service.js';
import type { SlackWorkspace } from '../slack/workspace.js';
import type { StripeApi } from '../stripe/api.js';
import { completePayment } from '../stripe/charging.js';
import { reverseDispute } from '../stripe/disputes.js';
import { missingResource } from '../stripe/errors.js';
import { newId } from '../ids.js';
import type { Dispute, PaymentIntent, Refund, SetupIntent } from '../stripe/objects.js';
import { type SandboxCard, resolvePaymentMethod, getSandboxCard } from '../stripe/payment-methods.js';
import { getPaymentIntent } from '../stripe/payment-intents.js';
import { completeRefund } from '../stripe/refunds.js';
import { authenticateSetup } from '../stripe/setup-intents.js';
import type { StripeStore } from '../stripe/store.js';
import type { UnitOfWork } from '../stripe/unit-of-work.js';
import type { WebhookSender } from '../stripe/webhooks.js';

const REFUND_COMPLETION_DELAY_MS = 1_000;

interface Parts {
  readonly store: StripeStore;
  readonly api: StripeApi;
  readonly faults: FaultInjector;
  readonly inbox: Inbox;
  readonly webhooks: WebhookSender;
  readonly twilio: TwilioCallbacks;
  readonly slack: SlackWorkspace;
  readonly push: PushService;
}

/** Lets tools and tests trigger what cardholders, banks, and phone users would do. */
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

  get twilio(): TwilioCallbacks {
    return this.parts.twilio;
  }

  get push(): PushService {
    return this.parts.push;
  }

  get slack(): SlackWorkspace {
    return this.parts.slack;
  }

  /** @throws ValidationError of yup if the fault is invalid */
  addFault(input: Partial<Omit<FaultInput, 'kind'>> & Pick<FaultInput, 'kind'>): Fault {
    return this.parts.faults.add(faultInput.cast(faultInput.validateSync(input, { strict: true })));
  }

  /** Returns the first matching email. Waits up to `timeoutMs` for one. */
  async waitForMail(matches: (mail: Mail) => boolean, timeoutMs = 5_000): Promise<Mail> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      await this.parts.inbox.parseMails();
      const found = this.parts.inbox.mails.list().find(matches);
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`no matching email within ${timeoutMs} ms`);
      await sleep(10);
    }
  }

  /** Changes how a saved card behaves: a decline code or another name in `behaviors`. */
  setCardBehavior(paymentMethodId: string, behavior: string): Promise<SandboxCard> {
    return this.parts.api.change((work) => {
      const method = resolvePaymentMethod(work, paymentMethodId, 'id');
      return work.put({ ...getSandboxCard(work, method), behavior });
    });
  }

  /** Completes a charge that is `processing` or waits for the cardholder. Throws the card error if not approved. */
  completePayment(intentId: string, approved: boolean): Promise<PaymentIntent> {
    return this.parts.api.change((work) => completePayment(work, getPaymentIntent(work, intentId), approved));
  }

  /** Wins a lost dispute after all. */
  reverseDispute(id: string): Promise<Dispute> {
    return this.parts.api.change((work) => reverseDispute(work, id));
  }

  /** Answers the authentication request for the cardholder, as the page script does. */
  authenticate(intentId: string, secret: string, approved: boolean): Promise<SetupIntent | PaymentIntent> {
    return this.parts.api.change<SetupIntent | PaymentIntent>((work) => {
      if (intentId.startsWith('seti_')) return authenticateSetup(work, intentId, secret, approved);
      const intent = getPaymentIntent(work, intentId);
      if (intent.client_secret !== secret) throw missingResource('payment_intent', intentId, 'intent');
      return completePayment(work, intent, approved);
    });
  }

  /** Receives an SMS to one of our numbers, applies STOP and START, and passes it on. */
  async receiveSms(sms: Pick<Sms, 'from' | 'to' | 'body'>): Promise<Sms> {
    const received: Sms = {
      ...sms,
      id: newId('SM'),
      receivedAt: new Date().toISOString(),
      direction: 'inbound',
    };
    await this.parts.inbox.receiveSms(received);
    await this.parts.twilio.receive(received);
    return received;
  }

  scheduleRefunds(work: UnitOfWork): void {
    for (const row of work.objects) if (row.object === 'refund') this.scheduleCompletion(row);
  }

  resumeRefunds(): void {
    for (const refund of this.parts.store.refunds.values()) this.scheduleCompletion(refund);
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private scheduleCompletion(refund: Refund): void {
    const charge = this.parts.store.charges.get(refund.charge);
    const behavior = charge && this.parts.store.cards.get(charge.payment_method)?.behavior;
    if (behavior !== 'refund_fails' && behavior !== 'refund_pending') return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const current = this.parts.store.refunds.get(refund.id);
      if (current) void this.parts.api.change((work) => completeRefund(work, current));
    }, REFUND_COMPLETION_DELAY_MS);
    this.timers.add(timer);
  }
}
