import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness } from './accounts.harness.js';
import { type Agent, EmailLinks, newEmail } from './email-links.js';

let accounts: AccountsHarness;
let links: EmailLinks;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  links = new EmailLinks(accounts);
});
afterAll(() => accounts.stop());

const emailOf = async ({ userId }: Agent) => {
  const [user] = await accounts.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  return user?.email;
};
const LINK_EXPIRED = { code: 'LINK_EXPIRED' };

describe('undoing a change of the address', () => {
  it('gives the account back to its owner after a thief with session and password moved it', async () => {
    const owner = await links.registerConfirmed();
    const thief = { ...owner, sid: await accounts.signIn(owner.email) };
    const stolen = await links.changeAddress(thief);
    expect(await accounts.isActive(owner.sid)).toBe(false);

    await links.undo(await links.getToken(owner.email, 'email-changed'));
    expect(await accounts.isActive(thief.sid)).toBe(false);
    for (const email of [owner.email, stolen])
      await expect(accounts.signIn(email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await eventually(async () => (await links.listMails(owner.email, 'password-reset')).length === 1);
    expect(await links.listMails(stolen, 'email-change-undone')).toHaveLength(1);
    expect(await links.listMails(stolen, 'password-reset')).toEqual([]);
    expect(await emailOf(owner)).toBe(owner.email);
    expect((await links.listContacts(owner)).at(-1)).toMatchObject({
      email: owner.email,
      confirmation: { confirmedAt: expect.stringMatching(/Z$/) },
    });
  });

  it('switches second factors off that were added shortly before or after the change; older ones work after the password', async () => {
    const [victim, careful] = [await links.registerConfirmed(), await links.registerConfirmed()];
    const addPasskey = async ({ userId }: { userId: string }, ageHours: number) => {
      await accounts.query(
        `INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, created_at)
         VALUES (gen_random_uuid(), $1, 'Key', gen_random_uuid()::text, '', 0, now() - make_interval(hours => $2))`,
        [userId, ageHours],
      );
      await accounts.query(
        "INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, 'code') ON CONFLICT DO NOTHING",
        [userId],
      );
      await accounts.query('UPDATE users SET has_second_factor = true WHERE id = $1', [userId]);
    };
    const listLeft = ({ userId }: { userId: string }) =>
      accounts.query(
        `SELECT has_second_factor AS has, (SELECT array_agg(review ORDER BY created_at) FROM passkeys WHERE user_id = u.id) AS passkeys,
                (SELECT count(*)::int FROM recovery_codes WHERE user_id = u.id) AS codes FROM users u WHERE id = $1`,
        [userId],
      );
    await addPasskey(victim, 71);
    await links.changeAddress(victim);
    await addPasskey(victim, 0);
    await links.undo(await links.getToken(victim.email, 'email-changed'));
    expect(await listLeft(victim)).toEqual([{ has: false, passkeys: ['off', 'off'], codes: 0 }]);

    await addPasskey(careful, 73);
    await links.changeAddress(careful);
    await addPasskey(careful, 0);
    await links.undo(await links.getToken(careful.email, 'email-changed'));
    expect(await listLeft(careful)).toEqual([{ has: true, passkeys: ['after-password', 'off'], codes: 0 }]);
  });

  it('is offered only to an address that was confirmed, because any other may belong to a stranger', async () => {
    const agent = await links.register();
    await links.changeAddress(agent);
    expect(await links.listMails(agent.email, 'email-changed')).toMatchObject([{ payload: { link: null } }]);
  });

  it('works once, also if clicked twice at the same time', async () => {
    const agent = await links.registerConfirmed();
    await links.changeAddress(agent);
    const token = await links.getToken(agent.email, 'email-changed');
    const results = await Promise.allSettled([1, 2, 3].map(() => links.undo(token)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(links.undo(token)).rejects.toMatchObject(LINK_EXPIRED);
    await eventually(async () => (await links.listMails(agent.email, 'password-reset')).length === 1);
  });

  it('works for 72 hours', async () => {
    const agent = await links.registerConfirmed();
    await links.changeAddress(agent);
    const token = await links.getToken(agent.email, 'email-changed');
    const [row] = await accounts.query<{ hours: number }>(
      `SELECT (extract(epoch FROM undo_expires_at - now()) / 3600)::float AS hours FROM email_changes WHERE user_id = $1`,
      [agent.userId],
    );
    expect(row?.hours).toBeGreaterThan(71.9);
    expect(row?.hours).toBeLessThanOrEqual(72);
    await links.expire('email_changes', 'undo_expires_at', agent);
    await expect(links.undo(token)).rejects.toMatchObject(LINK_EXPIRED);
  });

  it('undoes later changes as well, whose links then expire', async () => {
    const owner = await links.registerConfirmed();
    const second = await links.changeAddress(owner);
    const third = await links.changeAddress(owner);
    const tokens = [
      await links.getToken(owner.email, 'email-changed'),
      await links.getToken(second, 'email-changed'),
    ];
    await links.undo(tokens[0] ?? '');
    await expect(links.undo(tokens[1] ?? '')).rejects.toMatchObject(LINK_EXPIRED);
    expect(await emailOf(owner)).toBe(owner.email);
    expect(await links.listMails(third, 'email-change-undone')).toHaveLength(1);
  });

  it('leaves an earlier link valid after a later change was undone', async () => {
    const owner = await links.registerConfirmed();
    const second = await links.changeAddress(owner);
    await links.changeAddress(owner);
    await links.undo(await links.getToken(second, 'email-changed'));
    await links.undo(await links.getToken(owner.email, 'email-changed'));
    expect(await emailOf(owner)).toBe(owner.email);
  });

  it('cannot be prevented by registering the previous address, or moving another account to it', async () => {
    const [owner, other] = [await links.registerConfirmed(), await accounts.registerAgent()];
    await links.changeAddress(owner);
    await expect(accounts.registerAgent({ email: owner.email })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
    await links.requestChange(other, owner.email);
    const token = await links.getToken(owner.email, 'confirm-email');
    await expect(links.confirm(token, other.sid)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await links.undo(await links.getToken(owner.email, 'email-changed'));
  });

  it('revokes a change that is still waiting for confirmation', async () => {
    const owner = await links.registerConfirmed();
    await links.changeAddress(owner);
    const waiting = newEmail();
    await links.requestChange(owner, waiting);
    const token = await links.getToken(waiting, 'confirm-email');
    await links.undo(await links.getToken(owner.email, 'email-changed'));
    await expect(links.confirm(token, owner.sid)).rejects.toMatchObject(LINK_EXPIRED);
  });

  it('lets the owner return to the previous address by an ordinary change', async () => {
    const owner = await links.registerConfirmed();
    await links.changeAddress(owner);
    await links.changeAddress(owner, owner.email);
    expect(await accounts.getUser(owner.sid)).toMatchObject({ email: owner.email });
  });
});
