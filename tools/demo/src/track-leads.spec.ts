import type { FunnelClient } from '@desk/tool-workload';
import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { planPosts } from './posting/plan.js';
import type { Progress, Row } from './row.js';
import { trackLeads } from './track-leads.js';

const waiting = { leadId: 'l1', status: 'available', purchase: null, canBeTaken: false };
const reserved = { ...waiting, status: 'reserved' };
const delivered = { ...waiting, status: 'sold', purchase: 'succeeded', delivery: 'sent' };

/** Tracks a lead that the polls find like this, one after the other. Returns its states after each. */
async function track(polls: readonly Partial<Progress>[]): Promise<(string | undefined)[]> {
  const [post] = planPosts('s', 1, 2026);
  const row: Row = { post: post!, postedAt: 0, outcome: { result: 'accepted', leadId: 'l1', fields: [] } };
  const states: (string | undefined)[] = [];
  const current = () => polls[states.length] ?? {};
  await trackLeads([row], {
    pool: { query: () => Promise.resolve({ rows: [current()] }) } as unknown as Pool,
    funnel: { getLeadStatus: () => Promise.resolve(current().status) } as unknown as FunnelClient,
    onPoll: () => states.push(row.finalState),
    isOver: () => states.length === polls.length - 1,
  });
  return states;
}

it('follows a lead that waits until it is sold', async () => {
  expect(await track([waiting, waiting, reserved, delivered] as Partial<Progress>[])).toEqual([
    'waiting',
    'waiting',
    undefined,
    'delivered',
  ]);
});
