import { randomUUID } from 'node:crypto';
import { type AnnouncedBacklogs, type CommandClient, Transport } from '@desk/bullmq-transport';
import {
  type ChannelKind,
  type DeliveryState,
  type EventContract,
  leadSold,
  type PayloadOf,
  type ServiceName,
  serviceNames,
  userRegistered,
} from '@desk/contracts';
import { createOutboxTables, OutboxRelay, Transactions } from '@desk/outbox';
import {
  createDataSource,
  createLogger,
  grantTableRights,
  type RunningService,
  startService,
} from '@desk/service-kit';
import {
  createServiceDatabase,
  createTestRedis,
  eventually,
  messageKeysOf,
  openPublished,
  testDataKey,
  type TestDatabase,
  type TestRedis,
  withRecentProof,
} from '@desk/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { database, migrations } from '../src/database/data-source.js';
import { readNotifierEnv } from '../src/env.js';
import { newSale, newUser, type SaleOverrides, type User } from './fixtures.js';
import { MailServer } from './mail-server.js';

export interface SendingRow {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly status: DeliveryState;
  readonly attempts: number;
  readonly messageId: string;
  readonly sentAt: Date | null;
  readonly lastErrorCode: string | null;
  readonly leaseUntil: Date | null;
}

interface PublishedMessage {
  readonly id: string;
  readonly name: string;
  readonly queue: string;
  readonly payload: Record<string, unknown>;
}

/** Copies of the notifier with their own database, a mail server, and the other services' real outboxes. */
export class NotifierHarness {
  readonly mailServer = new MailServer();
  /** What all copies have logged. */
  readonly logLines: string[] = [];
  /** `DATA_KEYS` of all copies. */
  readonly dataKeys = testDataKey();
  /** Connected as the notifier's database role. */
  dataSource!: DataSource;
  /** Transactions on the notifier's database. */
  transactions!: Transactions;
  /** Sends commands as the gateway does for users who have just proved who they are. */
  readonly commands: Pick<CommandClient, 'send'> = {
    send: (contract, request) => withRecentProof(() => this.gateway.client.send(contract, request)),
  };
  /** What the copies announce to the gateways. */
  backlogs!: AnnouncedBacklogs;
  private testDatabase!: TestDatabase;
  private copies: RunningService[] = [];
  private closers: (() => Promise<void>)[] = [];
  /** By the service that sends. The notifier's own are `transactions`. */
  private readonly outboxes = new Map<ServiceName, Transactions>();
  private gateway!: Transport;

  constructor(private readonly copyCount = 2) {}

  /** @param providers settings of providers other than the mail server */
  async start(providers: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.mailServer.listen();
    this.testDatabase = await createServiceDatabase('notifier', { ...database, migrations });
    const redis = createTestRedis();
    const { notifier } = this.testDatabase.services;
    for (const name of serviceNames) if (name !== 'notifier') await this.createOutbox(name);

    const settings = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      MESSAGE_KEYS: messageKeysOf('notifier'),
      DATA_KEYS: this.dataKeys,
      HEALTH_PORT: '1',
      DATABASE_URL: notifier.url,
      SMTP_URL: this.mailServer.url,
      MAIL_FROM: 'Annuity Desk <leads@desk.example>',
      PUBLIC_URL: 'https://desk.example',
      WEBHOOK_LOOPBACK: 'allowed',
      ...providers,
    };
    const env = { ...readNotifierEnv(settings), HEALTH_PORT: 0 };
    const service = { service: 'notifier' as const, database, module: AppModule };
    const logger = createLogger('notifier', 'debug', { write: (line) => void this.logLines.push(line) });
    for (let copy = 0; copy < this.copyCount; copy += 1)
      this.copies.push(await startService(service, env, logger));

