import type { DeliveryState } from '@desk/contracts';

/** What happens to a delivery. Only an admin's order takes up again what was given up. */
export type DeliveryTurn = 'taken' | 'given-up' | 'resent';

const turns: Readonly<Record<DeliveryState, Partial<Readonly<Record<DeliveryTurn, DeliveryState>>>>> = {
  queued: { taken: 'sent', 'given-up': 'failed' },
  failed: { resent: 'queued' },
  sent: {},
};

/** Where it goes from there; undefined when that cannot happen to it. */
export const afterTurn = (from: DeliveryState, turn: DeliveryTurn): DeliveryState | undefined =>
  turns[from][turn];
