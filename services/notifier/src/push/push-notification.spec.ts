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
    expect(Object.keys(content)).toEqual(['subject', 'leadId', 'state', 'leadType', 'at']);
  });

  it('is useful for 24 hours', () => {
    const content = toPushContent(sale);
    expect(secondsLeft(content, new Date('2026-01-05T14:00:00.000Z'))).toBe(86_400);
    expect(secondsLeft(content, new Date('2026-01-06T13:59:59.500Z'))).toBe(1);
    expect(secondsLeft(content, new Date('2026-01-06T14:00:00.000Z'))).toBeUndefined();
  });

  it('has a topic that push services accept', () => {
    expect(toTopic(sale.leadId)).toMatch(/^[\w-]{32}$/);
    expect(toTopic('test')).toBe('test');
  });
});

describe('the notification of a reminder', () => {
  const remind = (at: string) => renderPush({ ...toPushContent(sale), subject: 'reminder-due', at });

  it('says that it is time to call back, and leads to the page of the lead', () => {
    expect(remind('2026-03-31T20:00:00.000Z')).toMatchObject({
      title: 'Call back',
      body: 'State: NY. Type: Fixed.',
      path: `/leads/${sale.leadId}`,
    });
  });

  it('replaces neither that of the sale nor an earlier reminder', () => {
    const tags = [
      renderPush(toPushContent(sale)).tag,
      ...['2026-03-31T20:00:00.000Z', '2026-03-31T20:01:00.000Z'].map((at) => remind(at).tag),
    ];
    for (const values of [tags, tags.map(toTopic)]) expect(new Set(values).size).toBe(3);
    for (const tag of tags) expect(toTopic(tag)).toMatch(/^[\w-]{32}$/);
  });
});
