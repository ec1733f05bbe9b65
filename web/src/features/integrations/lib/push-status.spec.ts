import { describe, expect, it } from '@jest/globals';
import { pushEndReasons } from '@desk/contracts/notifications/push.values';
import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';
import { describeEndReason, describeLastNotification, type ThisBrowser, toPushStatus } from './push-status';

const here: ThisBrowser = { isSupported: true, permission: 'granted', endpointDigest: 'digest' };
const listed: PushBrowser = {
  id: '0191e1a0-0000-7000-8000-00000000000b',
  name: 'Chrome on Windows',
  endpointDigest: 'digest',
  allowedAt: '2026-01-05T14:03:11.020Z',
  endedAt: null,
  endReason: null,
  lastNotification: null,
};

describe('toPushStatus', () => {
  it('is allowed only while the browser and we agree', () => {
    expect(toPushStatus('key', [listed], here)).toBe('allowed');
    expect(toPushStatus('key', [], here)).toBe('offered');
    expect(toPushStatus('key', [{ ...listed, endedAt: listed.allowedAt }], here)).toBe('offered');
    expect(toPushStatus('key', [listed], { ...here, endpointDigest: null })).toBe('offered');
    expect(toPushStatus('key', [listed], { ...here, permission: 'default' })).toBe('offered');
  });

  it('says first what the agent cannot change here', () => {
    expect(toPushStatus(null, [listed], here)).toBe('unavailable');
    expect(toPushStatus('key', [listed], { ...here, isSupported: false, permission: 'denied' })).toBe(
      'unsupported',
    );
    expect(toPushStatus('key', [listed], { ...here, permission: 'denied' })).toBe('blocked');
  });
});

describe('the description of a browser', () => {
  it('has a sentence for every reason, and for those of a newer release', () => {
    const sentences = [...pushEndReasons, 'NEW', null].map(describeEndReason);
    expect(new Set(sentences).size).toBe(pushEndReasons.length + 1);
  });

  it('says that a notification was sent, and never that it was seen', () => {
    const at = '2026-01-05T14:03:11.020Z';
    const describeStatus = (status: 'sent' | 'failed' | 'queued') =>
      describeLastNotification({ ...listed, lastNotification: { status, at, lastErrorCode: null } });
    expect(describeLastNotification(listed)).toBe('No notifications sent yet.');
    expect(describeStatus('sent')).toMatch(/^Last notification sent /);
    expect(describeStatus('failed')).toMatch(/could not be sent/);
    expect(describeStatus('queued')).toMatch(/trying/);
    for (const status of ['sent', 'failed', 'queued'] as const)
      expect(describeStatus(status)).not.toMatch(/deliver|seen|shown/);
  });
});
