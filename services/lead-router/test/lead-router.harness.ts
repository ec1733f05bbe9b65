import { randomUUID } from 'node:crypto';
import {
  type CommandContract,
  type EventContract,
  type Lead,
  parse,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { createDataSource, createLogger, startService } from '@desk/service-kit';
import {
  createServiceDatabase,
  createTestRedis,
  eventually,
  messageKeysOf,
  openPublished,
  sealerOf,
  sealEvent,
  testDataKey,
  TestMessages,
} from '@desk/testing';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { database, INTAKE_CONNECTIONS, migrations } from '../src/database/data-source.js';
import { readLeadRouterEnv } from '../src/env.js';
import { hashFunnelKey } from '../src/funnels/funnel-key.js';

/** An event with the key of its message; without one, the message is new. */
interface Keyed<Payload> {
  readonly key?: string;
  readonly payload: Payload;
}

/** Settings of each copy, besides those that all of them have. */
export type CopySettings = readonly NodeJS.ProcessEnv[];

/** Runs copies of the service on a real PostgreSQL and Redis. The test plays the other services. */
export async function startLeadRouter(copies: CopySettings = [{}]) {
  const db = await createServiceDatabase('lead-router', { ...database, migrations });
  const redis = createTestRedis();
  const { url } = db.services['lead-router'];
  const common = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    MESSAGE_KEYS: messageKeysOf('lead-router'),
    DATA_KEYS: testDataKey(),
    HEALTH_PORT: '1',
  };
  const start = (settings: CopySettings) =>
    Promise.all(
      settings.map((own) =>
        startService(
          { service: 'lead-router', database, module: AppModule, requestPoolSize: INTAKE_CONNECTIONS },
          { ...readLeadRouterEnv({ ...common, ...own }), HEALTH_PORT: 0 },
          createLogger('test', 'silent'),
        ),
      ),
    );
  let running = await start(copies);
  const messages = await TestMessages.connect(redis);
  const pool = new pg.Pool({ connectionString: db.adminUrl, options: '-c search_path=leads', max: 10 });
  const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(sql, values)).rows;
  const funnelId = randomUUID();
  await query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelId, 'Test funnel']);
  await query('INSERT INTO funnel_keys VALUES ($1, $2, $3)', [hashFunnelKey('fk_test'), funnelId, 'fk_test']);

  /** Validates every answer against its contract. */
  const send = async <C extends CommandContract>(
    contract: C,
    request: RequestOf<C>,
  ): Promise<ResponseOf<C>> => {
    const answer = await messages.commands.send(contract, request);
    parse(contract.response, answer);
    return answer;
  };

  const lock = async (sql: string, parameters: readonly string[]) => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(sql, [...parameters]);
    return async () => {
      await client.query('COMMIT');
      client.release();
    };
  };

  const lockRow = (table: 'buyers' | 'leads', id: string) =>
    lock(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);

  /**
   * Returns the payloads of an event in the outbox, the oldest first. They stay there, because no consumer of another
   * service runs here. An event with several consumers is there once for each, unless one queue is named.
   */
  const listPublished = async <E extends EventContract>(
    { name }: E,
    queue: string | null = null,
  ): Promise<PayloadOf<E>[]> => {
    const rows = await query<{ id: string; queue: string; sealed: string }>(
      `SELECT message_id AS id, queue, sealed FROM outbox WHERE name = $1 AND queue = COALESCE($2, queue)
        ORDER BY created_at`,
      [name, queue],
    );
    return rows.map((row) => openPublished(row).payload as PayloadOf<E>);
  };

  const dataSources: DataSource[] = [];
  /** Opens connections with the rights of the service. They close when the service stops. */
  const openDataSource = async (): Promise<DataSource> => {
    const opened = await createDataSource({ ...database, url, poolSize: 3 }).initialize();
    dataSources.push(opened);
    return opened;
  };

  /** Publishes an event as another service's outbox does. */
  const deliver = <E extends EventContract>(event: E, payload: PayloadOf<E>, key?: string): Promise<void> =>
    messages.publish('lead-router', event, payload, key);

  /** Publishes events of another service as one bundle, which one copy handles together. Returns the ids of the messages. */
  const deliverTogether = async <E extends EventContract>(
    event: E,
    events: readonly Keyed<PayloadOf<E>>[],
  ): Promise<string[]> => {
    const sealed = events.map(({ key, payload }) => sealEvent('lead-router', event, payload, key));
    const [first, ...more] = sealed;
    if (first) await messages.publisher.publish('lead-router.events', event.name, [{ ...first, more }]);
    return sealed.map(({ id }) => id);
  };

  return {
    client: { send },
    broadcast: messages.broadcast,
    sealer: sealerOf('lead-router'),
    redis: messages.redis,
    publisher: messages.publisher,
    databaseUrl: url,
    openDataSource,
    query,
    deliver,
    deliverTogether,
    listPublished,
    funnelId,
    /**
     * Changes derived columns without running the triggers that derive them, as if another time or price had set them.
     */
    setStored: (sql: string) =>
      pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`),
    /** Locks the buyer's row until the returned function is called. */
    lockBuyer: (buyerId: string) => lockRow('buyers', buyerId),
    lockLead: (leadId: string) => lockRow('leads', leadId),
    lockSale: (leadId: string) => lock('SELECT 1 FROM sold_leads WHERE lead_id = $1 FOR UPDATE', [leadId]),
    lockFeedHead: (buyerId: string) =>
      lock('SELECT 1 FROM feed_heads WHERE buyer_id = $1 FOR UPDATE', [buyerId]),
    /** Begins to count all leads anew. The returned function commits. */
    startRecount: () => lock('SELECT recount_market()', []),
    /** Holds an idempotency key of the funnel, as a post in progress does. */
    lockIdempotencyKey: (key: string) =>
      lock('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${funnelId} ${key}`]),
    /** Counts statements that wait for a lock of another transaction. */
    countLockWaiters: async () => {
      const [row] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.count ?? 0;
    },
    /** Adds up what all copies have counted of leads with this outcome. */
    countOutcomes: async (outcome: string) => {
      const metrics = await Promise.all(running.map((service) => service.metrics.getMetricsAsJSON()));
      return metrics
        .flat()
        .filter(({ name }) => name === 'leads_total')
        .flatMap(({ values }) => values.filter(({ labels }) => labels['outcome'] === outcome))
        .reduce((sum, { value }) => sum + value, 0);
    },
    /** Counts events that failed and wait for their next attempt. */
    countDelayedEvents: () =>
      messages.redis.commands.zcard(
        `${messages.redis.queuePrefix('lead-router.events')}:lead-router.events:delayed`,
      ),
    /** Waits until this service has consumed its own events. Nobody consumes those of other services here. */
    drain: () =>
      eventually(async () => {
        const own = await query<{ message_id: string }>(
          "SELECT message_id FROM outbox WHERE queue = 'lead-router.events'",
        );
        const depth = await messages.publisher.depth('lead-router.events');
        if (own.length > 0 || depth > 0)
          throw new Error(
            `${depth} events in the queue; in the outbox: ${own.map(({ message_id: id }) => id).join(', ')}`,
          );
      }),
    /** Replaces all copies. The new ones start before the old ones stop. */
    restart: async (settings: CopySettings) => {
      const old = running;
      running = await start(settings);
      await Promise.all(old.map((service) => service.close()));
    },
    stop: async () => {
      await messages.close();
      await Promise.all(dataSources.map((dataSource) => dataSource.destroy()));
      await Promise.all(running.map((service) => service.close()));
      await pool.end();
      await db.drop();
    },
  };
}

export type LeadRouter = Awaited<ReturnType<typeof startLeadRouter>>;

let leadCount = 0;

/** Returns a valid lead of another person each time. */
export function newLead(over: Partial<Lead> = {}): Lead {
  leadCount += 1;
  return {
    fullName: `Person ${leadCount}`,
    phone: `+1212${String(5_550_000 + leadCount)}`,
    email: `person${leadCount}@example.com`,
    state: 'FL',
    zipCode: '33101',
    ageRange: '61-65',
    estimatedAssets: '$250K-$500K',
    purchaseTimeline: '0-3 months',
    leadType: 'Indexed',
    ...over,
  };
}
