import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { scrub, serializeError } from './scrub.js';

const mail = 'ann.o+x@mail.example.com';
const logged = (error: unknown): string => JSON.stringify(serializeError(error));

describe('scrub', () => {
  it.each([
    [`550 <${mail}> unknown`, '550 <[email]> unknown'],
    [`to=${mail},x`, 'to=[email],x'],
    ['call +12125550123 now', 'call [phone] now'],
    ['call (212) 555-0123 now', 'call[phone] now'],
    ['call 212.555.0123', 'call[phone]'],
    ['ANN@EXAMPLE.COM', '[email]'],
  ])('cleans %j', (text, clean) => {
    expect(scrub(text)).toBe(clean);
  });

  it('keeps ids, codes, hosts and amounts', () => {
    const text = 'offer 0191e1a0-7c3a-7000-8b1f-4dd0c1a2b3e4: pm_1Nn, 503 from redis://10.0.0.5:6379, 80.00';
    expect(scrub(text)).toBe(text);
  });
});

describe('serializeError', () => {
  it('keeps codes of database errors and nothing that quotes a row', () => {
    const driver = Object.assign(
      new pg.DatabaseError('duplicate key value violates "users_email"', 1, 'error'),
      {
        code: '23505',
        detail: `Key (email)=(${mail}) already exists.`,
        constraint: 'users_email',
        table: 'users',
        routine: '_bt_check_unique',
        where: `COPY users, line 1: "${mail}"`,
      },
    );
    const error = new QueryFailedError('INSERT INTO users VALUES ($1)', [mail, 'Ann Example'], driver);
    expect(serializeError(error)).toMatchObject({
      name: 'QueryFailedError',
      message: 'database error',
      code: '23505',
      constraint: 'users_email',
      table: 'users',
    });
    expect(logged(error)).not.toMatch(/ann\.o|Ann Example|INSERT|Key \(/);
    // The driver's own, where a library lets it through.
    const bare = Object.assign(
      new pg.DatabaseError('invalid input syntax for type uuid: "Ann Example"', 1, 'error'),
      {
        severity: 'ERROR',
        code: '22P02',
        routine: 'string_to_uuid',
      },
    );
    expect(serializeError(bare)).toMatchObject({ message: 'database error', code: '22P02' });
    expect(logged(bare)).not.toContain('Ann Example');
  });

  it('keeps codes of mail server errors and no address', () => {
    const error = Object.assign(
      new Error(`Can't send mail - all recipients were rejected: 550 5.1.1 <${mail}> unknown`),
      {
        code: 'EENVELOPE',
        response: `550 5.1.1 <${mail}>`,
        responseCode: 550,
        command: `RCPT TO:<${mail}>`,
        rejected: [mail],
        rejectedErrors: [new Error(mail)],
      },
    );
    expect(serializeError(error)).toMatchObject({
      code: 'EENVELOPE',
      responseCode: 550,
      command: 'RCPT TO:<[email]>',
    });
    expect(logged(error)).not.toContain('ann.o');
  });

  it('keeps codes of card provider errors and no body', () => {
    const error = Object.assign(new Error('Your card was declined.'), {
      type: 'StripeCardError',
      code: 'card_declined',
      statusCode: 402,
      requestId: 'req_9zKlmN',
      raw: { payment_intent: { receipt_email: mail }, message: 'Your card was declined.' },
      payment_intent: { client_secret: 'pi_1_secret_2' },
      headers: { 'stripe-account': 'acct_1' },
    });
    expect(serializeError(error)).toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      statusCode: 402,
      requestId: 'req_9zKlmN',
    });
    expect(logged(error)).not.toMatch(/ann\.o|secret_2|acct_1/);
  });

  it('includes sanitized causes and stops at circular ones', () => {
    const inner = new QueryFailedError(
      'SELECT $1',
      [mail],
      Object.assign(new Error(mail), { code: '40001' }),
    );
    const outer = new Error('could not charge', { cause: new Error(`for ${mail}`, { cause: inner }) });
    expect(serializeError(outer)).toMatchObject({
      message: 'could not charge',
      cause: { message: 'for [email]', cause: { message: 'database error', code: '40001' } },
    });
    expect(logged(outer)).not.toContain('ann.o');

    const ring = new Error('ring');
    ring.cause = ring;
    expect(logged(ring)).toContain('ring');
  });

  it('reduces the stack to code locations', () => {
    const { stack } = serializeError(new Error(`first line ${mail}\nsecond line ${mail}`));
    expect(stack).toMatch(/^\s+at .*scrub\.spec/);
    expect(stack).not.toContain('ann.o');
  });

  it.each([[undefined], [null], [7], [{ email: mail }], [mail]])(
    'accepts %p, which is not an error',
    (thrown) => {
      expect(logged(thrown)).not.toContain('ann.o');
    },
  );

  it('keeps up to five of several errors, with their causes', () => {
    const failed = (code: string) =>
      new Error('retention of leads failed', { cause: Object.assign(new Error(), { code }) });
    const error = new AggregateError(
      ['57014', '40001', '40P01', '53300', '53200', '08006'].map(failed),
      'rules failed',
    );
    expect(serializeError(error)).toMatchObject({
      message: 'rules failed',
      errors: [{ message: 'retention of leads failed', cause: { code: '57014' } }, {}, {}, {}, {}],
    });
    expect(logged(error)).not.toContain('08006');
  });
});
