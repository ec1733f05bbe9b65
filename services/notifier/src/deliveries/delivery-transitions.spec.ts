import { deliveryStates } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { canTransition } from './delivery-transitions.js';

it('a delivery goes from queued to sent or failed, and back to queued only if it failed', () => {
  const legal = deliveryStates.flatMap((from) =>
    deliveryStates.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(legal).toEqual(['queued → sent', 'queued → failed', 'failed → queued']);
});
