import { leadUndeliverable } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { disputeRows, pendingRefundRow, refundRows } from './money-back-rows.js';
import type { Outcome } from './observe-outcome.js';
import { type Charge, type Context, REFUND, refundedBy, type Row, SOLD } from './outcome-row.js';
import type { Fault } from './sandbox.js';

const declined = (declineCode: string, card: Outcome['card'], intents: Outcome['intents']): Outcome => ({
  ...SOLD,
  purchase: 'failed',
  declineCode,
  totalCents: 0,
  card,
  intents,
  messages: [card === 'usable' ? 'offer-declined' : 'offer-declined, card to blame'],
});

const CREATE: Fault['match'] = { method: 'POST', path: '/v1/payment_intents' };
const CONFIRM: Fault['match'] = { method: 'POST', path: '/v1/payment_intents/*/confirm' };

const charge = async ({ billing }: Context, card = 'pm_card_visa', behavior?: string): Promise<Charge> => {
  const { buyerId, paymentMethodId } = await billing.createBuyer(card);
  if (behavior !== undefined) await billing.sandbox.setCardBehavior(paymentMethodId, behavior);
  return { buyerId, offerId: await billing.charge(buyerId) };
};

const declineRows = (
  [
    ['generic_decline', 'retry'],
    ['do_not_honor', 'retry'],
    ['insufficient_funds', 'retry'],
    ['card_velocity_exceeded', 'retry'],
    ['incorrect_cvc', 'retry'],
    ['authentication_required', 'authenticate'],
    ['expired_card', 'replace'],
    ['lost_card', 'replace'],
    ['stolen_card', 'replace'],
    ['fraudulent', 'replace'],
    ['do_not_try_again', 'replace'],
    ['processing_error', 'usable'],
    ['issuer_not_available', 'usable'],
    ['try_again_later', 'usable'],
  ] as const
).map(([code, card]): Row => ({
  name: `a charge declined with ${code}`,
  act: (context) => charge(context, 'pm_card_visa', code),
  outcome: declined(code, card, ['requires_payment_method']),
}));

// The Stripe SDK retries a closed connection once, so these faults lose two requests or answers.
const faults: readonly (readonly [string, Omit<Fault, 'match'>])[] = [
  ['whose request is lost', { kind: 'lost-request', times: 2 }],
  ['whose answer is lost after the effect', { kind: 'lost-answer', times: 2 }],
  ['that times out', { kind: 'latency', ms: 4_500, times: 1 }],
  ['answered with 409', { kind: 'status', status: 409, times: 1 }],
  ['answered with 429', { kind: 'status', status: 429, times: 2 }],
  ['answered with 500', { kind: 'status', status: 500, times: 1 }],
  ['answered with 500 after the effect', { kind: 'status', status: 500, times: 1, effect: true }],
  ['answered with 503 three times', { kind: 'status', status: 503, times: 3 }],
];

/** Without this wait, a row would pass although its fault never happened. */
const waitForFault = ({ billing }: Context): Promise<unknown> =>
  eventually(async () => (await billing.sandbox.countFaultHits()) > 0);

const faultRows = faults.flatMap(([name, fault]): Row[] => [
  ...(
    [
      ['a new intent', CREATE],
      ['a confirmation', CONFIRM],
    ] as const
  ).map(([request, match]) => ({
    name: `${request} ${name}`,
    act: async (context: Context) => {
      await context.billing.sandbox.addFault({ match, ...fault });
      const charged = await charge(context);
      await waitForFault(context);
      return charged;
    },
    outcome: SOLD,
  })),
  {
    name: `a refund ${name}`,
    act: async (context) => {
      const { billing, refunds } = context;
      const sale = await refunds.sell();
      await billing.sandbox.addFault({ match: REFUND, ...fault });
      await billing.publish(leadUndeliverable, sale.undeliverable);
      await waitForFault(context);
      return sale;
    },
    outcome: refundedBy('undeliverable'),
  },
]);

const hourRows: readonly Row[] = [
  {
    name: 'a charge after an hour in which the provider did not answer',
    act: async ({ billing }) => {
      const { buyerId } = await billing.createBuyer();
      await billing.sandbox.addFault({ match: { path: '/v1/**' }, kind: 'lost-request' });
      const offerId = await billing.charge(buyerId);
      await billing.passAnHour(offerId, 'unanswered_since');
      await billing.sandbox.clearFaults();
      return { buyerId, offerId };
    },
    outcome: SOLD,
  },
  {
    name: 'a charge that the provider does not decide for an hour',
    act: async (context) => {
      await context.billing.sandbox.addFault({ match: CONFIRM, kind: 'status', status: 409 });
      const charged = await charge(context);
      await context.billing.passAnHour(charged.offerId, 'updated_at');
      return charged;
    },
    outcome: declined('gave_up', 'usable', ['canceled']),
  },
];

const chargeRows: readonly Row[] = [
  { name: 'a charge that succeeds', act: (context) => charge(context), outcome: SOLD },
  {
    name: 'a charge of a card whose owner must approve each one',
    act: (context) => charge(context, 'pm_card_visa', 'authenticate_always'),
    outcome: declined('authentication_required', 'authenticate', ['requires_payment_method']),
  },
  {
    name: 'a charge of a detached card',
    act: async ({ billing }) => {
      const { buyerId, paymentMethodId } = await billing.createBuyer();
      await billing.sandbox.post(`/v1/payment_methods/${paymentMethodId}/detach`);
      return { buyerId, offerId: await billing.charge(buyerId) };
    },
    outcome: declined('card_unusable', 'replace', []),
  },
  {
    name: 'a charge that the provider is processing',
    act: async (context) => {
      const charged = await charge(context, 'pm_card_visa', 'processing');
      await context.billing.waitForStatus(charged.offerId, 'unknown');
      return charged;
    },
    outcome: { ...SOLD, purchase: 'unknown', totalCents: 0, intents: ['processing'], messages: [] },
  },
  {
    name: 'a charge that succeeds after processing',
    act: async (context) => {
      const charged = await charge(context, 'pm_card_visa', 'processing');
      const { billing } = context;
      const intentId = await eventually(async () => {
        const [intent] = await billing.sandbox.listIntents(charged.offerId);
        return intent?.status === 'processing' ? intent.id : false;
      });
      await billing.sandbox.finishProcessing(intentId);
      return charged;
    },
    outcome: SOLD,
  },
];

export const rows: readonly Row[] = [
  ...chargeRows,
  ...declineRows,
  ...faultRows,
  ...hourRows,
  ...refundRows,
  ...disputeRows,
  pendingRefundRow,
];
