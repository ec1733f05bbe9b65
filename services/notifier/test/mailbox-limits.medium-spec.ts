import { randomUUID } from 'node:crypto';
import {
  accountMail,
  type accountMailKinds,
  contactChanged,
  integrationRequested,
  MAILBOX_DAILY_LIMITS,
  MAILS_TO_UNCONFIRMED_MAILBOX,
  offerDeclined,
  reminderDue,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOCK_SUMMARY } from '../src/account-mail/mailbox-limiter.js';
import { newAccountMail, newContact, newDecline, type User } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

type Kind = (typeof accountMailKinds)[number];
const TEAM = 'team@desk.example';
const NO_LINK = { link: null, expiresAt: null };
const LINKS: readonly Kind[] = ['welcome', 'confirm-email', 'password-reset'];
const { unconfirmed, confirmed } = MAILBOX_DAILY_LIMITS;

describe('limits of a mailbox', () => {
  const notifier = new NotifierHarness();
  const publish = async (
    userId: string,
    email: string,
    kind: Kind,
    at = new Date().toISOString(),
  ): Promise<string> => {
    const mail = newAccountMail({ userId, email, kind, at, ...(LINKS.includes(kind) ? {} : NO_LINK) });
    await notifier.publish(accountMail, mail, mail.mailId);
    return mail.mailId;
  };
  const remind = (buyerId: string) =>
    notifier.publish(reminderDue, {
      leadId: randomUUID(),
      buyerId,
      remindAt: new Date().toISOString(),
      leadType: 'Fixed',
      state: 'TX',
    });
  const confirm = async (user: User) => {
    const now = new Date().toISOString();
    const confirmation = { confirmedAt: now, confirmBy: now };
    await notifier.publish(contactChanged, newContact(user, { confirmation }));
    await notifier.waitForAcknowledgments();
  };
  /** Waits until every email was sent, ended or waits for a later time. */
  const settle = async () => {
    await notifier.waitForAcknowledgments();
    await eventually(async () => {
      const due = await notifier.dataSource.query(
        "SELECT 1 FROM account_mails WHERE status = 'queued' AND next_attempt_at <= now() + interval '1 minute'",
      );
      return (due as unknown[]).length === 0;
    });
  };
  const listSubjects = (email: string) =>
    notifier.mailServer.listReceived(email).map(({ mail }) => mail.subject ?? '');
  const listSummaries = (email: string) =>
    notifier.mailServer
      .listReceived(email)
      .filter(({ mail }) => mail.subject === 'Changes to your account')
      .map(({ mail }) => mail.text ?? '');
  /** Moves the times of what was counted and of what waits into the past. */
  const passHours = async (hours: number) => {
    await notifier.runAsOwner(
      `UPDATE account_mails SET counted_at = counted_at - interval '${hours} h',
              next_attempt_at = next_attempt_at - interval '${hours} h'`,
    );
    await settle();
  };

  beforeAll(() => notifier.start({ ADMIN_NOTICES_TO: TEAM }));
  afterAll(() => notifier.stop());

  it('sends a few notices to a mailbox that never confirmed, and the others in one summary', async () => {
    const { userId, email } = await notifier.register();
    for (let count = 0; count < 82; count += 1)
      await publish(userId, email, count % 2 === 0 ? 'second-factor-added' : 'second-factor-removed');
    await settle();
    expect(listSubjects(email)).toHaveLength(unconfirmed.notices - 1);
    await passHours(1);
    const [summary = ''] = listSummaries(email);
    expect(listSubjects(email)).toHaveLength(unconfirmed.notices);
    expect(summary).toContain('A sign-in method was removed');
    expect(summary).toContain(`And ${82 - (unconfirmed.notices - 1) - 20} more.`);
    expect(summary).not.toContain('Dana');
  });

  it('sends notices one by one again after a day', async () => {
    const { userId, email } = await notifier.register();
    for (let count = 0; count < 10; count += 1) await publish(userId, email, 'password-changed');
    await settle();
    await passHours(1);
    await passHours(24);
    await publish(userId, email, 'password-changed');
    await settle();
    expect(listSubjects(email)).toHaveLength(unconfirmed.notices + 1);
    expect(listSubjects(email).at(-1)).toBe('Your password was changed');
  });

  it('delays a second summary until the limit allows it', async () => {
    const { userId, email } = await notifier.register();
    const flood = async () => {
      for (let count = 0; count < 6; count += 1) await publish(userId, email, 'recovery-code-used');
      await settle();
    };
    await flood();
    await passHours(1);
    await flood();
    await passHours(2);
    expect(listSummaries(email)).toHaveLength(1);
    await passHours(22);
    expect(listSummaries(email)).toHaveLength(2);
    expect(listSummaries(email)[1]).toContain('A recovery code was used');
  });

  it('sends a summary of old notices that no limit keeps back', async () => {
    const { userId, email } = await notifier.register();
    const at = new Date(Date.now() - 5 * 86_400_000).toISOString();
    for (let count = 0; count < 6; count += 1) await publish(userId, email, 'new-device', at);
    await settle();
    await passHours(1);
    expect(listSummaries(email)).toHaveLength(1);
  });

  it('sends the stated number of emails of all kinds to a mailbox that never confirmed', async () => {
    const { userId, email } = await notifier.register();
    for (let count = 0; count < 6; count += 1) {
      for (const kind of ['password-changed', 'password-reset', 'confirm-email'] as const)
        await publish(userId, email, kind);
      await remind(userId);
    }
    await settle();
    await passHours(1);
    expect(listSubjects(email)).toHaveLength(MAILS_TO_UNCONFIRMED_MAILBOX);
  });

  it('drops links beyond the limit of a mailbox that never confirmed', async () => {
    const { userId, email } = await notifier.register();
    for (let count = 0; count < 9; count += 1) {
      await publish(userId, email, 'password-reset');
      await publish(userId, email, 'confirm-email');
    }
    await settle();
    const dropped = await publish(userId, email, 'password-reset');
    await settle();
    expect(listSubjects(email)).toHaveLength(unconfirmed.resets + unconfirmed.confirmations);
    const [row] = await notifier.listRows('account_mails', 'id', dropped);
    expect(row).toMatchObject({ status: 'failed', lastErrorCode: 'MAILBOX_LIMIT' });
  });

  it('counts all spellings of a mailbox and all its accounts together', async () => {
    const name = randomUUID();
    const spellings = ['', '+1', '+news', '+1+2'].map((tag) => `${name}${tag}@agency.example`);
    spellings.push(`${name.toUpperCase()}@Agency.EXAMPLE`);
    for (const email of spellings) {
      const { userId } = await notifier.register({ email });
      for (let count = 0; count < 4; count += 1) await publish(userId, email, 'new-device');
    }
    await settle();
    expect(spellings.flatMap(listSubjects)).toHaveLength(unconfirmed.notices - 1);
    await passHours(1);
    expect(spellings.flatMap(listSubjects)).toHaveLength(unconfirmed.notices);
  });

  it('sends more to a confirmed mailbox, and every link', async () => {
    const user = await notifier.register();
    await confirm(user);
    for (let count = 0; count < confirmed.notices + 2; count += 1) {
      await publish(user.userId, user.email, 'new-device');
      if (count < 8) await publish(user.userId, user.email, 'password-reset');
    }
    await settle();
    expect(listSubjects(user.email)).toHaveLength(confirmed.notices - 1 + 8);
    await passHours(1);
    expect(listSummaries(user.email)).toHaveLength(1);
  });

  it('lets nobody use up the limit of a confirmed mailbox with a spelling that is not confirmed', async () => {
    const owner = await notifier.register();
    await confirm(owner);
    const stranger = await notifier.register({ email: owner.email.replace('@', '+x@') });
    for (let count = 0; count < 20; count += 1) await publish(stranger.userId, stranger.email, 'new-device');
    await settle();
    await publish(owner.userId, owner.email, 'password-changed');
    await settle();
    expect(listSubjects(owner.email)).toEqual(['Your password was changed']);
  });

  it('limits the emails to our team, too', async () => {
    for (let count = 0; count < confirmed.notices + 3; count += 1)
      await notifier.publish(integrationRequested, {
        requestId: randomUUID(),
        userId: randomUUID(),
        integrationType: 'other',
        details: 'Redtail',
        source: 'integrations-page',
        firstName: 'Dana',
        lastName: 'Reyes',
        email: 'dana@agency.example',
        phone: '+15125550142',
        at: new Date().toISOString(),
      });
    await settle();
    expect(listSubjects(TEAM)).toHaveLength(confirmed.notices - 1);
    await passHours(1);
    expect(listSubjects(TEAM)).toHaveLength(confirmed.notices);
    const mail = notifier.mailServer.listReceived(TEAM).at(-1)?.mail;
    expect(mail?.subject).toBe('Further notices for admins');
    expect(mail?.text?.match(/Integration request: custom/g)).toHaveLength(4);
    const summaries: unknown[] = await notifier.dataSource.query(
      "SELECT user_id FROM account_mails WHERE address = $1 AND content->>'subject' = 'summary'",
      [TEAM],
    );
    expect(summaries).toEqual([{ user_id: null }]);
  });

  it('counts emails that other events cause in the same limit', async () => {
    const { userId, email } = await notifier.register();
    for (let cardVersion = 1; cardVersion <= 9; cardVersion += 1)
      await notifier.publish(offerDeclined, newDecline({ buyerId: userId, cardVersion }));
    await settle();
    expect(listSubjects(email)).toHaveLength(unconfirmed.notices - 1);
  });

  it('keeps addresses unreadable in what it counts', async () => {
    const { userId, email } = await notifier.register();
    const mailId = await publish(userId, email, 'password-changed');
    await notifier.waitForMail(mailId);
    const [row] = await notifier.dataSource.query<{ mailbox: string }[]>(
      'SELECT mailbox FROM account_mails WHERE id = $1',
      [mailId],
    );
    expect(row?.mailbox).toMatch(/^[0-9a-f]{64}$/);
  });

  it('never exceeds the daily limits, whatever is requested in any order', async () => {
    const kinds = fc.constantFrom<Kind | 'reminder-due'>(
      ...(['welcome', 'password-reset', 'confirm-email', 'password-changed', 'email-changed'] as const),
      ...(['new-device', 'second-factor-added', 'recovery-code-used', 'email-taken'] as const),
      'reminder-due',
    );
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: kinds, tag: fc.constantFrom('', '+a', '+b') }) },
      { weight: 1, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 23 }) }) },
      { weight: 1, arbitrary: fc.record({ fails: fc.constantFrom(421, 451) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const name = randomUUID();
        const users = new Map<string, string>();
        for (const tag of ['', '+a', '+b']) {
          const email = `${name}${tag}@agency.example`;
          users.set(email, (await notifier.register({ email })).userId);
        }
        const sentAtHours: number[] = [];
        let hour = 0;
        const record = () => {
          const sent = [...users.keys()].flatMap(listSubjects).length;
          while (sentAtHours.length < sent) sentAtHours.push(hour);
        };
        for (const current of steps)
          if ('hours' in current) {
            await settle();
            record();
            hour += current.hours;
            await passHours(current.hours);
            record();
          } else if ('fails' in current)
            for (const email of users.keys()) notifier.mailServer.script(email, { answer: current.fails });
          else {
            const email = `${name}${current.tag}@agency.example`;
            const userId = users.get(email) ?? '';
            await (current.kind === 'reminder-due' ? remind(userId) : publish(userId, email, current.kind));
          }
        await settle();
        record();
        for (const [index, atHour] of sentAtHours.entries()) {
          const within = sentAtHours.slice(index).filter((later) => later - atHour < 24);
          expect(within.length).toBeLessThanOrEqual(MAILS_TO_UNCONFIRMED_MAILBOX);
        }
      }),
      { numRuns: 4 },
    );
  });

  it('finds the summary to an address without reading the other emails that wait', async () => {
    await notifier.runAsOwner(
      `INSERT INTO account_mails (id, kind, address, message_id, content, next_attempt_at, occasion)
       SELECT gen_random_uuid(), 'email', n || '@agency.example', 'plan-' || n, '{"subject": "agent-week"}',
              now() + interval '1 year', 'plan-' || n
         FROM generate_series(1, 2000) n`,
    );
    await notifier.runAsOwner('ANALYZE account_mails');
    const plan: object[] = await notifier.dataSource.query(`EXPLAIN ${LOCK_SUMMARY}`, ['1@agency.example']);
    expect(JSON.stringify(plan)).toContain('account_mails_summaries');
  });
});
