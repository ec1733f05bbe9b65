import { randomBytes, randomUUID } from 'node:crypto';
import { type CommandClient, openEnvelope, Transport } from '@desk/bullmq-transport';
import type { DeliveryState, EventContract, PayloadOf } from '@desk/contracts';
import { createOutboxTables, OutboxRelay, Transactions } from '@desk/outbox';
import {
  createDataSource,
  createLogger,
  type RunningService,
  runMigrations,
  startService,
} from '@desk/service-kit';
import { createTestDatabase, createTestRedis, eventually, type TestDatabase } from '@desk/testing';
import type { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { database as tables, migrations } from '../src/database/database.js';
import type { SendingTable } from '../src/database/repositories/sending.repository.js';
import { readNotifierEnv } from '../src/env.js';
import { MailServer } from './mail-server.js';

export interface SendingRow {
  readonly id: string;
  readonly status: DeliveryState;
  readonly attempts: number;
  readonly messageId: string;
  readonly sentAt: Date | null;
  readonly lastErrorCode: string | null;
  readonly leaseUntil: Date | null;
}

export interface Told {
  readonly id: string;
  readonly name: string;
  readonly queue: string;
  readonly payload: Record<string, unknown>;
}

/** Two copies of the notifier on their own database, a mail server, and a sender of messages with a real outbox. */
export class NotifierHarness {
  readonly mailServer = new MailServer();
  /** The notifier's own tables. */
  dataSource!: DataSource;
  /** Emits as the notifier does. */
  own!: Transactions;
  /** Asks the notifier as the gateway does. */
  client!: CommandClient;
  private sealer!: Transport['sealer'];
  private database!: TestDatabase;
  private copies: RunningService[] = [];
  private closers: (() => Promise<void>)[] = [];
  private upstream!: Transactions;

  async start(): Promise<void> {
    await this.mailServer.listen();
    this.database = await createTestDatabase();
    const redis = createTestRedis();
    const { notifier, 'lead-router': sender } = this.database.services;
    await runMigrations({ ...tables, migrations, url: notifier.ownerUrl });
    const owner = createDataSource({
      url: sender.ownerUrl,
      schema: sender.schema,
      entities: [],
      poolSize: 1,
    });
    await owner.initialize();
    await owner.query(createOutboxTables);
    await owner.destroy();

    const settings = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      MESSAGE_KEYS: `t1:${randomBytes(32).toString('base64')}`,
      HEALTH_PORT: '1',
      DATABASE_URL: notifier.url,
      SMTP_URL: this.mailServer.url,
      MAIL_FROM: 'Annuity Desk <leads@desk.example>',
      PUBLIC_URL: 'https://desk.example',
    };
    const env = { ...readNotifierEnv(settings), HEALTH_PORT: 0 };
    const service = { service: 'notifier' as const, database: tables, module: AppModule };
    for (let copy = 0; copy < 2; copy += 1)
      this.copies.push(await startService(service, env, createLogger('notifier', 'silent')));

    this.upstream = await this.openOutbox(sender, env);
    this.own = await this.openOutbox(notifier, env);
  }

  async stop(): Promise<void> {
    await Promise.all(this.copies.map((copy) => copy.close()));
    for (const close of this.closers) await close();
    await this.mailServer.close();
    await this.database.drop();
  }

  /** Sends an event as another service would; the same key is the same message. */
  async emit<E extends EventContract>(
    event: E,
    payload: PayloadOf<E>,
    key: string = randomUUID(),
  ): Promise<void> {
    await this.upstream.run((tx) => {
      tx.publish(event, payload, { key });
      return Promise.resolve();
    });
  }

  async rows(table: SendingTable, where: string, value: string): Promise<SendingRow[]> {
    return this.dataSource.query(
      `SELECT id, status, attempts, message_id AS "messageId", sent_at AS "sentAt",
              last_error_code AS "lastErrorCode", lease_until AS "leaseUntil"
         FROM ${table} WHERE ${where} = $1`,
      [value],
    );
  }

  /** The one delivery of a lead; throws while there is none, or when there are several. */
  async delivery(leadId: string): Promise<SendingRow> {
    const [row, ...more] = await this.rows('deliveries', 'lead_id', leadId);
    if (!row || more.length > 0) throw new Error(`${more.length + (row ? 1 : 0)} deliveries`);
    return row;
  }

  /** Messages to the notifier that are not acknowledged yet; the other consumers do not run here. */
  async unacknowledged(): Promise<number> {
    const counts = await Promise.all(
      [this.own, this.upstream].map((outbox) =>
        outbox.run((tx) =>
          tx.query<{ count: string }>("SELECT count(*) FROM outbox WHERE queue = 'notifier.events'"),
        ),
      ),
    );
    return counts.flat().reduce((sum, { count }) => sum + Number(count), 0);
  }

  /** Changes what the notifier itself may not. */
  async asOwner(sql: string): Promise<void> {
    const { ownerUrl: url, schema } = this.database.services.notifier;
    const owner = createDataSource({ url, schema, entities: [], poolSize: 1 });
    await owner.initialize();
    await owner.query(sql);
    await owner.destroy();
  }

  /** Resolves once a statement on this database waits for another transaction. */
  async someoneWaits(): Promise<void> {
    await eventually(async () => {
      const waiting: unknown[] = await this.dataSource.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
  }

  /** What the notifier has told other services under this key. Nobody takes it from the outbox here. */
  async told(key: string): Promise<Told[]> {
    return (await this.toldAll()).filter(({ id }) => id.endsWith(`~${key}`));
  }

  async toldAll(): Promise<Told[]> {
    const rows: { id: string; queue: string; sealed: string }[] = await this.dataSource.query(
      "SELECT message_id AS id, queue, sealed FROM outbox WHERE queue <> 'notifier.events'",
    );
    return rows.map(({ id, queue, sealed }) => {
      const { name, payload } = openEnvelope(this.sealer, { id, sealed });
      return { id, name, queue, payload: payload as Record<string, unknown> };
    });
  }

  /** Waits until each of these messages was tried and not acknowledged: the outbox has sent it a second time. */
  async refused(...messageIds: string[]): Promise<void> {
    await eventually(async () => {
      const again = await this.upstream.run((tx) =>
        tx.query(
          "SELECT 1 FROM outbox WHERE queue = 'notifier.events' AND attempts > 0 AND message_id = ANY($1)",
          [messageIds],
        ),
      );
      if (again.length < messageIds.length) throw new Error(`${again.length} were sent again`);
    });
  }

  private async openOutbox(
    { url, schema }: { url: string; schema: string },
    env: { REDIS_URL: string; REDIS_PREFIX: string; MESSAGE_KEYS: string },
  ): Promise<Transactions> {
    const dataSource = createDataSource({ ...tables, url, schema, poolSize: 5 });
    await dataSource.initialize();
    const transport = await Transport.connect({
      url: env.REDIS_URL,
      prefix: env.REDIS_PREFIX,
      messageKeys: env.MESSAGE_KEYS,
    });
    const relay = new OutboxRelay(dataSource, transport.redis, transport.publisher, () => undefined);
    await relay.start();
    this.dataSource = dataSource;
    this.client = transport.client;
    this.sealer = transport.sealer;
    this.closers.push(async () => {
      await relay.stop();
      await transport.close();
      await dataSource.destroy();
    });
    return new Transactions(dataSource, transport.sealer, relay);
  }
}
