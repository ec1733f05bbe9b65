import { defineTransitions, type HeldPostState } from '@desk/contracts';

export const heldPostTransitions = defineTransitions<HeldPostState>('held post', {
  waiting: ['accepted', 'duplicate', 'discarded'],
  accepted: [],
  duplicate: [],
  discarded: [],
});
