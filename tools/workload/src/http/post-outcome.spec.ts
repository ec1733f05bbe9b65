import { describe, expect, it } from '@jest/globals';
import { parsePostOutcome } from './funnel-client.js';

const outcome = (status: number, body: unknown) =>
  parsePostOutcome({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('parsePostOutcome', () => {
  it('distinguishes an accepted lead from a replayed one', () => {
    expect(outcome(201, { lead_id: 'x' })).toEqual({
      result: 'accepted',
      leadId: 'x',
      fields: [],
      status: 201,
    });
    expect(outcome(200, { lead_id: 'x' }).result).toBe('replayed');
  });

  it('reports why a lead was not accepted', () => {
    expect(outcome(409, { code: 'DUPLICATE_LEAD' }).result).toBe('duplicate');
    expect(outcome(422, { code: 'INVALID_REQUEST', errors: [{ field: 'zip' }] })).toMatchObject({
      result: 'invalid',
      fields: ['zip'],
    });
    expect(outcome(400, { code: 'MALFORMED_BODY' }).fields).toEqual(['MALFORMED_BODY']);
    expect(outcome(401, { code: 'UNKNOWN_FUNNEL_KEY' })).toMatchObject({
      result: 'refused',
      reason: '401 UNKNOWN_FUNNEL_KEY',
    });
  });

  it.each([
    [503, { code: 'UNAVAILABLE' }],
    [201, 'no JSON'],
    [201, {}],
    [502, '<html>'],
  ])('treats %d %j as unanswered', (status, body) => {
    expect(outcome(status, body)).toEqual({
      result: 'unanswered',
      fields: [],
      status,
      reason: `status ${status}`,
    });
  });
});
