import type { Attention } from '@desk/contracts/admin/attention.routes';
import { describe, expect, it } from '@jest/globals';
import { describeWaiting, findWaitingKind, listWaiting } from './waiting';

const attention: Attention = {
  waitingLeads: 999,
  heldPosts: 0,
  integrationRequests: 0,
  problems: 1,
  disputes: 2,
  differences: null,
  deliveries: 1_000,
  failedMessages: 4_000,
  incidents: null,
};

describe('describeWaiting', () => {
  it('names what waits', () => {
    expect(describeWaiting('problems', attention)).toEqual({ count: '1', name: '1 open problem' });
    expect(describeWaiting('disputes', attention)).toEqual({ count: '2', name: '2 disputes to review' });
    expect(describeWaiting('waitingLeads', attention)).toEqual({ count: '999', name: '999 waiting leads' });
  });

  it('says that there may be more where counting stopped', () => {
    expect(describeWaiting('deliveries', attention)?.name).toBe('999+ deliveries to send again');
    expect(describeWaiting('failedMessages', attention)?.count).toBe('999+');
  });

  it('shows nothing for 0 and for what is not known', () => {
    expect(describeWaiting('integrationRequests', attention)).toBeNull();
    expect(describeWaiting('incidents', attention)).toBeNull();
    expect(describeWaiting('problems', undefined)).toBeNull();
  });
});

describe('listWaiting', () => {
  it('lists what waits, and where', () => {
    const nothing = { waitingLeads: 0, problems: 0, disputes: 0, deliveries: 0, failedMessages: 0 };
    expect(listWaiting({ ...attention, ...nothing })).toEqual([]);
    expect(listWaiting({ ...attention, ...nothing, problems: 1, disputes: 2 })).toEqual([
      { page: '/admin/problems', name: '1 open problem' },
      { page: '/admin/disputes', name: '2 disputes to review' },
    ]);
  });
});

it('finds what may wait on a page', () => {
  expect(findWaitingKind('/admin/messages')).toBe('failedMessages');
  expect(findWaitingKind('/admin/leads')).toBeUndefined();
});
