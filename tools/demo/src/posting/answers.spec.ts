import { describe, expect, it } from '@jest/globals';
import { readReply } from './answers.js';

const reply = (status: number, body: unknown) =>
  readReply({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('the answer to a post', () => {
  it('is new, or the one of before', () => {
    expect(reply(201, { lead_id: 'x' })).toEqual({ verdict: 'accepted', leadId: 'x', fields: [] });
    expect(reply(200, { lead_id: 'x' }).verdict).toBe('replayed');
  });

  it('names what is wrong', () => {
    expect(reply(409, { code: 'DUPLICATE_LEAD' }).verdict).toBe('duplicate');
    expect(reply(422, { code: 'INVALID_REQUEST', errors: [{ field: 'zip' }] })).toMatchObject({
      verdict: 'invalid',
      fields: ['zip'],
    });
    expect(reply(400, { code: 'MALFORMED_BODY' }).fields).toEqual(['MALFORMED_BODY']);
    expect(reply(401, { code: 'UNKNOWN_FUNNEL_KEY' })).toMatchObject({
      verdict: 'refused',
      reason: '401 UNKNOWN_FUNNEL_KEY',
    });
  });

  it.each([
    [503, { code: 'UNAVAILABLE' }],
    [201, 'no JSON'],
    [201, {}],
    [502, '<html>'],
  ])('%d %j is none', (status, body) => {
    expect(reply(status, body).verdict).toBe('unanswered');
  });
});
