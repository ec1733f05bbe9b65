import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emailAddress } from './accounts/accounts.fields.js';
import { registerSchema } from './accounts/accounts.schemas.js';
import { MAILBOX_ADDRESS, readEmail } from './text/email.js';

const isAccepted = (email: string): boolean => emailAddress().isValidSync(email, { strict: true });

describe('a new email address', () => {
  it.each([
    'agent@agency.example',
    "o'neil+leads@Agency-1.co.uk",
    'josé@agency.example',
    'agent@xn--mnchen-3ya.example',
    'a@b.co',
  ])('may be %s', (email) => {
    expect(isAccepted(email)).toBe(true);
  });

  it.each([
    'agent@münchen.example',
    '"agent"@agency.example',
    'agent;other@agency.example',
    'agent,other@agency.example',
    'agent@agency.example>',
    'agent@under_score.example',
    'agent@-agency.example',
    'agent@[127.0.0.1]',
    'agent@localhost',
  ])('must not be %s, which no email could be sent to', (email) => {
    expect(isAccepted(email)).toBe(false);
    const signUp = () => void registerSchema.validateSyncAt('email', { email }, { strict: true });
    expect(signUp).toThrow('Invalid email address');
  });

  it('is an address that the mailer accepts, however it was typed', () => {
    const unit = fc.constantFrom('a', 'Z', '1', '@', '.', '-', '<', '>', ',', ';', '"', '_', ' ', 'é');
    const parts = fc.tuple(fc.string({ unit, maxLength: 4 }), fc.string({ unit, maxLength: 6 }));
    fc.assert(
      fc.property(parts, ([local, domain]) => {
        const reading = readEmail(`${local}@${domain}`);
        if (typeof reading === 'string') expect(reading).toMatch(MAILBOX_ADDRESS);
      }),
      { numRuns: 20_000, examples: [[['a', 'a.aa']], [['<a', 'a.aa>']], [['a', 'a.aa.']]] },
    );
  });
});
