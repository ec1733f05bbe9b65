import { deliveryStates } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { afterTurn, type DeliveryTurn } from './delivery-transitions.js';

it('a delivery that was sent stays so, and one that was given up is taken up by an order alone', () => {
  const turns: DeliveryTurn[] = ['taken', 'given-up', 'resent'];
  const ways = deliveryStates.flatMap((from) =>
    turns.flatMap((turn) => {
      const to = afterTurn(from, turn);
      return to === undefined ? [] : [`${from}, ${turn}: ${to}`];
    }),
  );
  expect(ways).toEqual(['queued, taken: sent', 'queued, given-up: failed', 'failed, resent: queued']);
});
