import type { LeadState, OfferState } from '@desk/contracts';

const leadTransitions: Record<LeadState, readonly LeadState[]> = {
  available: ['reserved', 'expired'],
  reserved: ['sold', 'available'],
  sold: [],
  expired: [],
};

/** `released`: the charge was given up for certain, without the card being to blame. */
const offerTransitions: Record<OfferState, readonly OfferState[]> = {
  open: ['charged', 'declined', 'released'],
  charged: [],
  declined: [],
  released: [],
};

function check<S extends string>(kind: string, table: Record<S, readonly S[]>, from: S, to: S): S {
  if (!table[from].includes(to)) throw new Error(`a ${kind} cannot go from '${from}' to '${to}'`);
  return to;
}

/** The new state; throws when a lead cannot go there from where it is. */
export const moveLead = (from: LeadState, to: LeadState): LeadState =>
  check('lead', leadTransitions, from, to);

/** The new state; throws when an offer cannot go there from where it is. */
export const moveOffer = (from: OfferState, to: OfferState): OfferState =>
  check('offer', offerTransitions, from, to);
