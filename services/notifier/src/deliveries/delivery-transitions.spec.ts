import { deliveryStates } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { deliveryTransitions } from '../delivery-log/resend.controller.js';

it('a delivery goes from queued to sent or failed, back to queued only if it failed, and changes again with late reports', () => {
  const allowed = deliveryStates.flatMap((from) =>
    deliveryStates.filter((to) => deliveryTransitions.isAllowed(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    'queued → sent',
    'queued → failed',
    'sent → failed',
    'failed → queued',
    'failed → sent',
  ]);
});
