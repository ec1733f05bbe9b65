import { describe, expect, it } from '@jest/globals';
import { pushEndReasons } from '@desk/contracts/notifications/push.values';
import { describePushBrowser } from './push-browsers';

const at = '2026-01-05T14:03:11.020Z';
const browser = { allowedAt: at, endedAt: null, endReason: null, lastNotification: null };

describe('describePushBrowser', () => {
  it('has a sentence for every reason for an end, and for those of a newer release', () => {
    const sentences = [...pushEndReasons, 'NEW', null].map((endReason) =>
      describePushBrowser({ ...browser, endedAt: at, endReason }),
    );
    expect(new Set(sentences).size).toBe(pushEndReasons.length + 1);
  });

  it('says that a notification was sent, and never that it was seen', () => {
    const describeStatus = (status: 'sent' | 'failed' | 'queued') =>
      describePushBrowser({ ...browser, lastNotification: { status, at, lastErrorCode: null } });
    expect(describePushBrowser(browser)).toMatch(/^Allowed .*2026\. No notifications sent yet\.$/);
    expect(describeStatus('sent')).toMatch(/\. Last notification sent /);
    expect(describeStatus('failed')).toMatch(/could not be sent/);
    expect(describeStatus('queued')).toMatch(/trying/);
    for (const status of ['sent', 'failed', 'queued'] as const)
      expect(describeStatus(status)).not.toMatch(/deliver|seen|shown/);
  });
});
