import { describe, expect, it } from '@jest/globals';
import type { Arrived } from '../faults/sandbox-control.js';
import { type ChannelDelivery, compareChannelMessages, countArrivals } from './channel-messages.js';

const lead = '11111111-1111-4111-8111-111111111111';
const delivery = '22222222-2222-4222-8222-222222222222';
const phone = '+12125550175';
const webhook: ChannelDelivery = {
  id: delivery,
  lead,
  kind: 'webhook',
  status: 'sent',
  address: '/hooks/crm',
};
const sms: ChannelDelivery = { id: delivery, lead, kind: 'sms', status: 'sent', address: phone };
const hook = {
  name: 'crm',
  headers: { 'webhook-id': `msg_${delivery}` },
  body: JSON.stringify({ type: 'lead.sold', data: { lead_id: lead } }),
};
const text = {
  id: 'SM1',
  from: '+12125550100',
  to: phone,
  body: `New lead https://desk.test/leads/${lead} Reply STOP`,
};
const code = { ...text, body: 'Your code is 123456.' };

const slack: ChannelDelivery = {
  id: delivery,
  lead,
  kind: 'slack',
  status: 'sent',
  address: '#steady in Sandbox',
};
const post = {
  destination: 'CSTEADY',
  payload: { metadata: { event_payload: { delivery_id: delivery, lead_id: lead } } },
};
const greeting = { destination: 'CSTEADY', payload: {} };

const faultsOf = (
  deliveries: readonly ChannelDelivery[],
  hooks: Arrived['hooks'],
  sms: Arrived['sms'],
  posts: Arrived['slack'] = [],
) =>
  compareChannelMessages(deliveries, { hooks, sms, slack: posts }).map(
    (fault) => (fault as { fault: string }).fault,
  );

describe('compareChannelMessages', () => {
  it('accepts messages of sold leads, repeated or not, and texts about something else', () => {
    expect(faultsOf([webhook, sms], [hook, hook], [code, text])).toEqual([]);
  });

  it('accepts a delivery that failed, whether or not its message arrived', () => {
    const failed = { ...webhook, status: 'failed' };
    expect(faultsOf([failed], [], [])).toEqual([]);
    expect(faultsOf([failed], [hook], [])).toEqual([]);
  });

  it('reports what is sent and did not arrive', () => {
    expect(faultsOf([webhook, sms], [], [])).toEqual([
      'status is sent, but it did not arrive',
      'status is sent, but it did not arrive',
    ]);
  });

  it('reports what arrived at the wrong agent, or under another id', () => {
    expect(faultsOf([webhook], [{ ...hook, name: 'other' }], [])).toEqual(['arrived at the wrong agent']);
    expect(faultsOf([sms], [], [{ ...text, to: '+12125550199' }])).toEqual(['arrived at the wrong agent']);
    expect(faultsOf([webhook], [{ ...hook, headers: { 'webhook-id': 'msg_1' } }], [])).toEqual([
      'arrived under the id of another delivery',
    ]);
  });

  it('compares Slack posts, and ignores greetings', () => {
    expect(faultsOf([slack], [], [], [greeting, post, post])).toEqual([]);
    expect(faultsOf([slack], [], [], [greeting])).toEqual(['status is sent, but it did not arrive']);
    expect(faultsOf([slack], [], [], [{ ...post, destination: 'COTHER' }])).toEqual([
      'arrived at the wrong agent',
    ]);
    expect(faultsOf([{ ...slack, id: lead }], [], [], [post])).toEqual([
      'arrived under the id of another delivery',
    ]);
    expect(faultsOf([], [], [], [post])).toEqual(['sent, but not sold']);
  });

  it('reports what was sent without a sale', () => {
    expect(faultsOf([], [hook], [text])).toEqual(['sent, but not sold', 'sent, but not sold']);
  });
});

it('counts repetitions for each channel and lead', () => {
  const arrivals = countArrivals([{ count: 1 }, { count: 3 }], {
    hooks: [hook, hook],
    sms: [code, text, text],
    slack: [greeting, post],
  });
  expect(arrivals).toEqual({ messages: 9, repeated: 4 });
});
