import { describe, expect, it } from '@jest/globals';
import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';
import { type ThisBrowser, toPushStatus } from './push-status';

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
  it('is allowed only while the browser and the server both allow notifications', () => {
    expect(toPushStatus('key', [listed], here)).toBe('allowed');
    expect(toPushStatus('key', [], here)).toBe('offered');
    expect(toPushStatus('key', [{ ...listed, endedAt: listed.allowedAt }], here)).toBe('offered');
    expect(toPushStatus('key', [listed], { ...here, endpointDigest: null })).toBe('offered');
    expect(toPushStatus('key', [listed], { ...here, permission: 'default' })).toBe('offered');
  });

  it('asks for a review of a browser that gets nothing until it is kept', () => {
    expect(toPushStatus('key', [{ ...listed, needsReview: true }], here)).toBe('review');
  });

  it('reports first what the agent cannot change on this page', () => {
    expect(toPushStatus(null, [listed], here)).toBe('unavailable');
    expect(toPushStatus('key', [listed], { ...here, isSupported: false, permission: 'denied' })).toBe(
      'unsupported',
    );
    expect(toPushStatus('key', [listed], { ...here, permission: 'denied' })).toBe('blocked');
  });
});
