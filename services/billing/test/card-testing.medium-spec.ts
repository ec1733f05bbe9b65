import { randomUUID } from 'node:crypto';
import {
  acceptProviderEvent,
  createCardAuthentication,
  createCardSetup,
  type DomainError,
} from '@desk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CARD_SETUP_LIMITS, MAX_FAILURES_PER_INTENT } from '../src/cards/card-setup-rules.js';
import { BillingHarness } from './billing.harness.js';

const DECLINED = 'pm_card_chargeDeclined';

describe('card testing', () => {
  let billing: BillingHarness;
  const processed = new Set<string>();

  beforeAll(async () => {
    billing = await BillingHarness.start();
  });
  beforeEach(() => billing.pool.query('DELETE FROM card_setups'));
  afterAll(() => billing.stop());

  const setUp = (buyerId: string, proofOfWork?: string) =>
    billing.commands.send(createCardSetup, {
      buyerId,
      email: 'ann@example.com',
      ...(proofOfWork === undefined ? {} : { proofOfWork }),
    });
  const errorOf = (attempt: Promise<unknown>): Promise<DomainError | undefined> =>
    attempt.then(
      () => undefined,
      (error: unknown) => error as DomainError,
    );
  const codeOf = async (attempt: Promise<unknown>) => (await errorOf(attempt))?.code;
  const statusOf = async (intentId: string) =>
    (await billing.sandbox.get(`/v1/setup_intents/${intentId}`))['status'];
  /** Confirms a card. Returns whether the provider accepted it. */
  const tryCard = (intentId: string, card: string): Promise<boolean> =>
    billing.sandbox.confirmSetup(intentId, card).then(
      () => true,
      () => false,
    );
  /** Delivers the provider's events, and waits until they are processed. */
  const deliverEvents = async (times = 1) => {
    const events = (await billing.sandbox.listNewestEvents())
      .filter(({ id, type }) => type === 'setup_intent.setup_failed' && !processed.has(id))
      .toReversed();
    for (const event of events)
      for (let time = 0; time < times; time += 1)
        await billing.commands.send(acceptProviderEvent, billing.sign(event));
    for (const { id } of events) processed.add(id);
    await billing.waitForStoredEvents();
  };
  const addFailures = (failures: number, buyerId: string = randomUUID()) =>
    billing.pool.query(
      `INSERT INTO card_setups (request_id, buyer_id, failures, last_failed_at) VALUES ($1, $2, $3, now())`,
      [randomUUID(), buyerId, failures],
    );
  const solve = async (text: string | undefined): Promise<string> => {
    const challenge = JSON.parse(text ?? '') as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
  };

  it('ends an intent after a few refused cards, so that a working one cannot be found', async () => {
    const { setupIntentId } = await setUp(randomUUID());
    for (let attempt = 0; attempt < MAX_FAILURES_PER_INTENT; attempt += 1) {
      expect(await tryCard(setupIntentId, DECLINED)).toBe(false);
      await deliverEvents(2);
    }
    expect(await statusOf(setupIntentId)).toBe('canceled');
    expect(await tryCard(setupIntentId, 'pm_card_visa')).toBe(false);
  });

  it('lets a person mistype a card twice', async () => {
    const { setupIntentId } = await setUp(randomUUID());
    for (let attempt = 1; attempt < MAX_FAILURES_PER_INTENT; attempt += 1) {
      await tryCard(setupIntentId, DECLINED);
      await deliverEvents(3);
    }
    expect(await tryCard(setupIntentId, 'pm_card_visa')).toBe(true);
    await deliverEvents();
    expect(await statusOf(setupIntentId)).toBe('succeeded');
  });

  it('ends an intent that failed when its buyer begins another one', async () => {
    const buyerId = randomUUID();
    const first = await setUp(buyerId);
    await tryCard(first.setupIntentId, DECLINED);
    await deliverEvents();
    const second = await setUp(buyerId);
    expect(await statusOf(first.setupIntentId)).toBe('canceled');
    expect(await tryCard(second.setupIntentId, 'pm_card_visa')).toBe(true);
  });

  it('refuses a buyer whose cards were refused too often in a day, and no other', async () => {
    const buyerId = randomUUID();
    await addFailures(CARD_SETUP_LIMITS.ofBuyer.failures, buyerId);
    const refusal = await errorOf(setUp(buyerId));
    expect(refusal?.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refusal?.info['retryAfter'])).toBeGreaterThan(0);
    expect(await codeOf(setUp(randomUUID()))).toBeUndefined();
    await billing.pool.query("UPDATE card_setups SET created_at = now() - interval '25 hours'");
    expect(await codeOf(setUp(buyerId))).toBeUndefined();
  });

  it('limits the set-ups of a buyer, also for concurrent requests', async () => {
    const buyerId = randomUUID();
    await setUp(buyerId);
    const { setups } = CARD_SETUP_LIMITS.ofBuyer;
    const codes = await Promise.all(Array.from({ length: setups + 5 }, () => codeOf(setUp(buyerId))));
    expect(codes.filter((code) => code === undefined)).toHaveLength(setups - 1);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(6);
  });

  it('limits the set-ups of all buyers together', async () => {
    await billing.pool.query(
      `INSERT INTO card_setups (request_id, buyer_id)
       SELECT gen_random_uuid()::text, gen_random_uuid() FROM generate_series(1, $1::int)`,
      [CARD_SETUP_LIMITS.overall.setups],
    );
    expect(await codeOf(setUp(randomUUID()))).toBe('TOO_MANY_REQUESTS');
  });

  it('asks for a proof of work before the saved card is confirmed, too', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.requireAuthentication(buyerId);
    await addFailures(24);
    const authenticate = (proof: { proofOfWork?: string }) =>
      billing.commands.send(createCardAuthentication, { buyerId, ...proof });
    const asked = await errorOf(authenticate({}));
    expect(asked?.code).toBe('PROOF_OF_WORK_REQUIRED');
    const proofOfWork = await solve(asked?.info['challenge']);
    expect((await authenticate({ proofOfWork })).clientSecret).toMatch(/^seti_/);
  });

  describe('while unusually many cards are refused', () => {
    beforeEach(() => addFailures(24));

    it('asks for a proof of work for each set-up', async () => {
      const buyerId = randomUUID();
      const asked = await errorOf(setUp(buyerId));
      expect(asked?.code).toBe('PROOF_OF_WORK_REQUIRED');
      const proof = await solve(asked?.info['challenge']);
      expect((await setUp(buyerId, proof)).setupIntentId).toMatch(/^seti_/);
      expect(await codeOf(setUp(buyerId, proof))).toBe('PROOF_OF_WORK_REQUIRED');
    });

    it('accepts a proof only once from concurrent requests', async () => {
      const buyerId = randomUUID();
      const proof = await solve((await errorOf(setUp(buyerId)))?.info['challenge']);
      const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(setUp(buyerId, proof))));
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    });

    it("refuses another buyer's proof, one that was changed, and nonsense", async () => {
      const buyerId = randomUUID();
      const challenge = (await errorOf(setUp(randomUUID())))?.info['challenge'];
      expect(await codeOf(setUp(buyerId, await solve(challenge)))).toBe('PROOF_OF_WORK_REQUIRED');
      const own = (await errorOf(setUp(buyerId)))?.info['challenge'] ?? '';
      const easier = JSON.parse(own) as Challenge;
      const cheap = await solve(JSON.stringify({ ...easier, parameters: { ...easier.parameters, cost: 1 } }));
      expect(await codeOf(setUp(buyerId, cheap))).toBe('PROOF_OF_WORK_REQUIRED');
      for (const text of ['null', '{}', '[]', '{"challenge":{"parameters":{}},"solution":1}', 'x'])
        expect(await codeOf(setUp(buyerId, Buffer.from(text).toString('base64url')))).toBe(
          'PROOF_OF_WORK_REQUIRED',
        );
    });

    it('asks for no proof after an hour', async () => {
      await billing.pool.query("UPDATE card_setups SET last_failed_at = now() - interval '61 minutes'");
      expect(await codeOf(setUp(randomUUID()))).toBeUndefined();
    });
  });
});
