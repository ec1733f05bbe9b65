import { faultInput, type FaultInput } from '../faults/fault-input.js';
import type { Fault, FaultInjector } from '../faults/faults.js';
import { newId } from '../ids.js';
import type { Inbox, Sms } from '../inbox/inbox.js';
import type { TwilioCallbacks } from '../messages/twilio-callbacks.js';
import type { MetaGraph } from '../meta/graph.js';
import type { PushService } from '../push/push-service.js';
import type { SlackWorkspace } from '../slack/workspace.js';
import type { StripeApi } from '../stripe/api.js';
import { completePayment } from '../stripe/charging.js';
import { reverseDispute } from '../stripe/disputes.js';
import type { Dispute, PaymentIntent, Refund, SandboxCard, SetupIntent } from '../stripe/objects.js';
import { getPaymentIntent } from '../stripe/payment-intents.js';
import { getSandboxCard, resolvePaymentMethod } from '../stripe/payment-methods.js';
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
  readonly meta: MetaGraph;
}
export type SandboxControl = ReturnType<typeof createControl>;

/** Lets tools and tests trigger what cardholders, banks, and phone users would do. */
export function createControl(parts: Parts) {
  const { store, api, faults, inbox, twilio } = parts;
  const timers = new Set<NodeJS.Timeout>();

  function scheduleCompletion({ id, charge: chargeId }: Refund): void {
    const charge = store.charges.get(chargeId);
    const behavior = charge && store.cards.get(charge.payment_method)?.behavior;
    if (behavior !== 'refund_fails' && behavior !== 'refund_pending') return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const current = store.refunds.get(id);
      if (current) void api.change((work) => completeRefund(work, current));
    }, REFUND_COMPLETION_DELAY_MS);
    timers.add(timer);
  }

  return {
    ...parts,

    /** @throws ValidationError of yup if the fault is invalid */
    addFault: (input: Partial<Omit<FaultInput, 'kind'>> & Pick<FaultInput, 'kind'>): Fault =>
      faults.add(faultInput.cast(faultInput.validateSync(input, { strict: true, abortEarly: false }))),

    /** Changes how a saved card behaves: a decline code or another name in `behaviors`. */
    setCardBehavior: (paymentMethodId: string, behavior: string): Promise<SandboxCard> =>
      api.change((work) => {
        const method = resolvePaymentMethod(work, paymentMethodId, 'id');
        return work.put({ ...getSandboxCard(work, method), behavior });
      }),

    /** Completes a charge that is `processing`. Throws the card error if not approved. */
    completePayment: (intentId: string, approved: boolean): Promise<PaymentIntent> =>
      api.change((work) => completePayment(work, getPaymentIntent(work, intentId), approved)),

    /** Wins a lost dispute after all. */
    reverseDispute: (id: string): Promise<Dispute> => api.change((work) => reverseDispute(work, id)),

    /** Answers the authentication request for the cardholder, as the page script does. */
    authenticate: (setupIntentId: string, secret: string, approved: boolean): Promise<SetupIntent> =>
      api.change((work) => authenticateSetup(work, setupIntentId, secret, approved)),

    /** Receives an SMS to one of our numbers, applies STOP and START, and passes it on. */
    async receiveSms(sms: Pick<Sms, 'from' | 'to' | 'body'>): Promise<Sms> {
      const received = await inbox.receive('sms', { ...sms, id: newId('SM'), direction: 'inbound' });
      await twilio.receive(received);
      return received;
    },

    scheduleRefunds(work: UnitOfWork): void {
      for (const row of work.objects) if (row.object === 'refund') scheduleCompletion(row);
    },

    resumeRefunds: (): void => [...store.refunds.values()].forEach(scheduleCompletion),

    stop: (): void => timers.forEach(clearTimeout),
  };
}
