/** A succeeded payment, as our database or the provider records it. */
export interface Payment {
  readonly intentId: string;
  readonly offerId: string;
  readonly amountCents: number;
  readonly refundedCents: number;
}

/** `from` is included, `to` is not. Undefined means no limit. */
export interface Window {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

interface PaymentFault {
  readonly intent: string;
  readonly fault: string;
}

/** A payment at the provider, and when it was created. */
export interface ListedPayment extends Payment {
  readonly createdAt: Date;
}

/** Our side of the comparison. */
export interface RecordedSide {
  /** Returns where the window that begins at `from` ends, at a whole second; undefined for the last one. */
  findWindowEnd(from: Date | undefined): Promise<Date | undefined>;
  list(window: Window): Promise<Payment[]>;
  /** Returns those of our payments that have one of these intents or offers, whenever they were recorded. */
  findSame(payments: readonly Payment[]): Promise<Pick<Payment, 'intentId' | 'offerId'>[]>;
}

export interface ProviderSide {
  /** Returns the payments that were created in the window. */
  list(window: Window): Promise<ListedPayment[]>;
  find(intentId: string): Promise<Payment | undefined>;
}

/**
 * We record a payment after the provider began it, usually within seconds. One that took longer, because its answer was
 * lost, is read by its id.
 */
export const MARGIN_MS = 10 * 60_000;

/**
 * Returns the differences between our payments and the provider's. Compares window by window, so memory does not grow
 * with their number.
 */
export async function comparePayments(ours: RecordedSide, theirs: ProviderSide): Promise<PaymentFault[]> {
  const faults: PaymentFault[] = [];
  /** The offers of payments that only the provider has. Each of these is a fault, so there are few. */
  const unrecordedOffers = new Set<string>();
  for await (const window of toWindows(ours)) {
    const recorded = await ours.list(window);
    const listed = new Map((await theirs.list(widen(window))).map((payment) => [payment.intentId, payment]));
    for (const payment of recorded) {
      const match = listed.get(payment.intentId) ?? (await theirs.find(payment.intentId));
      listed.delete(payment.intentId);
      faults.push(...compareOne(payment, match));
    }
    const unmatched = [...listed.values()].filter(({ createdAt }) => isWithin(window, createdAt));
    faults.push(...(await findUnrecorded(unmatched, ours, unrecordedOffers)));
  }
  return faults;
}

/** The first window begins, and the last one ends, without a limit: each payment is in exactly one. */
async function* toWindows(ours: RecordedSide): AsyncGenerator<Window> {
  let from: Date | undefined;
  do {
    const to = await ours.findWindowEnd(from);
    yield { from, to };
    from = to;
  } while (from !== undefined);
}

const shift = (date: Date | undefined, ms: number): Date | undefined => date && new Date(date.getTime() + ms);

const widen = ({ from, to }: Window): Window => ({ from: shift(from, -MARGIN_MS), to: shift(to, MARGIN_MS) });

const isWithin = ({ from, to }: Window, date: Date): boolean =>
  (from === undefined || date >= from) && (to === undefined || date < to);

function compareOne(ours: Payment, theirs: Payment | undefined): PaymentFault[] {
  const { intentId: intent, offerId, amountCents, refundedCents } = ours;
  if (!theirs) return [{ intent, fault: 'paid in our database, but not at the provider' }];
  if (theirs.amountCents !== amountCents || theirs.offerId !== offerId)
    return [{ intent, fault: 'amount or offer differs' }];
  if (theirs.refundedCents === refundedCents) return [];
  return [
    {
      intent,
      fault: `refunded: ${refundedCents} cents in our database, ${theirs.refundedCents} at the provider`,
    },
  ];
}

/** We record one payment per offer, so a second payment at the provider is not recorded. */
async function findUnrecorded(
  listed: readonly Payment[],
  ours: RecordedSide,
  unrecordedOffers: Set<string>,
): Promise<PaymentFault[]> {
  const same = await ours.findSame(listed);
  const recordedIntents = new Set(same.map(({ intentId }) => intentId));
  const paidOffers = new Set(same.map(({ offerId }) => offerId));
  const faults: PaymentFault[] = [];
  for (const { intentId: intent, offerId } of listed) {
    if (recordedIntents.has(intent)) continue;
    faults.push({ intent, fault: 'paid at the provider, but not in our database' });
    if (paidOffers.has(offerId) || unrecordedOffers.has(offerId))
      faults.push({ intent, fault: 'charged its offer again' });
    unrecordedOffers.add(offerId);
  }
  return faults;
}
