import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Outcome, OutcomeScene, type Sale } from './outcome-scene.js';

interface Row {
  readonly name: string;
  readonly act: (scene: OutcomeScene) => Promise<Sale>;
  readonly outcome: Outcome;
}

const SOLD: Outcome = {
  lead: 'sold',
  offers: ['charged'],
  purchase: 'succeeded',
  card: 'usable',
  isHeld: false,
  isUnderReview: false,
  isExcluded: false,
  slotsUsed: 1,
  isListedAsRefunded: false,
  totalCents: 8_000,
};
const UNSOLD: Outcome = {
  lead: 'available',
  offers: ['declined'],
  purchase: 'failed',
  card: 'usable',
  isHeld: false,
  isUnderReview: false,
  isExcluded: false,
  slotsUsed: 0,
  isListedAsRefunded: null,
  totalCents: 0,
};
const CARD_TO_BLAME: Outcome = { ...UNSOLD, card: 'unusable', isExcluded: true };
/** Nobody declined: the buyer may get the lead later. */
const ISSUER_AWAY: Outcome = { ...UNSOLD, offers: ['released'], isHeld: true };
/** The buyer had the lead, so the daily slot stays used. */
const REFUNDED: Outcome = { ...SOLD, purchase: 'refunded', isListedAsRefunded: true, totalCents: 0 };
const DISPUTED: Outcome = { ...SOLD, isUnderReview: true };

const CREATE = { method: 'POST', path: '/v1/payment_intents' };
const CONFIRM = { method: 'POST', path: '/v1/payment_intents/*/confirm' };
const REFUND = { method: 'POST', path: '/v1/refunds' };

const declines = (codes: readonly string[], outcome: Outcome) =>
  codes.map((code): Row => ({
    name: `a charge declined with ${code}`,
    act: (scene) => scene.charge(code),
    outcome,
  }));

const chargeRows: readonly Row[] = [
  { name: 'a charge that succeeds', act: (scene) => scene.charge(), outcome: SOLD },
  ...declines(
    [
      ...['generic_decline', 'do_not_honor', 'insufficient_funds', 'card_velocity_exceeded', 'incorrect_cvc'],
      ...['authentication_required', 'expired_card', 'lost_card', 'stolen_card', 'fraudulent'],
      'do_not_try_again',
    ],
    CARD_TO_BLAME,
  ),
  ...declines(['processing_error', 'issuer_not_available', 'try_again_later'], ISSUER_AWAY),
  {
    name: 'a charge of a card whose owner must approve each one',
    act: (scene) => scene.charge('authenticate_always'),
    outcome: CARD_TO_BLAME,
  },
  {
    name: 'a charge after an hour in which the provider did not answer',
    act: async (scene) => {
      const buyer = await scene.createBuyer();
      await scene.addFault({ path: '/v1/**' }, { kind: 'lost-request' });
      const sale = await scene.post(buyer);
      await scene.passAnHour(sale, 'unanswered_since');
      await scene.clearFaults();
      return sale;
    },
    outcome: SOLD,
  },
  {
    name: 'a charge that the provider does not decide for an hour, which ends it and begins another',
    act: async (scene) => {
      await scene.addFault(CONFIRM, { kind: 'status', status: 409 });
      const sale = await scene.charge();
      await scene.passAnHour(sale, 'updated_at');
      await scene.waitForPurchase(sale, 'failed');
      await scene.clearFaults();
      return sale;
    },
    outcome: { ...SOLD, offers: ['released', 'charged'] },
  },
];

// The SDK retries a closed connection once, so these faults lose two requests or answers.
const faults: readonly (readonly [string, object])[] = [
  ['whose request is lost', { kind: 'lost-request', times: 2 }],
  ['whose answer is lost after the effect', { kind: 'lost-answer', times: 2 }],
  ['answered with 409', { kind: 'status', status: 409, times: 1 }],
  ['answered with 429', { kind: 'status', status: 429, times: 2 }],
  ['answered with 500', { kind: 'status', status: 500, times: 1 }],
  ['answered with 500 after the effect', { kind: 'status', status: 500, times: 1, effect: true }],
];

