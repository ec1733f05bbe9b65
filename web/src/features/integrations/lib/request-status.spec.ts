import { describe, expect, it } from '@jest/globals';
import { describeStatus, findRequest } from './request-status';

const request = {
  id: '11111111-1111-4111-8111-111111111111',
  integrationType: 'sms',
  status: 'pending',
  details: null,
  declineReason: null,
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-07T12:00:00.000Z',
} as const;

describe('describeStatus', () => {
  it('describes the status and when it was reached', () => {
    const { createdAt, updatedAt } = request;
    expect(describeStatus(request)).toEqual({ label: 'Pending since', at: createdAt });
    expect(describeStatus({ ...request, status: 'completed' })).toEqual({
      label: 'Active since',
      at: updatedAt,
    });
    expect(describeStatus({ ...request, status: 'declined' })).toEqual({
      label: 'Declined on',
      at: updatedAt,
    });
  });
});

describe('findRequest', () => {
  it('returns the newest request of the type', () => {
    const newer = { ...request, id: '2', createdAt: '2026-02-01T12:00:00.000Z' };
    const other = { ...request, id: '3', integrationType: 'slack' } as const;
    expect(findRequest('sms', [request, newer, other])).toBe(newer);
    expect(findRequest('other', [request, newer, other])).toBeUndefined();
  });
});