    for (const name of serviceNames) this.outboxes.set(name, await this.openOutbox(name, redis));
    this.transactions = this.outboxOf('notifier');
    this.gateway = await Transport.connect({
      ...redis,
      name: 'gateway',
      messageKeys: messageKeysOf('gateway'),
    });
    this.backlogs = this.gateway.backlogs;
  }

  async stop(): Promise<void> {
    await Promise.all(this.copies.map((copy) => copy.close()));
    for (const close of this.closers) await close();
    await this.gateway.close();
    await this.mailServer.close();
    await this.testDatabase.drop();
  }

  /** Publishes an event as its sender does. The same key is the same message. */
  async publish<E extends EventContract>(
    event: E,
    payload: PayloadOf<E>,
    key: string = randomUUID(),
  ): Promise<void> {
    const [sender = 'notifier'] = event.senders;
    await this.outboxOf(sender).run((tx) => {
      tx.publish(event, payload, { key });
      return Promise.resolve();
    });
  }

  private outboxOf(name: ServiceName): Transactions {
    const outbox = this.outboxes.get(name);
    if (!outbox) throw new Error(`the outbox of ${name} is not open`);
    return outbox;
  }

  async register(overrides: Partial<User> = {}): Promise<User> {
    const user = newUser(overrides);
    await this.publish(userRegistered, user, user.userId);
    await eventually(async () => {
      const sql = 'SELECT 1 FROM channels WHERE buyer_id = $1';
      return (await this.dataSource.query<unknown[]>(sql, [user.userId])).length > 0;
    });
    return user;
  }

  /** Registers a user who has confirmed the address, as only they may set up channels. */
  async registerConfirmed(): Promise<User> {
    const user = await this.register();
    await this.dataSource.query('UPDATE channels SET confirmed_at = now() WHERE buyer_id = $1', [
      user.userId,
    ]);
    return user;
  }

  async sell(buyerId: string, overrides: SaleOverrides = {}): Promise<PayloadOf<typeof leadSold>> {
    const sale = newSale({ buyerId, ...overrides });
    await this.publish(leadSold, sale, sale.leadId);
    return sale;
  }

  async listRows(
    table: 'deliveries' | 'account_mails' | 'push_messages',
    column: string,
    value: string,
  ): Promise<SendingRow[]> {
    return this.dataSource.query(
      `SELECT id, kind, status, attempts, message_id AS "messageId", sent_at AS "sentAt",
              last_error_code AS "lastErrorCode", lease_until AS "leaseUntil"
         FROM ${table} WHERE ${column} = $1`,
      [value],
    );
  }

  /** Returns the only delivery of a lead on a channel of this kind. Throws if there is none or more than one. */
  async getDelivery(leadId: string, kind: ChannelKind = 'email'): Promise<SendingRow> {
    const rows = await this.listRows('deliveries', 'lead_id', leadId);
    const [row, ...more] = rows.filter((found) => found.kind === kind);
    if (!row || more.length > 0)
      throw new Error(`expected one delivery, found ${more.length + (row ? 1 : 0)}`);
    return row;
  }

  async waitForStatus(
    leadId: string,
    status: DeliveryState,
    kind: ChannelKind = 'email',
  ): Promise<SendingRow> {
    return eventually(async () => {
      const row = await this.getDelivery(leadId, kind);
      if (row.status !== status) throw new Error(`delivery is ${row.status} (${row.lastErrorCode})`);
      return row;
    });
  }

  async waitForMail(mailId: string): Promise<void> {
    await eventually(async () => {
      const [mail] = await this.listRows('account_mails', 'id', mailId);
      return mail?.status === 'sent';
    });
  }

  /**
   * Waits until the notifier has acknowledged every message, and has sent or failed to send what is due, but for what is
   * planned for later. Other consumers do not run here.
   */
  async waitForAcknowledgments(): Promise<void> {
    await eventually(async () => (await this.countUnacknowledged()) + (await this.countUnsent()) === 0);
  }

  private async countUnsent(): Promise<number> {
    const [row]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count
         FROM (SELECT status, next_attempt_at FROM deliveries
               UNION ALL SELECT status, next_attempt_at FROM account_mails
               UNION ALL SELECT status, next_attempt_at FROM push_messages) sent
        WHERE status = 'queued' AND next_attempt_at <= now() + interval '10 minutes'`,
    );
    return row?.count ?? 0;
  }

  private async countUnacknowledged(): Promise<number> {
    const counts = await Promise.all(
      [...this.outboxes.values()].map((outbox) =>
        outbox.run((tx) =>
          tx.query<{ count: string }>(`SELECT count(*) FROM outbox
              WHERE queue = 'notifier.events' AND NOT (is_delayed AND due_at > now() + interval '10 minutes')`),
        ),
      ),
    );
    return counts.flat().reduce((sum, { count }) => sum + Number(count), 0);
  }

  get databaseUrl(): string {
    return this.testDatabase.services.notifier.url;
  }

  /** Runs SQL that the notifier's role may not. */
  async runAsOwner(sql: string): Promise<void> {
    const { ownerUrl: url, schema } = this.testDatabase.services.notifier;
    const owner = createDataSource({ url, schema, entities: [], poolSize: 1 });
    await owner.initialize();
    await owner.query(sql);
    await owner.destroy();
  }

  /** Runs `work` in a transaction that keeps its locks until `work` ends, and is rolled back. */
  async withTransaction(work: (transaction: QueryRunner) => Promise<void>): Promise<void> {
    const transaction = this.dataSource.createQueryRunner();
    await transaction.startTransaction();
    try {
      await work(transaction);
    } finally {
      await transaction.rollbackTransaction();
      await transaction.release();
    }
  }

  /** Adds up how many deliveries all copies have counted. */
  async countDeliveries(channel: ChannelKind, outcome: 'sent' | 'failed'): Promise<number> {
    const metrics = await Promise.all(this.copies.map((copy) => copy.metrics.getMetricsAsJSON()));
    return metrics
      .flat()
      .filter(({ name }) => name === 'deliveries_total')
      .flatMap(({ values }) => values.filter(({ labels }) => labels['channel'] === channel))
      .filter(({ labels }) => labels['outcome'] === outcome)
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** Waits until a statement in this database is blocked by another transaction. */
  async waitForBlockedStatement(): Promise<void> {
    await eventually(async () => {
      const blocked: unknown[] = await this.dataSource.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return blocked.length > 0;
    });
  }

  /** Returns the messages to other services under this key. They stay in the outbox, as no consumer runs here. */
  async listPublished(key: string): Promise<PublishedMessage[]> {
    return (await this.listAllPublished()).filter(({ id }) => id.endsWith(`~${key}`));
  }

  async listAllPublished(): Promise<PublishedMessage[]> {
    const rows: { id: string; queue: string; sealed: string }[] = await this.dataSource.query(
      "SELECT message_id AS id, queue, sealed FROM outbox WHERE queue <> 'notifier.events'",
    );
    return rows.map((row) => {
      const { name, payload } = openPublished(row);
      return { id: row.id, name, queue: row.queue, payload: payload as Record<string, unknown> };
    });
  }

  /** Waits until the outbox has republished each of these messages, because the notifier did not acknowledge it. */
  async waitForRepublish(...messageIds: string[]): Promise<void> {
    await eventually(async () => {
      const rows = await Promise.all(
        [...this.outboxes.values()].map((outbox) =>
          outbox.run((tx) =>
            tx.query(
              "SELECT 1 FROM outbox WHERE queue = 'notifier.events' AND attempts > 0 AND message_id = ANY($1)",
              [messageIds],
            ),
          ),
        ),
      );
      const republished = rows.flat();
      if (republished.length < messageIds.length)
        throw new Error(`${republished.length} of ${messageIds.length} republished`);
    });
  }

  private async createOutbox(name: ServiceName): Promise<void> {
    const { ownerUrl: url, schema } = this.testDatabase.services[name];
    const owner = createDataSource({ url, schema, entities: [], poolSize: 1 });
    await owner.initialize();
    await owner.query(createOutboxTables);
    await grantTableRights(owner, schema, {});
    await owner.destroy();
  }

  private async openOutbox(name: ServiceName, redis: TestRedis): Promise<Transactions> {
    const { url, schema } = this.testDatabase.services[name];
    const dataSource = createDataSource({ ...database, url, schema, poolSize: 5 });
    await dataSource.initialize();
    const transport = await Transport.connect({ ...redis, name, messageKeys: messageKeysOf(name) });
    const { publisher, sealer } = transport;
    const relay = new OutboxRelay(dataSource, transport.redis, publisher, sealer, () => undefined);
    await relay.start();
    if (name === 'notifier') this.dataSource = dataSource;
    this.closers.push(async () => {
      await relay.stop();
      await transport.close();
      await dataSource.destroy();
    });
    return new Transactions(dataSource, sealer, relay);
  }
}
