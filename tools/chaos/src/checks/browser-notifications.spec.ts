import { describe, expect, it } from '@jest/globals';
import { type BrowserNotification, compareNotifications } from './browser-notifications.js';

const lead = '0191e1a0-0000-7000-8000-00000000000b';
const sent: BrowserNotification = {
  lead,
  isReminder: false,
  status: 'sent',
  endpointDigest: 'digest of a',
  isUnsold: false,
};
const text = JSON.stringify({
  title: 'New lead',
  body: 'State: TX. Type: Fixed.',
  path: `/leads/${lead}`,
  tag: lead,
});
const shown = { subscription: 'a', text };
const compare = (
  notifications: BrowserNotification[],
  pushes: (typeof shown | { subscription: string; text: null })[],
) => compareNotifications(notifications, pushes, (subscription) => `digest of ${subscription}`);

describe('compareNotifications', () => {
  it('accepts a notification that reached its browser once or twice', () => {
    expect(compare([sent], [shown, shown])).toEqual([]);
    expect(compare([{ ...sent, status: 'failed' }], [])).toEqual([]);
  });

  it('reports a notification that was not shown', () => {
    expect(compare([sent], [])).toEqual([{ lead, fault: 'status is sent, but it did not arrive' }]);
    expect(compare([sent], [{ ...shown, text: null }])).toContainEqual(
      expect.objectContaining({ fault: 'the browser could not decrypt it' }),
    );
  });

  it('distinguishes a reminder of a lead from its sale', () => {
    const reminder = { ...sent, isReminder: true };
    const tagged = { ...(JSON.parse(text) as object), title: 'Call back', tag: `mne0abcd-${lead}` };
    expect(compare([sent, reminder], [shown, { ...shown, text: JSON.stringify(tagged) }])).toEqual([]);
    expect(compare([sent, reminder], [shown])).toEqual([
      { lead, fault: 'status is sent, but it did not arrive' },
    ]);
  });

  it('reports a notification that reached another agent', () => {
    expect(compare([sent], [shown, { ...shown, subscription: 'b' }])).toEqual([
      { lead, fault: 'arrived at the wrong browser' },
    ]);
    expect(compare([{ ...sent, isUnsold: true }], [shown])).toEqual([
      { lead, fault: 'announced to an agent who did not buy it' },
    ]);
  });

  it('reports a notification that reveals too much', () => {
    for (const more of [{ phone: '+15125550142' }, { body: 'Margaret Ellison, TX' }]) {
      const push = { ...shown, text: JSON.stringify({ ...(JSON.parse(text) as object), ...more }) };
      expect(compare([sent], [push])).toContainEqual(
        expect.objectContaining({ fault: 'says more than it may' }),
      );
    }
  });
});
