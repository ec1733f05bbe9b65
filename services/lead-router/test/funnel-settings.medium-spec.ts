import { randomUUID } from 'node:crypto';
import {
  changeFunnel,
  createFunnel,
  type FunnelSettings,
  getFunnel,
  listFunnels,
  MAX_LISTED_FUNNELS,
  requestLeadFetches,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Fixture, startFixture } from './lead-router.fixture.js';

/** Two copies of the service. */
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const admin = { actorId: randomUUID(), caller: { address: '203.0.113.7', userAgent: 'test' } };
const settings: FunnelSettings = {
  name: 'Spring funnel',
  mode: 'live',
  allowedOrigins: [],
  requestsPerSecond: null,
  duplicateWindowDays: null,
  requiredFields: [],
  requiresConsentProof: false,
  phoneVerification: 'off',
};

async function createLiveFunnel() {
  const { funnel } = await fixture.client.send(createFunnel, { ...admin, name: settings.name });
  const save = (change: Partial<FunnelSettings>, version?: number) =>
    fixture.client.send(changeFunnel, {
      ...admin,
      funnelId: funnel.id,
      settings: { ...settings, ...change },
      ...(version === undefined ? {} : { version }),
    });
  const get = () => fixture.client.send(getFunnel, { funnelId: funnel.id });
  return { save, get, live: await save({}) };
}

it('does not resume a funnel that another admin paused since the form was loaded', async () => {
  const { save, get, live } = await createLiveFunnel();
  const paused = await save({ mode: 'paused' }, live.version);
  await expect(save({ requestsPerSecond: 20 }, live.version)).rejects.toMatchObject({
    code: 'SETTINGS_CHANGED',
  });
  expect(await get()).toEqual(paused);
  expect(await save({ mode: 'paused', requestsPerSecond: 20 }, paused.version)).toMatchObject({
    mode: 'paused',
    requestsPerSecond: 20,
  });
});

it('answers a repeated change like the first one', async () => {
  const { save, get, live } = await createLiveFunnel();
  const saved = await save({ requestsPerSecond: 20 }, live.version);
  expect(await save({ requestsPerSecond: 20 }, live.version)).toEqual(saved);
  expect(await get()).toEqual(saved);
});

it('replaces any settings with a change that names no version', async () => {
  const { save, live } = await createLiveFunnel();
  await save({ mode: 'paused' }, live.version);
  const replaced = await save({ mode: 'test' });
  expect(replaced).toMatchObject({ mode: 'test' });
  await expect(save({ mode: 'live' }, live.version)).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
});

it('applies only one of two concurrent changes', async () => {
  const { save, get, live } = await createLiveFunnel();
  const results = await Promise.allSettled([
    save({ requestsPerSecond: 10 }, live.version),
    save({ requestsPerSecond: 20 }, live.version),
  ]);
  const saved = results.filter((result) => result.status === 'fulfilled');
  expect(saved.map(({ value }) => value)).toEqual([await get()]);
});

it('holds a lead of Meta that has waited for a day without a connection', async () => {
  const { funnel } = await fixture.client.send(createFunnel, { ...admin, name: 'Disconnected funnel' });
  const [old, recent] = ['123123123123', '456456456456'];
  await fixture.client.send(requestLeadFetches, { funnelId: funnel.id, externalIds: [old, recent] });
  await fixture.query(
    `UPDATE lead_fetches SET notified_at = now() - interval '25 hours'
      WHERE funnel_id = $1 AND external_id = $2`,
    [funnel.id, old],
  );
  await eventually(async () =>
    expect(
      await fixture.query(
        `SELECT f.external_id AS id, f.status, p.reason
           FROM lead_fetches f LEFT JOIN held_posts p ON p.id = f.id
          WHERE f.funnel_id = $1 ORDER BY f.external_id`,
        [funnel.id],
      ),
    ).toEqual([
      { id: old, status: 'failed', reason: 'not_fetched' },
      { id: recent, status: 'queued', reason: null },
    ]),
  );
});

it('lists at most the declared number of funnels, the first by name', async () => {
  await fixture.query(
    `INSERT INTO funnels (id, name, mode)
     SELECT gen_random_uuid(), 'Many ' || lpad(n::text, 4, '0'), 'test' FROM generate_series(0, $1::int) n`,
    [MAX_LISTED_FUNNELS],
  );
  const { funnels } = await fixture.client.send(listFunnels, {});
  expect(funnels).toHaveLength(MAX_LISTED_FUNNELS);
  const names = funnels.map(({ name }) => name).filter((name) => name.startsWith('Many'));
  expect(names[0]).toBe('Many 0000');
  expect(names).toEqual(names.toSorted());
});
