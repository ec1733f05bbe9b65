import type { BillingHarness } from './billing.harness.js';
import type { Outcome } from './observe-outcome.js';
import type { RefundHelper } from './refund-helper.js';
import type { Fault } from './sandbox.js';

export interface Context {
  readonly billing: BillingHarness;
  readonly refunds: RefundHelper;
}

/** The charge that a row is about. */
export interface Charge {
  readonly offerId: string;
  readonly buyerId: string;
}

/** What happens, and what it must come to. */
export interface Row {
  readonly name: string;
  readonly act: (context: Context) => Promise<Charge>;
  readonly outcome: Outcome;
}

/** A lead that was charged and stays so. */
export const SOLD: Outcome = {
  purchase: 'succeeded',
  declineCode: null,
  totalCents: 8_000,
  card: 'usable',
  intents: ['succeeded'],
  refunds: [],
  refundsAtProvider: [],
  dispute: null,
  messages: ['offer-charged'],
};

export const refundedBy = (reason: string): Outcome => ({
  ...SOLD,
  purchase: 'refunded',
  totalCents: 0,
  refunds: [`${reason} succeeded`],
  refundsAtProvider: ['succeeded'],
  messages: ['lead-refunded', 'offer-charged'],
});

export const REFUND: Fault['match'] = { method: 'POST', path: '/v1/refunds' };
