import { describe, expect, it } from '@jest/globals';
import type { AdminLeadPage } from '@desk/contracts/leads/lead-ledger.http';
import { resentState } from './resent-state';

const leadWith = (status: 'queued' | 'sent' | 'failed') =>
  ({ offers: [{ deliveries: [] }, { deliveries: [{ id: 'a', status }] }] }) as unknown as AdminLeadPage;

describe('a delivery that was queued again', () => {
  it('is under way until it is sent or given up', () => {
    expect(resentState(undefined, 'a')).toBe('under-way');
    expect(resentState(leadWith('queued'), 'a')).toBe('under-way');
    expect(resentState(leadWith('sent'), 'another')).toBe('under-way');
  });

  it('is delivered, or failed again', () => {
    expect(resentState(leadWith('sent'), 'a')).toBe('delivered');
    expect(resentState(leadWith('failed'), 'a')).toBe('failed-again');
  });
});
