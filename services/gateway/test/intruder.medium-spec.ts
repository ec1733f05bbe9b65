import { randomUUID } from 'node:crypto';
import type { Recovery } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from './browser.js';
import { IntruderStage } from './intruder-stage.js';
import type { Scene } from './intruder.js';

let stage: IntruderStage;
beforeAll(async () => {
  stage = await IntruderStage.start();
});
afterAll(() => stage.system.stop());

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

const OWNER_ACTS: readonly Recovery[] = ['password-reset', 'enabled', 'second-factors-reset'];
/** Only the previous address can return an account that was moved to another one, so that comes first. */
const orders = permutations(OWNER_ACTS).flatMap((acts) => [acts, ['email-change-undone' as const, ...acts]]);

async function signIn({ email, password }: Scene): Promise<Browser> {
  const browser = stage.system.openBrowser();
  const { status, body } = await browser.post('/api/auth/login', { email, password });
  expect([status, Object.keys(body)]).toEqual([200, ['user']]);
  return browser;
}

interface Reviewed {
  readonly id: string;
  readonly needsReview?: true;
}

/** Keeps the leads of the next test from this account. */
const stopService = (owner: Browser) => owner.patch('/api/user/service-toggle', { serviceEnabled: false });

/** Resolves once a lead came to each of the intruder's places. */
const waitForAllPlaces = (scene: Scene) =>
  eventually(async () => {
    expect(await stage.countStolen(scene)).toEqual({ webhook: 1, sms: 1, slack: 1, push: 1 });
  });

it('would send leads to every place that an intruder set up, before the owner does anything', async () => {
  const scene = await stage.intruder.open(true);
  const traps = await stage.intruder.plant(scene);
  expect([...traps.keys()].toSorted()).toEqual([
    ...['authenticator app', 'browser', 'card', 'channel', 'email change request', 'known device'],
    ...['passkey', 'password', 'password reset link', 'recovery codes', 'session', 'unfinished sign-in'],
  ]);
  await stage.sell(scene);
  await waitForAllPlaces(scene);
  // Each way in is open, too.
  const waysIn = ['password', 'session', 'passkey', 'authenticator app', 'unfinished sign-in'] as const;
  for (const thing of [...waysIn, 'known device'] as const)
    expect([thing, await traps.get(thing)?.()]).toEqual([thing, expect.anything()]);
  await stopService(scene.thief);
});

it.each(orders.map((acts) => [acts.join(', '), acts] as const))(
  'leaves an intruder nothing after each of: %s',
  async (_title, acts) => {
    const scene = await stage.intruder.open(true);
    if (acts.includes('email-change-undone')) await stage.intruder.move(scene);
    const traps = await stage.intruder.plant(scene);
    for (const act of acts) {
      await stage.recoveries[act](scene);
      // At once, before the owner looks at anything.
      for (const [thing, spring] of traps)
        expect([act, thing, await spring()]).toEqual([act, thing, undefined]);
      const link = scene.password === undefined ? await stage.readLink(scene) : null;
      const leadId = await stage.sell(scene);
      expect(
        await stage.system.query('notifier', 'SELECT kind FROM deliveries WHERE lead_id = $1', [leadId]),
      ).toEqual([{ kind: 'email' }]);
      expect(await stage.countStolen(scene)).toEqual({ webhook: 0, sms: 0, slack: 0, push: 0 });
      if (link !== null && act === acts.at(-1)) await stage.chooseWith(scene, link);
    }
    const owner = await signIn(scene);
    const { body: channels } =
      await owner.get<{ kind: string; state: string; needsReview?: true }[]>('/api/channels');
    const planted = channels.filter(({ kind }) => kind !== 'email');
    expect(planted.map(({ kind }) => kind).toSorted()).toEqual(['slack', 'sms', 'webhook']);
    for (const channel of planted) expect(channel).toMatchObject({ state: 'paused', needsReview: true });
    await stopService(owner);
  },
);

it('uses again what the owner keeps after a recovery', async () => {
  const scene = await stage.intruder.open(true);
  const traps = await stage.intruder.plant(scene);
  await stage.recoveries['password-reset'](scene);
  const owner = await signIn(scene);
  const keep = async (path: string, ids: readonly string[]) => {
    for (const id of ids) expect((await owner.post(`${path}/${id}/keep`)).status).toBe(200);
    const unknown = await owner.post(`${path}/${randomUUID()}/keep`);
    expect(unknown.status).toBe(404);
  };
  const idsOf = (items: readonly Reviewed[]) =>
    items.filter(({ needsReview }) => needsReview).map(({ id }) => id);

  const { body: channels } = await owner.get<Reviewed[]>('/api/channels');
  const { body: push } = await owner.get<{ browsers: Reviewed[] }>('/api/channels/push');
  await keep('/api/channels', idsOf(channels));
  await keep('/api/channels/push/browsers', idsOf(push.browsers));
  await stage.sell(scene);
  await waitForAllPlaces(scene);

  const list = () => owner.get<{ factors: Reviewed[] }>('/api/user/second-factors');
  const factors = idsOf((await list()).body.factors);
  expect(factors).toHaveLength(2);
  await keep('/api/user/second-factors', factors);
  expect(idsOf((await list()).body.factors)).toEqual([]);
  expect(await traps.get('passkey')?.()).toEqual(expect.anything());
  await stopService(owner);
});

it('leaves no access to whoever registered with a stranger’s address, once its owner resets the password', async () => {
  const scene = await stage.intruder.open(false);
  const traps = await stage.intruder.plant(scene);
  for (const thing of ['channel', 'browser', 'passkey', 'authenticator app'] as const)
    expect(traps.has(thing)).toBe(false);
  await stage.recoveries.claim(scene);
  for (const [thing, spring] of traps) expect([thing, await spring()]).toEqual([thing, undefined]);
  const owner = await signIn(scene);
  await eventually(async () => {
    const { body: user } = await owner.get<object>('/api/auth/user');
    const customers = await stage.system.query(
      'billing',
      'SELECT 1 FROM customers WHERE buyer_id = $1 AND stripe_payment_method_id IS NOT NULL',
      [scene.id],
    );
    return !('stripePaymentMethodId' in user) && !('emailConfirmation' in user) && customers.length === 0;
  });
  expect((await owner.get<unknown[]>('/api/channels')).body).toEqual([]);
  await stage.system.saveCard(owner);
  await stage.sell(scene);
  expect(await stage.countStolen(scene)).toEqual({ webhook: 0, sms: 0, slack: 0, push: 0 });
});
