import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  chargeOffer,
  createCardSetup,
  type EventContract,
  type PayloadOf,
  type RequestOf,
  saveCard,
  withholdLead,
} from '@desk/contracts';
import { type RunningService, SERVER_START, startService } from '@desk/service-kit';
import {
  answerCommands,
  createServiceDatabase,
  createTestRedis,
  eventually,
  messageKeysOf,
  openPublished,
  type TestDatabase,
  testDataKey,
  TestMessages,
} from '@desk/testing';
import pg from 'pg';
import { pino } from 'pino';
import Stripe from 'stripe';
import { AppModule } from '../src/app.module.js';
import { database, migrations } from '../src/database/data-source.js';
import { readBillingEnv } from '../src/env.js';
import { BillingProcess } from './billing-process.js';
import { API_KEY, Sandbox } from './sandbox.js';

const LEAD_ROUTER_MIGRATIONS = join(import.meta.dirname, '../../lead-router/dist/migrate.js');
const WEBHOOK_SECRET = 'whsec_billing_medium';

export interface PurchaseRow {
  id: string;
  status: string;
  decline_code: string | null;
  stripe_payment_intent_id: string | null;
  resolve_attempt: number;
}

interface PublishedMessage {
  readonly name: string;
  readonly queue: string;
  readonly payload: Record<string, unknown>;
}

/** Runs billing on a real PostgreSQL and Redis against the sandbox card provider, and uses it as other services do. */
export class BillingHarness {
  private readonly services: RunningService[] = [];
  readonly log: Record<string, unknown>[] = [];
  /** Leads that their buyers have seen, as lead-router answers. */
  readonly seenLeads = new Set<string>();
  private stopAnswers: () => Promise<void> = () => Promise.resolve();

  private serverStart = '';

  private constructor(
    readonly sandbox: Sandbox,
    private readonly testDatabase: TestDatabase,
    readonly pool: pg.Pool,
    private readonly messages: TestMessages,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async prepare(settings: NodeJS.ProcessEnv = {}): Promise<BillingHarness> {
    const sandbox = await Sandbox.start();
    const testDatabase = await createServiceDatabase('billing', { ...database, migrations });
    const { url } = testDatabase.services.billing;
    const redis = createTestRedis();
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      MESSAGE_KEYS: messageKeysOf('billing'),
      HEALTH_PORT: '1',
      STRIPE_SECRET_KEY: API_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: sandbox.url,
      STRIPE_TIMEOUT_MS: '10000',
      PROVIDER_EVENTS_INTERVAL_MS: '3600000',
      RECONCILIATION_INTERVAL_MINUTES: '0',
      ...settings,
    };
    const messages = await TestMessages.connect(redis);
    const pool = new pg.Pool({
      connectionString: testDatabase.adminUrl,
      options: '-c search_path=billing',
    });
    // Tests that need the provider's list of events read it when they want.
    await pool.query("UPDATE provider_event_cursor SET next_read_at = now() + interval '1 day'");
    const billing = new BillingHarness(sandbox, testDatabase, pool, messages, env);
    await billing.answerForLeadRouter();
    const { rows } = await pool.query<{ start: string }>(`SELECT ${SERVER_START} AS start`);
    billing.serverStart = rows[0]?.start ?? '';
    return billing;
  }

  static async start(settings: NodeJS.ProcessEnv = {}): Promise<BillingHarness> {
    const billing = await BillingHarness.prepare(settings);
    for (let copy = 0; copy < 2; copy += 1) await billing.startCopy();
    return billing;
  }

  async stop(): Promise<void> {
    await this.stopAnswers();
    await Promise.all(this.services.map((service) => service.close()));
    await this.messages.close();
    await this.pool.end();
    await this.testDatabase.drop();
    await this.sandbox.stop();
  }

  private async answerForLeadRouter(): Promise<void> {
    this.stopAnswers = await answerCommands(this.messages.redis, 'lead-router', {
      [withholdLead.name]: ({ leadId }: RequestOf<typeof withholdLead>) => ({
        isWithheld: !this.seenLeads.has(leadId),
      }),
    });
  }

