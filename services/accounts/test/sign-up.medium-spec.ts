import { randomUUID } from 'node:crypto';
import {
  beginPayment,
  completeSignUp,
  DomainError,
  type Filters,
  saveDraft,
  TERMS_VERSION,
} from '@desk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountsHarness, newCaller, PASSWORD } from './accounts.harness.js';

let accounts: AccountsHarness;
let stops: (() => Promise<void>)[];

/** Commands to billing and lead-router, which do not run here, in order. */
let acts: string[];
/** Errors of the next attempts to save a card. */
let saveErrors: DomainError[];
let changeNumber = 0;

const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2030 };
const eligibility = {
  serviceEnabled: true,
  dailyLeadLimit: 100,
  reason: 'no-card',
  leadsToday: 0,
  spentTodayCents: 0,
  dayEndsAt: '2030-01-01T05:00:00.000Z',
  timeZone: 'America/New_York',
};

const billing = {
  'cards.create-setup': () => ({ setupIntentId: 'seti_new', clientSecret: 'seti_new_secret' }),
  'cards.verify-setup': ({ setupIntentId }: { setupIntentId: string }) => ({
    paymentMethodId: setupIntentId.replace('seti', 'pm'),
  }),
  'cards.save': ({ paymentMethodId }: { paymentMethodId: string }) => {
    const error = saveErrors.shift();
    if (error) throw error;
    acts.push(`save ${paymentMethodId}`);
    return { paymentMethodId, version: 1, card };
  },
};
const leadRouter = {
  'buyers.get-eligibility': () => {
    changeNumber += 1;
    return { ...eligibility, changeNumber };
  },
  'buyers.set-filters': ({ filters }: { filters: { states: string[] } }) => {
    acts.push(`states ${filters.states.join()}`);
    return { filters, version: 2 };
  },
  'buyers.set-daily-limit': ({ buyerId, ...change }: Limit) => {
    acts.push(`limit ${change.dailyLeadLimit}`);
    const { dailyLeadLimit, changeNumber: settingsVersion } = change;
    return { buyerId, serviceEnabled: true, dailyLeadLimit, settingsVersion: settingsVersion + 1 };
  },
};
interface Limit {
  readonly buyerId: string;
  readonly dailyLeadLimit: number;
  readonly changeNumber: number;
}

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  stops = [await accounts.answerFor('billing', billing), await accounts.answerFor('lead-router', leadRouter)];
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await accounts.stop();
});
beforeEach(() => {
  acts = [];
  saveErrors = [];
});

async function startSignUp({ acceptsTerms = true } = {}) {
  const email = `${randomUUID()}@example.com`;
  const { sessionId } = await accounts.commands.send(saveDraft, {
    sessionId: null,
    step: 'start',
    values: { acceptedTerms: acceptsTerms },
    caller: newCaller(),
  });
  const complete = (
    dailyLeadLimit: number,
    setupIntentId: string,
    password = PASSWORD,
    states?: Filters['states'],
  ) =>
    accounts.commands.send(completeSignUp, {
      sessionId,
      setupIntentId,
      firstName: 'Nora',
      lastName: 'Newcomer',
      companyName: null,
      email,
      phone: '+12125550123',
      password,
      dailyLeadLimit,
      caller: newCaller(),
      ...(states === undefined ? {} : { states }),
    });
  const findAccount = async () => {
    const [account] = await accounts.query<{ limit: number; card: string | null; isComplete: boolean }>(
      `SELECT u.daily_lead_limit AS limit, u.stripe_payment_method_id AS card,
              d.completed_at IS NOT NULL AND d.submission IS NULL AS "isComplete"
         FROM users u JOIN sign_up_drafts d ON d.user_id = u.id WHERE u.email = $1`,
      [email],
    );
    return account;
  };
  /** Creates the account, but fails to save its card. */
  const failToSaveCard = async (error = new DomainError('UNAVAILABLE')) => {
    saveErrors.push(error);
    await expect(complete(100, 'seti_1')).rejects.toMatchObject({ code: error.code });
    expect(await findAccount()).toEqual({ limit: 100, card: null, isComplete: false });
  };
  return { email, sessionId, complete, findAccount, failToSaveCard };
}

