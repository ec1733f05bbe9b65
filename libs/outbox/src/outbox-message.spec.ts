import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { chargeOffer, defineEvent, DomainError, strictObject, uuid } from '@desk/contracts';
import { newContext, openEnvelope, runInContext } from '@desk/bullmq-transport';
import { sealerOf } from '@desk/testing';
import { toMessages } from './outbox-message.js';

const sealer = sealerOf('lead-router');
const offerId = randomUUID();
const twoConsumers = defineEvent('lead-router', 'test.happened', {
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
    const job = { id: message!.messageId, sealed: message!.sealed };
    expect(openEnvelope(sealerOf('billing'), job)).toEqual({
      envelope: { v: 1, name: 'test.happened', payload: { offerId }, ...context },
      origin: { keyId: 'test', sender: 'lead-router' },
    });
  });

  it('seals each copy for its consumer alone', () => {
    const [first, second] = toMessages(sealer, twoConsumers, { offerId }, { key: 'k' });
    expect([first!.queue, second!.queue]).toEqual(['billing.events', 'notifier.events']);
    const open = (consumer: 'billing' | 'notifier', { messageId: id, sealed }: typeof first & object) =>
      openEnvelope(sealerOf(consumer), { id, sealed });
    expect(open('billing', first!).envelope).toEqual(open('notifier', second!).envelope);
    expect(() => open('notifier', first!)).toThrow();
    expect(() => open('billing', second!)).toThrow();
  });

  it('refuses an event of another service', () => {
    expect(() => toMessages(sealerOf('billing'), twoConsumers, { offerId }, { key: 'k' })).toThrow(
      'billing is not a sender of test.happened',
    );
  });

  it('rejects a payload that does not match the contract', () => {
    const payload = {
      offerId: 'none',
      leadId: offerId,
      buyerId: offerId,
      amountCents: 0.5,
      currency: 'usd',
      serverStart: '1767623400.1',
      reservedAt: '2026-01-05T14:30:00.000Z',
    };
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
