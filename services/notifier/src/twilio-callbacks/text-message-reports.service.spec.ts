import { describe, expect, it } from '@jest/globals';
import { decideOnReport, type ReportedDelivery } from './text-message-reports.service.js';

const sent: ReportedDelivery = {
  status: 'sent',
  providerMessageId: 'SM1',
  isConfirmed: false,
  isLeased: false,
};
const queued: ReportedDelivery = { ...sent, status: 'queued', providerMessageId: null };
const failed: ReportedDelivery = { ...sent, status: 'failed' };
const confirmed: ReportedDelivery = { ...sent, isConfirmed: true };
const decide = (status: string, delivery: ReportedDelivery, messageSid = 'SM1') =>
  decideOnReport({ messageSid, status }, delivery);

describe('a report about a text message', () => {
  it('confirms the arrival, also after a failure or before our own record', () => {
    for (const delivery of [sent, failed, queued]) expect(decide('delivered', delivery)).toBe('confirm');
  });

  it('fails a sent delivery only if it is about its last message', () => {
    expect(decide('undelivered', sent)).toBe('fail');
    expect(decide('failed', sent)).toBe('fail');
    expect(decide('undelivered', sent, 'SM0')).toBe('ignore');
  });

  it('changes nothing once the arrival is confirmed, or when it is repeated', () => {
    for (const status of ['sent', 'undelivered', 'delivered'])
      expect(decide(status, confirmed)).toBe('ignore');
    expect(decide('undelivered', failed)).toBe('ignore');
    expect(decide('sent', sent)).toBe('ignore');
  });

  it("marks a message as sent if Twilio's answer was lost", () => {
    expect(decide('sent', queued)).toBe('accept');
  });

  it('about an earlier message does not change a delivery that was resent', () => {
    expect(decide('sent', { ...queued, providerMessageId: 'SM1' })).toBe('ignore');
    expect(decide('undelivered', queued)).toBe('ignore');
  });

  it('waits while the message is being sent', () => {
    for (const status of ['sent', 'delivered', 'undelivered'])
      expect(decide(status, { ...queued, isLeased: true })).toBe('wait');
  });
});