  /** Starts the real lead-router, for tests in which billing asks it. */
  async startLeadRouter(): Promise<BillingProcess> {
    await this.stopAnswers();
    this.stopAnswers = () => Promise.resolve();
    const { url, ownerUrl } = this.testDatabase.services['lead-router'];
    await promisify(execFile)(process.execPath, [LEAD_ROUTER_MIGRATIONS], {
      env: { PATH: process.env['PATH'], DATABASE_URL: ownerUrl },
    });
    const { REDIS_URL, REDIS_PREFIX } = this.env;
    const own = { DATABASE_URL: url, MESSAGE_KEYS: messageKeysOf('lead-router'), DATA_KEYS: testDataKey() };
    return BillingProcess.start({ NODE_ENV: 'test', REDIS_URL, REDIS_PREFIX, ...own }, 'lead-router');
  }

  get commands(): TestMessages['commands'] {
    return this.messages.commands;
  }

  private async startCopy(): Promise<void> {
    const write = (line: string): void => void this.log.push(JSON.parse(line) as Record<string, unknown>);
    // Port 0 picks any free port; these tests do not query the health endpoint.
    const env = { ...readBillingEnv(this.env), HEALTH_PORT: 0 };
    const logger = pino({ level: 'info' }, { write });
    this.services.push(await startService({ service: 'billing', database, module: AppModule }, env, logger));
  }

  /** Ends the provider's faults, and waits until every copy sends calls again: five failures in a row stop them. */
  async endFaults(): Promise<void> {
    await this.sandbox.clearFaults();
    await eventually(async () => {
      const states = await Promise.all(
        this.services.map(({ metrics }) => metrics.getSingleMetricAsString('card_provider_available')),
      );
      return states.every((state) => / 1\s*$/.test(state));
    });
  }

  /** Creates a buyer with this test card saved. */
  async createBuyer(card = 'pm_card_visa'): Promise<{ buyerId: string; paymentMethodId: string }> {
    const buyerId = randomUUID();
    return { buyerId, paymentMethodId: await this.saveCard(buyerId, card) };
  }

  async saveCard(buyerId: string, card: string): Promise<string> {
    const email = `${buyerId}@example.com`;
    const { setupIntentId } = await this.commands.send(createCardSetup, { buyerId, email });
    const paymentMethodId = await this.sandbox.confirmSetup(setupIntentId, card);
    await this.commands.send(saveCard, { buyerId, paymentMethodId });
    return paymentMethodId;
  }

  newOffer(buyerId: string, leadId: string = randomUUID()): PayloadOf<typeof chargeOffer> {
    return {
      offerId: randomUUID(),
      leadId,
      buyerId,
      amountCents: 8_000,
      currency: 'usd',
      serverStart: this.serverStart,
      reservedAt: new Date().toISOString(),
    };
  }

  async charge(buyerId: string): Promise<string> {
    const offer = this.newOffer(buyerId);
    await this.publish(chargeOffer, offer);
    return offer.offerId;
  }

  /** Uses a new message id each time, so that the queue does not drop repetitions. */
  publish<E extends EventContract>(event: E, payload: PayloadOf<E>): Promise<void> {
    return this.messages.publish('billing', event, payload);
  }

  async waitForEmptyQueue(): Promise<void> {
    await eventually(async () => (await this.messages.publisher.depth('billing.events')) === 0);
  }

  async findPurchase(offerId: string): Promise<PurchaseRow | undefined> {
    const { rows } = await this.pool.query<PurchaseRow>('SELECT * FROM purchases WHERE offer_id = $1', [
      offerId,
    ]);
    return rows[0];
  }

  async waitForStatus(offerId: string, ...status: string[]): Promise<PurchaseRow> {
    return eventually(async () => {
      const row = await this.findPurchase(offerId);
      if (!row || !status.includes(row.status)) throw new Error(`purchase is ${row?.status ?? 'missing'}`);
      return row;
    });
  }

