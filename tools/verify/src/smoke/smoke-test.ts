import { setTimeout as pause } from 'node:timers/promises';
import { Stripe } from 'stripe';

const AMOUNT_CENTS = 8_000;
const EVENTS_POLL_MS = 500;

export interface StepResult {
  readonly step: string;
  readonly isPassed: boolean;
  /** What the provider answered, or why the step failed. */
  readonly seen: string;
}

class Unexpected extends Error {}

function assertEqual(field: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Unexpected(`${field} is ${String(actual)}, not ${String(expected)}`);
}

const describeError = (error: unknown): string => {
  if (error instanceof Stripe.errors.StripeError)
    return `${error.type} ${error.statusCode ?? ''} ${error.code ?? ''} ${error.message}`;
  return error instanceof Error ? error.message : String(error);
};

/** Makes the same calls to the provider as billing, with test cards, and checks the answers. */
export class SmokeTest {
  private customerId = '';
  private readonly expectedEvents: { readonly type: string; readonly intentId: string }[] = [];
  private paidIntentId = '';

  constructor(
    private readonly stripe: Stripe,
    /** Reads the events that have arrived so far. */
    private readonly listEvents: () => Promise<readonly Stripe.Event[]>,
    private readonly eventTimeoutMs: number,
    private readonly report: (result: StepResult) => void,
  ) {}

  /** Runs every step, also after one failed. Returns whether all passed. */
  async run(): Promise<boolean> {
    const steps: readonly [step: string, run: () => Promise<string>][] = [
      ['save a card', () => this.saveCard()],
      ['charge the card', () => this.charge()],
      ['decline', () => this.decline()],
      ['ask for authentication', () => this.requireAuthentication()],
      ['refund', () => this.refund()],
      ['events', () => this.waitForEvents()],
      ['remove the cards', () => this.removeCards()],
    ];
    let isPassed = true;
    for (const [step, run] of steps) {
      const result = await run().then(
        (seen) => ({ step, isPassed: true, seen }),
        (error: unknown) => ({ step, isPassed: false, seen: describeError(error) }),
      );
      this.report(result);
      isPassed &&= result.isPassed;
    }
    return isPassed;
  }

  private async saveCard(): Promise<string> {
    const customer = await this.stripe.customers.create({
      email: 'smoke-test@example.com',
      metadata: { smoke_test: 'true' },
    });
    this.customerId = customer.id;
    assertEqual('livemode', customer.livemode, false);
    const paymentMethodId = await this.setUp('pm_card_visa');
    const { card } = await this.stripe.paymentMethods.retrieve(paymentMethodId);
    return `${paymentMethodId}, ${card?.brand ?? 'no card'} ending in ${card?.last4 ?? '?'}`;
  }

  /** Returns the id of the saved card. */
  private async setUp(testCard: string): Promise<string> {
    const setup = await this.stripe.setupIntents.create({
      customer: this.customerId,
      payment_method: testCard,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
    });
    const { status, payment_method: method } = await this.stripe.setupIntents.confirm(setup.id);
    assertEqual('the status of the setup', status, 'succeeded');
    const id = typeof method === 'string' ? method : method?.id;
    if (id === undefined) throw new Unexpected('the setup saved no card');
    return id;
  }

  /** Creates the intent, then confirms it, as billing does. */
  private async createIntent(paymentMethodId: string): Promise<string> {
    const { id } = await this.stripe.paymentIntents.create({
      amount: AMOUNT_CENTS,
      currency: 'usd',
      customer: this.customerId,
      payment_method: paymentMethodId,
      allowed_payment_method_types: ['card'],
      description: 'Smoke test',
      statement_descriptor_suffix: 'LEAD',
    });
    return id;
  }

  private async charge(): Promise<string> {
    const id = await this.createIntent(await this.setUp('pm_card_visa'));
    const intent = await this.stripe.paymentIntents.confirm(id, { off_session: true });
    assertEqual('the status of the payment', intent.status, 'succeeded');
    assertEqual('the amount received', intent.amount_received, AMOUNT_CENTS);
    this.paidIntentId = id;
    this.expectedEvents.push({ type: 'payment_intent.succeeded', intentId: id });
    return `${id} ${intent.status}, ${intent.amount_received} ${intent.currency} cents`;
  }

  private async decline(): Promise<string> {
    const id = await this.createIntent(await this.setUp('pm_card_chargeCustomerFail'));
    const error = await this.expectRefusal(id);
    assertEqual('the code', error.code, 'card_declined');
    return `${id} ${error.code ?? ''}, ${error.decline_code}`;
  }

  private async requireAuthentication(): Promise<string> {
    const method = await this.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: this.customerId,
    });
    const id = await this.createIntent(method.id);
    const error = await this.expectRefusal(id);
    assertEqual('the code', error.code, 'authentication_required');
    return `${id} ${error.code ?? ''}`;
  }

  private async expectRefusal(intentId: string): Promise<InstanceType<typeof Stripe.errors.StripeCardError>> {
    try {
      await this.stripe.paymentIntents.confirm(intentId, { off_session: true });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      const { status } = await this.stripe.paymentIntents.retrieve(intentId);
      assertEqual('the status of the payment', status, 'requires_payment_method');
      this.expectedEvents.push({ type: 'payment_intent.payment_failed', intentId });
      return error;
    }
    throw new Unexpected('the charge was not refused');
  }

  private async refund(): Promise<string> {
    if (this.paidIntentId === '') throw new Unexpected('there is no payment to refund');
    const refund = await this.stripe.refunds.create({
      payment_intent: this.paidIntentId,
      amount: AMOUNT_CENTS,
      reason: 'requested_by_customer',
    });
    assertEqual('the status of the refund', refund.status, 'succeeded');
    this.expectedEvents.push({ type: 'charge.refunded', intentId: this.paidIntentId });
    return `${refund.id} ${refund.status ?? ''}`;
  }

  private async waitForEvents(): Promise<string> {
    if (this.expectedEvents.length === 0) throw new Unexpected('nothing happened that has an event');
    const deadline = Date.now() + this.eventTimeoutMs;
    for (;;) {
      const events = await this.listEvents();
      const missing = this.expectedEvents.filter(
        ({ type, intentId }) => !events.some((event) => event.type === type && isAbout(event, intentId)),
      );
      if (missing.length === 0) return this.expectedEvents.map(({ type }) => type).join(', ');
      if (Date.now() > deadline)
        throw new Unexpected(
          `missing: ${missing.map(({ type, intentId }) => `${type} of ${intentId}`).join(', ')}`,
        );
      await pause(EVENTS_POLL_MS);
    }
  }

  private async removeCards(): Promise<string> {
    let count = 0;
    for await (const { id } of this.stripe.customers.listPaymentMethods(this.customerId, { limit: 100 })) {
      await this.stripe.paymentMethods.detach(id);
      count += 1;
    }
    return `${count} cards of ${this.customerId}`;
  }
}

function isAbout({ data: { object } }: Stripe.Event, intentId: string): boolean {
  if ('payment_intent' in object && object.payment_intent === intentId) return true;
  return 'id' in object && object.id === intentId;
}
