import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { chargeOffer, defineEvent, DomainError, strictObject, uuid } from '@desk/contracts';
import { newContext, openEnvelope, runInContext, Sealer } from '@desk/bullmq-transport';
import { toMessages } from './outbox-message.js';

const sealer = new Sealer(`k1:${randomBytes(32).toString('base64')}`);
const offerId = randomUUID();
const twoConsumers = defineEvent({
  name: 'test.happened',
  payload: strictObject({ offerId: uuid() }),
  consumers: ['billing', 'notifier'],
});

describe('toMessages', () => {
  it('addresses each consumer under one deterministic id', () => {
    const make = () => toMessages(sealer, twoConsumers, { offerId }, { key: offerId });
    expect(make().map(({ messageId, queue, delayMs }) => ({ messageId, queue, delayMs }))).toEqual([
      { messageId: `test.happened~${offerId}`, queue: 'billing.events', delayMs: 0 },
      { messageId: `test.happened~${offerId}`, queue: 'notifier.events', delayMs: 0 },
    ]);
    expect(make().map(({ messageId }) => messageId)).toEqual(make().map(({ messageId }) => messageId));
  });

  it('seals the payload with the correlation id of its cause', () => {
    const context = newContext();
    const [message] = runInContext(context, () =>
      toMessages(sealer, twoConsumers, { offerId }, { key: 'k', delayMs: 70 }),
    );
    expect(message).toMatchObject({ delayMs: 70 });
    expect(message!.sealed).not.toContain(offerId);
    expect(openEnvelope(sealer, { id: message!.messageId, sealed: message!.sealed })).toEqual({
      v: 1,
      name: 'test.happened',
      payload: { offerId },
      ...context,
    });
  });

  it('rejects a payload that does not match the contract', () => {
    const payload = { offerId: 'none', leadId: offerId, buyerId: offerId, amountCents: 0.5, currency: 'usd' };
    expect(() => toMessages(sealer, chargeOffer, payload, { key: 'k' })).toThrow(DomainError);
    try {
      toMessages(sealer, chargeOffer, payload, { key: 'k' });
    } catch (error) {
      expect((error as DomainError).fields.map(({ field }) => field).toSorted()).toEqual([
        'amountCents',
        'offerId',
      ]);
    }
  });
});
