import { describe, expect, it } from '@jest/globals';
import { sampleSale } from '../channels/optional-channels.service.js';
import { renderPush, secondsLeft, toPushContent, toTopic } from './push-notification.js';

const sale = { ...sampleSale('0191e1a0-0000-7000-8000-000000000003'), soldAt: '2026-01-05T14:00:00.000Z' };

describe('the notification of a lead', () => {
  it('says where the lead is from and of what type, and leads to its page', () => {
    expect(renderPush(toPushContent(sale))).toEqual({
      title: 'New lead',
      body: 'State: NY. Type: Fixed.',
      path: `/leads/${sale.leadId}`,
      tag: sale.leadId,
    });
  });

  it('contains nothing that identifies a person, in what is stored and in what is sent', () => {
    const { fullName, phone, email, zipCode, consent } = sale.lead;
    const content = toPushContent(sale);
    for (const text of [JSON.stringify(content), JSON.stringify(renderPush(content))])
      for (const secret of [
        ...fullName.split(' '),
        phone,
        phone.slice(2),
        email,
        zipCode,
        consent?.ipAddress,
      ])
        expect(text).not.toContain(secret);
    expect(Object.keys(content)).toEqual(['leadId', 'state', 'leadType', 'soldAt']);
  });

  it('is useful for 24 hours', () => {
    expect(secondsLeft(sale, new Date('2026-01-05T14:00:00.000Z'))).toBe(86_400);
    expect(secondsLeft(sale, new Date('2026-01-06T13:59:59.500Z'))).toBe(1);
    expect(secondsLeft(sale, new Date('2026-01-06T14:00:00.000Z'))).toBeUndefined();
  });

  it('has a topic that push services accept', () => {
    expect(toTopic(sale.leadId)).toMatch(/^[\w-]{32}$/);
    expect(toTopic('test')).toBe('test');
  });
});
