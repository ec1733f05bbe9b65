import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { answerHandshake } from './handshakes.js';

const META = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=anything';
const LINKEDIN = 'challengeCode=890e4665-4dfe-4ab1-b689-ed553bceeed0';
const ask = (query: string, tool: string | null = null, secrets = {}) =>
  answerHandshake(new URLSearchParams(query), tool, secrets);

describe('a handshake', () => {
  it.each([null, 'meta', 'any'])(
    'from Meta is answered with its challenge, whatever the token (%s)',
    (tool) => {
      expect(ask(META, tool)).toEqual({ status: 200, contentType: 'text/plain', body: '1158201444' });
    },
  );

  it.each([null, 'linkedin'])("from LinkedIn is answered with the code's HMAC (%s)", (tool) => {
    const challengeResponse = createHmac('sha256', 'client-secret')
      .update('890e4665-4dfe-4ab1-b689-ed553bceeed0')
      .digest('hex');
    expect(JSON.parse(ask(LINKEDIN, tool, { linkedin: 'client-secret' })?.body ?? '')).toEqual({
      challengeCode: '890e4665-4dfe-4ab1-b689-ed553bceeed0',
      challengeResponse,
    });
  });

  it('from LinkedIn needs the secret', () => {
    expect(() => ask(LINKEDIN)).toThrow('Save the secret of LinkedIn Lead Gen Forms');
  });

  it.each([
    ['', null],
    ['hub.challenge=1158201444', null],
    ['hub.mode=unsubscribe&hub.challenge=1158201444', null],
    ['hub.mode=subscribe&hub.challenge=%3Cscript%3E', null],
    [`hub.mode=subscribe&hub.challenge=${'1'.repeat(201)}`, null],
    [META, 'linkedin'],
    [LINKEDIN, 'meta'],
  ])('is not found in "%s" at the address of %s', (query, tool) => {
    expect(ask(query, tool, { linkedin: 'client-secret' })).toBeUndefined();
  });
});
