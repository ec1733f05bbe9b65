import { defineTransitions, type OfferState } from '@desk/contracts';

export const offerTransitions = defineTransitions<OfferState>('offer', {
  // `released`: the charge certainly did not happen, and the card is not to blame.
  open: ['charged', 'declined', 'released'],
  charged: [],
  declined: [],
  released: [],
});
