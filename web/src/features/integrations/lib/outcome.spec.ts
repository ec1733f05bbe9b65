import { describe, expect, it } from '@jest/globals';
import { outcomeOf, requestFor } from './outcome';

const request = {
  id: '11111111-1111-4111-8111-111111111111',
  integrationType: 'sms',
  status: 'pending',
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-07T12:00:00.000Z',
} as const;

describe('an integration request', () => {
  it('is told by what became of it and when', () => {
    const { createdAt, updatedAt } = request;
    expect(outcomeOf(request)).toEqual({ label: 'Pending since', at: createdAt });
    expect(outcomeOf({ ...request, status: 'completed' })).toEqual({ label: 'Set up on', at: updatedAt });
    expect(outcomeOf({ ...request, status: 'declined' })).toEqual({ label: 'Declined on', at: updatedAt });
  });

  it('is the newest of its type', () => {
    const newer = { ...request, id: '2', createdAt: '2026-02-01T12:00:00.000Z' };
    const other = { ...request, id: '3', integrationType: 'slack' } as const;
    expect(requestFor('sms', [request, newer, other])).toBe(newer);
    expect(requestFor('other', [request, newer, other])).toBeUndefined();
  });
});