it('creates no account before the terms are accepted, and records their version, time and network', async () => {
  const refused = await startSignUp({ acceptsTerms: false });
  await expect(refused.complete(10, 'seti_1')).rejects.toMatchObject({ code: 'TERMS_NOT_ACCEPTED' });
  expect(await refused.findAccount()).toBeUndefined();
  const accepted = await startSignUp();
  const { user } = await accepted.complete(10, 'seti_1');
  expect(
    await accounts.query(
      `SELECT terms_version, terms_network IS NOT NULL AS "hasNetwork", terms_accepted_at <= created_at AS "isBefore"
         FROM users WHERE id = $1`,
      [user.id],
    ),
  ).toEqual([{ terms_version: TERMS_VERSION, hasNetwork: true, isBefore: true }]);
});

it('registers the agent with the states that were chosen', async () => {
  for (const states of [undefined, [], ['FL' as const, 'TX' as const]]) {
    const { complete } = await startSignUp();
    const { user } = await complete(10, 'seti_1', PASSWORD, states);
    const published = await accounts.listPublished(user.id);
    const registered = published.find(({ name }) => name === 'accounts.user-registered');
    expect(registered?.payload['states']).toEqual(states?.length ? states : undefined);
  }
  expect(acts.filter((act) => act.startsWith('states'))).toEqual([]);
});

it('refuses a common password in its own step, and stores none', async () => {
  const { email, sessionId } = await startSignUp();
  const save = (step: 'contact' | 'security', values: object) =>
    accounts.commands.send(saveDraft, { sessionId, step, values, caller: newCaller() });
  await save('contact', { email, phone: '+12125550123' });
  for (const password of ['password1', email, '+12125550123'])
    await expect(save('security', { password })).rejects.toMatchObject({ code: 'COMMON_PASSWORD' });
  const findDraft = async () => {
    const [draft] = await accounts.query<{ row: string; steps: string[] }>(
      'SELECT d::text AS row, completed_steps AS steps FROM sign_up_drafts d WHERE email = $1',
      [email],
    );
    return draft;
  };
  expect((await findDraft())?.steps).not.toContain('security');
  await save('security', { password: PASSWORD });
  const draft = await findDraft();
  expect(draft?.steps).toContain('security');
  expect(draft?.row).not.toContain(PASSWORD);
});

