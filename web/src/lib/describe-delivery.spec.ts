import { describe, expect, it } from '@jest/globals';
import { formatDateTime, formatTime } from '@/lib/dates';
import { describeDelivery, type DeliveryRow } from './describe-delivery';

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
  confirmedAt: null,
  failedAt: null,
  lastErrorCode: null,
  ...change,
});

describe('describeDelivery', () => {
  it('shows when a delivery was sent and how long it took', () => {
    const sent = delivery({ status: 'sent', attempts: 1, sentAt: at(0.25), nextAttemptAt: null });
    expect(describeDelivery(sent)).toEqual({
      tone: 'brand',
      label: 'Delivered',
      text: `${formatDateTime(at(0))}, in 250 ms.`,
    });
    expect(describeDelivery({ ...sent, attempts: 3, sentAt: at(8) }).text).toBe(
      `${formatDateTime(at(8))}, in 8 s, after 3 attempts.`,
    );
  });

  it('shows a delivery as on its way before and during the first attempt', () => {
    for (const attempts of [0, 1])
      expect(describeDelivery(delivery({ attempts }))).toEqual({
        tone: 'money',
        label: 'On its way',
        text: `Queued at ${formatTime(at(0))}.`,
      });
  });

  it('shows why an attempt failed and when the next one is', () => {
    const waiting = delivery({ attempts: 1, lastErrorCode: 'TEMPORARY_ERROR', nextAttemptAt: at(60) });
    expect(describeDelivery(waiting)).toEqual({
      tone: 'money',
      label: 'Trying again',
      text: `Not delivered yet: the mail server reported a temporary error. Next attempt at ${formatTime(at(60))}, 1 attempt so far.`,
    });
    expect(describeDelivery({ ...waiting, lastErrorCode: 'UNKNOWN', nextAttemptAt: null }).text).toBe(
      'Not delivered yet. Next attempt soon, 1 attempt so far.',
    );
  });

  it('shows when and why a delivery failed for good', () => {
    const failed = delivery({
      status: 'failed',
      attempts: 2,
      failedAt: at(90),
      lastErrorCode: 'ADDRESS_REFUSED',
    });
    expect(describeDelivery(failed)).toEqual({
      tone: 'danger',
      label: 'Not delivered',
      text: `Failed ${formatDateTime(at(90))} after 2 attempts: the mail server rejected the address.`,
    });
  });

  it('shows admins a reason that agents do not see', () => {
    const failed = delivery({
      status: 'failed',
      attempts: 1,
      failedAt: at(1),
      lastErrorCode: 'SENDER_REFUSED',
    });
    const start = `Failed ${formatDateTime(at(1))} after 1 attempt`;
    expect(describeDelivery(failed).text).toBe(`${start}: there is a problem on our side.`);
    expect(describeDelivery(failed, 'admin').text).toBe(
      `${start}. The mail server rejected us as the sender.`,
    );
    expect(describeDelivery({ ...failed, lastErrorCode: null }, 'admin').text).toBe(`${start}.`);
  });

  it('calls a text message delivered only once the carrier confirmed it', () => {
    const sent = delivery({
      channel: 'sms',
      status: 'sent',
      attempts: 1,
      sentAt: at(0.25),
      nextAttemptAt: null,
    });
    expect(describeDelivery(sent).label).toBe('Sent');
    expect(describeDelivery({ ...sent, confirmedAt: null }).label).toBe('Sent');
    expect(describeDelivery({ ...sent, confirmedAt: at(1) }).label).toBe('Delivered');
  });
});
