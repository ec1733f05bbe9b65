import { describe, expect, it } from '@jest/globals';
import { sealerOf } from '@desk/testing';
import { readAcknowledgment, toAcknowledgment } from './acknowledgment.js';

const router = sealerOf('lead-router');
const billing = sealerOf('billing');
const notifier = sealerOf('notifier');
const fromRouter = { keyId: 'test', sender: 'lead-router' } as const;
const charge = { queue: 'billing.events', messageId: 'billing.charge-offer~a b:c' };

describe('acknowledgments', () => {
  it('round-trip from the consumer to the sender', () => {
    const text = toAcknowledgment(billing, fromRouter, charge);
    expect(readAcknowledgment(router, text)).toEqual(charge);
  });

  it('are sealed for the purpose that earlier releases know', () => {
    const [sealed = ''] = toAcknowledgment(billing, fromRouter, charge).split(' ');
    const purpose = `acknowledgement ${charge.queue} ${charge.messageId}`;
    expect(router.open(sealed, purpose).origin.sender).toBe('billing');
  });

  it.each([
    ['another consumer', toAcknowledgment(notifier, fromRouter, charge)],
    ['nobody', `${charge.queue} ${charge.messageId}`],
    ['a process without keys', `test/billing.AAAA ${charge.queue} ${charge.messageId}`],
    ['the consumer, for another message', `${toAcknowledgment(billing, fromRouter, charge)}-2`],
  ])('are ignored from %s', (_who, text) => {
    expect(readAcknowledgment(router, text)).toBeUndefined();
  });
});
