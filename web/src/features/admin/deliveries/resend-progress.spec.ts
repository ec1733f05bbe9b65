import { describe, expect, it } from '@jest/globals';
import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { getResendProgress } from './resend-progress';

const leadWith = (status: 'queued' | 'sent' | 'failed') =>
  ({ offers: [{ deliveries: [] }, { deliveries: [{ id: 'a', status }] }] }) as unknown as AdminLeadPage;

describe('getResendProgress', () => {
  it('is in progress until the delivery is sent or fails', () => {
    expect(getResendProgress(undefined, 'a')).toBe('in-progress');
    expect(getResendProgress(leadWith('queued'), 'a')).toBe('in-progress');
    expect(getResendProgress(leadWith('sent'), 'another')).toBe('in-progress');
  });

  it('reports how the delivery ended', () => {
    expect(getResendProgress(leadWith('sent'), 'a')).toBe('delivered');
    expect(getResendProgress(leadWith('failed'), 'a')).toBe('failed-again');
  });
});