  /** Makes a charge an hour older. `column` is when its current state began. */
  async passAnHour(offerId: string, column: 'unanswered_since' | 'updated_at'): Promise<void> {
    await eventually(async () => {
      const { rowCount } = await this.pool.query(
        `UPDATE purchases SET first_requested_at = first_requested_at - interval '1 hour',
                ${column} = ${column} - interval '1 hour'
          WHERE offer_id = $1 AND status = 'unknown' AND ${column} IS NOT NULL`,
        [offerId],
      );
      return rowCount === 1;
    });
  }

  /** Records that the bank wants the buyer to confirm the saved card. */
  async requireAuthentication(buyerId: string): Promise<void> {
    await this.pool.query(
      "UPDATE customers SET card_usable = false, decline_code = 'authentication_required' WHERE buyer_id = $1",
      [buyerId],
    );
  }

  /** Waits for the purchase to reach `status` and asserts the statuses of all intents at the provider. */
  async waitForOutcome(offerId: string, status: string, intentStatuses: string[]): Promise<PurchaseRow> {
    const row = await this.waitForStatus(offerId, status);
    const intents = await this.sandbox.listIntents(offerId);
    const statuses = intents.map((intent) => intent.status).sort();
    if (JSON.stringify(statuses) !== JSON.stringify(intentStatuses))
      throw new Error(`provider has intents ${JSON.stringify(statuses)}`);
    return row;
  }

  /** Returns the messages published under this key. They stay in the outbox because no consumer runs here. */
  async listPublished(key: string): Promise<PublishedMessage[]> {
    const { rows } = await this.pool.query<{ message_id: string; queue: string; sealed: string }>(
      "SELECT message_id, queue, sealed FROM outbox WHERE message_id LIKE '%~' || $1 ORDER BY queue",
      [key],
    );
    return rows.map(({ message_id: id, queue, sealed }) => {
      const { name, payload } = openPublished({ id, queue, sealed });
      return { name, queue, payload: payload as Record<string, unknown> };
    });
  }

  /** Waits until billing has processed these events of the provider. */
  async waitForEvents(eventIds: readonly string[]): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.pool.query(
        'SELECT 1 FROM provider_events WHERE event_id = ANY ($1) AND processed_at IS NOT NULL',
        [eventIds],
      );
      if (rows.length < eventIds.length)
        throw new Error(`${rows.length} of ${eventIds.length} events are processed`);
    });
  }

  /** Waits until billing has processed every event that it has stored. */
  async waitForStoredEvents(): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.pool.query('SELECT 1 FROM provider_events WHERE processed_at IS NULL');
      return rows.length === 0;
    });
  }

  /** Has the provider's list of events read now. */
  async readProviderEvents(): Promise<void> {
    // Less than an hour, so that one window holds everything: with two, the last events could still be missing.
    await this.pool.query(
      "UPDATE provider_event_cursor SET next_read_at = now(), read_until = now() - interval '30 minutes'",
    );
    await eventually(async () => {
      const { rows } = await this.pool.query(
        "SELECT 1 FROM provider_event_cursor WHERE read_until > now() - interval '20 minutes'",
      );
      return rows.length === 1;
    });
  }

  /** Returns the value of each copy that reports the series, which is written as Prometheus shows it. */
  async readMetric(series: string): Promise<number[]> {
    const texts = await Promise.all(this.services.map(({ metrics }) => metrics.metrics()));
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.startsWith(`${series} `));
    return lines.map((line) => Number(line.slice(series.length + 1)));
  }

  async readCounter(series: string): Promise<number> {
    return (await this.readMetric(series)).reduce((sum, value) => sum + value, 0);
  }

  listAlarms(offerId: string): unknown[] {
    return this.log.filter((line) => line['offerId'] === offerId).flatMap((line) => line['alarm'] ?? []);
  }

  /** Signs a provider event as its webhook request would be. */
  sign(event: object, secret = WEBHOOK_SECRET): { rawBody: string; signature: string } {
    const rawBody = JSON.stringify(event);
    const signature = new Stripe(API_KEY).webhooks.generateTestHeaderString({ payload: rawBody, secret });
    return { rawBody, signature };
  }
}
