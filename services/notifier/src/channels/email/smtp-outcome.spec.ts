import { describe, expect, it } from '@jest/globals';
import { smtpOutcome } from './smtp-outcome.js';

describe('what an SMTP failure means', () => {
  it.each([
    ['the recipient is refused', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }],
    ['the message is refused', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }],
  ])('is for good when %s', (_what, error) => {
    expect(smtpOutcome(error)).toEqual({ result: 'permanent', code: `SMTP_${error.responseCode}` });
  });

  it('is for good when the address does not fit an envelope', () => {
    expect(smtpOutcome({ code: 'EENVELOPE', command: 'API' })).toEqual({
      result: 'permanent',
      code: 'EENVELOPE',
    });
  });

  it.each([
    ['the mailbox is busy', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 }, 'SMTP_450'],
    ['the server is in trouble', { code: 'EMESSAGE', command: 'DATA', responseCode: 451 }, 'SMTP_451'],
    ['the server closes', { code: 'ECONNECTION', command: 'CONN', responseCode: 421 }, 'SMTP_421'],
    ['our password is wrong', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'SMTP_535'],
    ['we are to sign in first', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 530 }, 'SMTP_530'],
    ['our sender is refused', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }, 'SMTP_553'],
    ['no connection is made', { code: 'ESOCKET', command: 'CONN' }, 'ESOCKET'],
    ['time is up', { code: 'EABORT' }, 'EABORT'],
    ['the code is no code', { code: 'to a@b.example' }, 'UNKNOWN'],
    ['nothing is known', undefined, 'UNKNOWN'],
  ])('is to be tried again when %s', (_what, error, code) => {
    expect(smtpOutcome(error)).toEqual({ result: 'temporary', code });
  });
});