describe('a sign-up that is submitted again before its card is saved', () => {
  it('takes the card and the daily limit that were submitted last', async () => {
    const { complete, findAccount, failToSaveCard } = await startSignUp();
    await failToSaveCard();
    const { user } = await complete(10, 'seti_2');
    expect(user).toMatchObject({ dailyLeadLimit: 10 });
    expect(await findAccount()).toEqual({ limit: 10, card: 'pm_2', isComplete: true });
    // The choices are in force before the card makes leads arrive.
    expect(acts).toEqual(['limit 10', 'states ', 'save pm_2']);
  });

  it('takes the states that were submitted last', async () => {
    const { complete, failToSaveCard } = await startSignUp();
    await failToSaveCard();
    await complete(100, 'seti_1', PASSWORD, ['FL', 'TX']);
    expect(acts).toEqual(['limit 100', 'states FL,TX', 'save pm_1']);
  });

  it('changes no setting if nothing else was submitted', async () => {
    const { complete, findAccount, failToSaveCard } = await startSignUp();
    await failToSaveCard();
    await complete(100, 'seti_1');
    expect(await findAccount()).toEqual({ limit: 100, card: 'pm_1', isComplete: true });
    expect(acts).toEqual(['save pm_1']);
  });

  it('takes another card after the first one failed for good', async () => {
    const { email, sessionId, complete, findAccount, failToSaveCard } = await startSignUp();
    await failToSaveCard(new DomainError('SETUP_NOT_SUCCEEDED'));
    const payment = await accounts.commands.send(beginPayment, { sessionId, email, caller: newCaller() });
    expect(payment).toEqual({ clientSecret: 'seti_new_secret' });
    await complete(100, 'seti_new');
    expect(await findAccount()).toEqual({ limit: 100, card: 'pm_new', isComplete: true });
  });

  it('takes nothing from a request with a wrong password', async () => {
    const { complete, findAccount, failToSaveCard } = await startSignUp();
    await failToSaveCard();
    await expect(complete(10, 'seti_2', 'crimson meadow 42')).rejects.toMatchObject({
      code: 'DRAFT_NOT_FOUND',
    });
    await complete(100, 'seti_1');
    expect(await findAccount()).toEqual({ limit: 100, card: 'pm_1', isComplete: true });
  });

  it('saves no card for a disabled account', async () => {
    const { email, complete, failToSaveCard } = await startSignUp();
    await failToSaveCard();
    await accounts.query('UPDATE users SET disabled_at = now() WHERE email = $1', [email]);
    await expect(complete(100, 'seti_1')).rejects.toMatchObject({ code: 'DRAFT_NOT_FOUND' });
    expect(acts).toEqual([]);
    await accounts.query('UPDATE users SET disabled_at = NULL WHERE email = $1', [email]);
    await complete(100, 'seti_1');
  });

  it('accepts one of two concurrent submissions, and reports it to the other', async () => {
    const { complete, findAccount, failToSaveCard } = await startSignUp();
    await failToSaveCard();
    const submissions = [
      { limit: 10, card: 'pm_2' },
      { limit: 20, card: 'pm_3' },
    ];
    const results = await Promise.allSettled([complete(10, 'seti_2'), complete(20, 'seti_3')]);
    const account = await findAccount();
    expect(submissions.map((submission) => ({ ...submission, isComplete: true }))).toContainEqual(account);
    expect(acts.findLast((act) => act.startsWith('save'))).toBe(`save ${account?.card ?? ''}`);
    const [taken, refused] = account?.limit === 10 ? results : results.toReversed();
    expect(taken).toMatchObject({ value: { user: { dailyLeadLimit: account?.limit } } });
    expect(refused).toMatchObject({ reason: { code: 'SIGN_UP_COMPLETED' } });
  });
});

describe('a sign-up that is submitted again after it was completed', () => {
  it('signs in if the submitted card and limit are in force, and reports an error otherwise', async () => {
    const { complete, findAccount } = await startSignUp();
    await complete(50, 'seti_1');
    expect((await complete(50, 'seti_1')).user).toMatchObject({ dailyLeadLimit: 50 });
    await expect(complete(10, 'seti_1')).rejects.toMatchObject({ code: 'SIGN_UP_COMPLETED' });
    await expect(complete(50, 'seti_2')).rejects.toMatchObject({ code: 'SIGN_UP_COMPLETED' });
    expect(await findAccount()).toEqual({ limit: 50, card: 'pm_1', isComplete: true });
    expect(acts).toEqual(['save pm_1']);
  });

  it.each(["password = 'none'", 'has_second_factor = true', 'disabled_at = now()'])(
    'creates no session if the account changes after the password check: %s',
    async (change) => {
      const { complete } = await startSignUp();
      const { user } = await complete(50, 'seti_1');
      const connection = await accounts.pool.connect();
      try {
        await connection.query('BEGIN');
        await connection.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [user.id]);
        const repeated = complete(50, 'seti_1').catch((error: unknown) => error);
        await accounts.waitForBlockedStatement();
        await connection.query(`UPDATE users SET ${change} WHERE id = $1`, [user.id]);
        await connection.query('COMMIT');
        expect(await repeated).toMatchObject({ code: 'DRAFT_NOT_FOUND' });
      } finally {
        connection.release();
      }
    },
  );
});
