import { randomUUID } from 'node:crypto';
import { changeFunnel, createFunnel, type FunnelSettings, getFunnel } from '@desk/contracts';
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
