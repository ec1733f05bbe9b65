import { describe, expect, it } from '@jest/globals';
import { smtpOutcome } from './smtp-outcome.js';

describe('smtpOutcome', () => {
  it.each([
    ['a refused recipient', 'RCPT TO', 550, 'ADDRESS_REFUSED'],
    ['a refused message', 'DATA', 554, 'MESSAGE_REFUSED'],
  ])('is permanent for %s', (_failure, command, responseCode, reason) => {
    const code = command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE';
    expect(smtpOutcome({ code, command, responseCode })).toMatchObject({
      result: 'permanent',
      reason,
      providerCode: `SMTP_${responseCode}`,
    });
  });

  it.each([
    ['RCPT TO', 550, '550 5.1.1 No such user', true],
    ['RCPT TO', 551, '551 User not local', true],
    ['RCPT TO', 550, '550-5.2.1 Mailbox disabled', true],
    ['RCPT TO', 550, '550 5.1.10 Domain accepts no mail', true],
    ['RCPT TO', 550, '550 5.4.1 Recipient address rejected: Access denied', true],
    ['RCPT TO', 550, '550 5.4.4 Host not found', true],
    ['RCPT TO', 550, '550 5.5.0 Requested action not taken: mailbox unavailable', true],
    ['RCPT TO', 550, '550 5.7.1 Blocked by our policy', undefined],
    ['RCPT TO', 550, '550 5.1.8 Bad sender', undefined],
    ['RCPT TO', 550, '550 5.4.5 Daily sending quota exceeded', undefined],
    ['RCPT TO', 552, '552 Over quota', undefined],
    ['RCPT TO', 550, '550 5.2.2 Over quota', undefined],
    ['RCPT TO', 450, '450 4.2.1 Try again', undefined],
    ['DATA', 554, '554 5.6.0 Refused content', undefined],
    ['MAIL FROM', 550, '550 5.1.8 Bad sender', undefined],
  ])('takes the reply to %s, %i, "%s", for a bounce: %s', (command, responseCode, response, isBounce) => {
    const outcome = smtpOutcome({ code: 'EENVELOPE', command, responseCode, response });
    expect('isBounce' in outcome ? outcome.isBounce : undefined).toBe(isBounce);
  });

  it.each([
    ['550 5.1.1 <agent@agency.example> unknown', 'SMTP_550_5.1.1'],
    ['550-5.2.1 disabled', 'SMTP_550_5.2.1'],
    ['550 agent@agency.example unknown', 'SMTP_550'],
    [undefined, 'SMTP_550'],
  ])('keeps the codes of the reply "%s", and none of its words', (response, providerCode) => {
    expect(smtpOutcome({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response })).toMatchObject(
      {
        providerCode,
      },
    );
  });

  it.each([
    ['RCPT TO', 550, '550 5.7.1 Relaying suspended', 'SENDER_REFUSED'],
    ['RCPT TO', 554, '554-5.7.606 Access denied, banned sending IP', 'SENDER_REFUSED'],
    ['DATA', 550, '550-5.7.26 This mail is unauthenticated', 'SENDER_REFUSED'],
    ['RCPT TO', 501, '501 5.1.7 Bad sender address syntax', 'SENDER_REFUSED'],
    ['RCPT TO', 550, '550 5.1.8 Bad sender', 'SENDER_REFUSED'],
    ['DATA', 554, '554 5.3.0 Mail system failed', 'SENDER_REFUSED'],
    ['RCPT TO', 552, '552 5.3.4 Message too big for system', 'SENDER_REFUSED'],
    ['DATA', 550, '550 5.4.5 Daily sending quota exceeded', 'SENDER_REFUSED'],
    ['RCPT TO', 550, '550 5.4.5 Daily sending quota exceeded', 'SENDER_REFUSED'],
    ['RCPT TO', 550, '550-5.4.6 Unusual sending activity detected', 'SENDER_REFUSED'],
    ['RCPT TO', 554, '554 5.4.14 Hop count exceeded', 'SENDER_REFUSED'],
    ['DATA', 500, '500 5.5.2 Line too long', 'SENDER_REFUSED'],
    ['RCPT TO', 503, '503 5.5.1 Bad sequence of commands', 'SENDER_REFUSED'],
    ['RCPT TO', 552, '552 Over quota', 'MAILBOX_FULL'],
    ['RCPT TO', 550, '550 5.2.2 Over quota', 'MAILBOX_FULL'],
    ['DATA', 552, '552-5.2.2 Over quota', 'MAILBOX_FULL'],
    ['RCPT TO', 535, '535 5.7.8 Credentials invalid', 'AUTHENTICATION_FAILED'],
  ])('is temporary for the reply to %s, %i, "%s"', (command, responseCode, response, reason) => {
    const code = command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE';
    const outcome = smtpOutcome({ code, command, responseCode, response });
    expect(outcome).toMatchObject({ result: 'temporary', reason });
    expect(outcome).not.toHaveProperty('isBounce');
  });

  it.each([
    '550 5.1.1 No such user',
    '550 5.4.1 Recipient address rejected: Access denied',
    '550 5.5.0 Requested action not taken: mailbox unavailable',
    '550 No such user',
    '554 Refused',
    '554 5.6.0 Refused content',
  ])('is permanent for the reply "%s"', (response) => {
    const responseCode = Number(response.slice(0, 3));
    expect(smtpOutcome({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response })).toMatchObject({
      result: 'permanent',
    });
  });

  it('is permanent, and a bounce, for an address that does not fit an envelope', () => {
    expect(smtpOutcome({ code: 'EENVELOPE', command: 'API' })).toEqual({
      result: 'permanent',
      reason: 'INVALID_ADDRESS',
      providerCode: 'EENVELOPE',
      isBounce: true,
    });
  });

  it.each([
    ['a busy mailbox', 'EENVELOPE', 'RCPT TO', 450, 'TEMPORARY_ERROR'],
    ['a server error', 'EMESSAGE', 'DATA', 451, 'TEMPORARY_ERROR'],
    ['required authentication', 'EENVELOPE', 'RCPT TO', 530, 'AUTHENTICATION_FAILED'],
    ['a reply to an unknown command', 'EENVELOPE', undefined, 550, 'SENDER_REFUSED'],
  ])('is temporary for %s', (_failure, code, command, responseCode, reason) => {
    expect(smtpOutcome({ code, command, responseCode })).toEqual({
      result: 'temporary',
      reason,
      providerCode: `SMTP_${responseCode}`,
    });
  });

  it.each([
    ['a closing server', 'ECONNECTION', 'CONN', 421, 'TEMPORARY_ERROR'],
    ['a rejected connection', 'ECONNECTION', 'CONN', 554, 'SENDER_REFUSED'],
    ['a busy server', 'EENVELOPE', 'MAIL FROM', 451, 'TEMPORARY_ERROR'],
    ['a rejected sender', 'EENVELOPE', 'MAIL FROM', 553, 'SENDER_REFUSED'],
    ['a rejected password', 'EAUTH', 'AUTH PLAIN', 535, 'AUTHENTICATION_FAILED'],
  ])('is temporary, and our failure, for %s', (_failure, code, command, responseCode, reason) => {
    expect(smtpOutcome({ code, command, responseCode })).toEqual({
      result: 'temporary',
      reason,
      providerCode: `SMTP_${responseCode}`,
      isOurFailure: true,
    });
  });

  it('is not our failure if the reply to a recipient rejects us, which any recipient could arrange', () => {
    const response = '550 5.7.1 Blocked by our policy';
    const outcome = smtpOutcome({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response });
    expect(outcome).toMatchObject({ reason: 'SENDER_REFUSED' });
    expect(outcome).not.toHaveProperty('isOurFailure');
  });

  it.each([
    ['no connection', { code: 'ESOCKET', command: 'CONN' }, 'CONNECTION_FAILED', 'ESOCKET'],
    ['a timeout', { code: 'EABORT' }, 'TIMEOUT', 'EABORT'],
    [
      'no encryption',
      { code: 'ETLS', command: 'STARTTLS', responseCode: 500 },
      'INSECURE_CONNECTION',
      'ETLS',
    ],
  ])('is temporary, and our failure, for %s', (_failure, error, reason, providerCode) => {
    expect(smtpOutcome(error)).toEqual({ result: 'temporary', reason, providerCode, isOurFailure: true });
  });

  it.each([
    ['an envelope that nodemailer rejects', { code: 'EENVELOPE' }, 'INVALID_ADDRESS', 'EENVELOPE'],
    ['a code that is not a code', { code: 'to a@b.example' }, 'UNKNOWN', 'UNKNOWN'],
    ['no error object', undefined, 'UNKNOWN', 'UNKNOWN'],
  ])('is temporary for %s', (_failure, error, reason, providerCode) => {
    expect(smtpOutcome(error)).toEqual({ result: 'temporary', reason, providerCode });
  });
});