const chargeFaultRow = (name: string, match: object, fault: object): Row => ({
  name,
  act: async (scene) => {
    await scene.addFault(match, fault);
    const sale = await scene.charge();
    await scene.waitForFault();
    return sale;
  },
  outcome: SOLD,
});

const faultRows = [
  chargeFaultRow('a confirmation that times out', CONFIRM, { kind: 'latency', ms: 12_000, times: 1 }),
  chargeFaultRow('a new intent whose answer is lost', CREATE, { kind: 'lost-answer', times: 2 }),
  ...faults.flatMap(([name, fault]): Row[] => [
    chargeFaultRow(`a confirmation ${name}`, CONFIRM, fault),
    {
      name: `a refund ${name}`,
      act: async (scene) => {
        const sale = await scene.sell();
        await scene.addFault(REFUND, fault);
        await scene.refund(sale);
        await scene.waitForFault();
        return sale;
      },
      outcome: REFUNDED,
    },
  ]),
];

const refundRow = (
  name: string,
  act: (scene: OutcomeScene, sale: Sale) => Promise<void>,
  outcome: Outcome,
  card?: string,
): Row => ({
  name,
  act: async (scene) => {
    const sale = await scene.sell(card);
    await act(scene, sale);
    return sale;
  },
  outcome,
});

const refundRows: readonly Row[] = [
  refundRow('a refund by an admin', (scene, sale) => scene.refund(sale), REFUNDED),
  refundRow("a refund in the provider's dashboard", (scene, sale) => scene.refundAtProvider(sale), REFUNDED),
  refundRow(
    'a refund that the provider refuses',
    async (scene, sale) => {
      await scene.addFault(REFUND, { kind: 'status', status: 400, times: 1 });
      await scene.refund(sale);
      await scene.waitForFault();
      await scene.waitForRefund(sale, 'failed');
    },
    SOLD,
  ),
  refundRow(
    'a refund whose money comes back',
    async (scene, sale) => {
      await scene.refund(sale);
      await scene.waitForPurchase(sale, 'refunded');
      await scene.waitUntilRefundFails(sale);
    },
    SOLD,
    'pm_card_refundFail',
  ),
];

const disputeRow = (
  name: string,
  evidence: readonly string[],
  outcome: Outcome,
  ending?: 'won' | 'reversed',
): Row => ({
  name,
  act: async (scene) => {
    const sale = await scene.sell('pm_card_createDispute');
    const id = await scene.findDispute(sale);
    for (const text of evidence) await scene.submitEvidence(id, text);
    if (ending === 'won') await scene.waitForDispute(id, 'won');
    if (ending === 'reversed') {
      await scene.waitForPurchase(sale, 'refunded');
      await scene.reverseDispute(id);
    }
    return sale;
  },
  outcome,
});

const disputeRows: readonly Row[] = [
  disputeRow('a dispute that needs an answer', [], DISPUTED),
  disputeRow('a dispute under review', ['A receipt.'], DISPUTED),
  disputeRow('a dispute that is won', ['winning_evidence'], DISPUTED, 'won'),
  disputeRow('a dispute that is lost', ['losing_evidence'], { ...REFUNDED, isUnderReview: true }),
  disputeRow('a lost dispute that the bank reverses', ['losing_evidence'], DISPUTED, 'reversed'),
];

describe('in every service, the outcome of', () => {
  let scene: OutcomeScene;

  beforeAll(async () => {
    scene = await OutcomeScene.create();
  });
  afterEach(async () => {
    await scene.clearFaults();
    await scene.expireWaitingLeads();
  });
  afterAll(() => scene.stop());

  it.each([...chargeRows, ...faultRows, ...refundRows, ...disputeRows])('$name', async ({ act, outcome }) => {
    const sale = await act(scene);
    // Not observed again: a hold of the buyer may end, and the lead be offered again.
    await eventually(async () => {
      expect(await scene.observe(sale)).toEqual(outcome);
    });
  });
});
