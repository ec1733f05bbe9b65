import { describe, expect, it } from '@jest/globals';
import { formatDateTime, formatTime } from '../../../lib/dates';
import { deliveryStory, type DeliveryRow } from './delivery-story';
import { deliveryReason } from './delivery-words';

const at = (seconds: number) =>
  new Date(Date.parse('2026-01-05T14:30:00.000Z') + seconds * 1_000).toISOString();

const delivery = (change: Partial<DeliveryRow>): DeliveryRow => ({
  id: '5b8f2a10-93c4-4f77-8a1e-0c6d7e8f9a01',
  channel: 'email',
  address: 'agent@example.com',
  status: 'queued',
  attempts: 0,
  queuedAt: at(0),
  nextAttemptAt: at(0),
  sentAt: null,
  failedAt: null,
  lastErrorCode: null,
  ...change,
});

describe('what became of a delivery', () => {
  it('was taken: when, and how long it took', () => {
    const sent = delivery({ status: 'sent', attempts: 1, sentAt: at(0.25), nextAttemptAt: null });
    expect(deliveryStory(sent)).toEqual({
      tone: 'brand',
      name: 'Delivered',
      text: `${formatDateTime(at(0))}, in 250 ms.`,
    });
    expect(deliveryStory({ ...sent, attempts: 3, sentAt: at(8) }).text).toBe(
      `${formatDateTime(at(8))}, in 8 s, after 3 tries.`,
    );
  });

  it('is on its way, also while the first try is being made', () => {
    for (const attempts of [0, 1])
      expect(deliveryStory(delivery({ attempts }))).toEqual({
        tone: 'money',
        name: 'On its way',
        text: `Since ${formatTime(at(0))}.`,
      });
  });

  it('is tried again: why, and when', () => {
    const waiting = delivery({ attempts: 1, lastErrorCode: 'SMTP_451', nextAttemptAt: at(60) });
    expect(deliveryStory(waiting)).toEqual({
      tone: 'money',
      name: 'Trying again',
      text: `Not taken so far because the mail server asked to try later. The next try is at ${formatTime(at(60))}, after 1 try.`,
    });
    expect(deliveryStory({ ...waiting, lastErrorCode: 'UNKNOWN', nextAttemptAt: null }).text).toBe(
      'Not taken so far. The next try is soon, after 1 try.',
    );
  });

  it('was given up: when, after how much, and why', () => {
    const failed = delivery({ status: 'failed', attempts: 2, failedAt: at(90), lastErrorCode: 'SMTP_550' });
    expect(deliveryStory(failed)).toEqual({
      tone: 'danger',
      name: 'Not delivered',
      text: `Given up ${formatDateTime(at(90))} after 2 tries because the mail server refused the address.`,
    });
  });
});

describe('the reason of a delivery', () => {
  it.each([
    ['SMTP_550', 'the mail server refused the address'],
    ['SMTP_552', 'the mailbox is full'],
    ['SMTP_535', 'of a fault on our side'],
    ['SMTP_421', 'the mail server asked to try later'],
    ['SMTP_554', 'the mail server refused the message'],
    ['HTTP_410', 'there is nothing at the address any more'],
    ['HTTP_403', 'the other side did not let us in'],
    ['HTTP_429', 'the other side asked to try later'],
    ['HTTP_422', 'the other side refused the message'],
    ['HTTP_500', 'the other side was in trouble'],
    ['ETIMEDOUT', 'there was no answer in time'],
    ['BAD_ADDRESS', 'this is not an address that mail can be sent to'],
    ['NOT_COMPOSED', 'of a fault on our side'],
    ['UNKNOWN', null],
    [null, null],
  ])('%p is %p', (code, reason) => {
    expect(deliveryReason(code)).toBe(reason);
  });
});
