import { randomBytes, randomUUID } from 'node:crypto';
import {
  DomainError,
  type EventContract,
  type PayloadOf,
  registerUser,
  type RequestOf,
  resolveSession,
  type ServiceName,
  signIn,
} from '@desk/contracts';
import { createLogger, type RunningService, startService } from '@desk/service-kit';
import {
  answerCommands,
  type Answers,
  createServiceDatabase,
  createTestRedis,
  eventually,
  messageKeysOf,
  openPublished,
  type TestDatabase,
  TestMessages,
} from '@desk/testing';
import pg from 'pg';
import { AppModule } from '../src/app.module.js';
import { database, migrations } from '../src/database/data-source.js';
import { readAccountsEnv } from '../src/env.js';

export const PASSWORD = 'violet harbour 42';

interface PublishedMessage {
  readonly name: string;
  readonly payload: Record<string, unknown>;
}

export interface AuditRow {
  readonly action: string;
  readonly actor_id: string | null;
  readonly address: string | null;
  readonly old_value: unknown;
  readonly new_value: unknown;
}

/** Returns a caller from a network of its own, unless `address` is given. */
export const newCaller = (address: string = randomAddress(), userAgent = 'Mozilla/5.0') => ({
  address,
  userAgent,
});
const randomAddress = (): string =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

/** Returns the code of the error that an attempt fails with; undefined if it succeeds. */
export async function errorOf(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

function startCopies(settings: NodeJS.ProcessEnv): Promise<RunningService[]> {
  const env = readAccountsEnv(settings);
  const service = { service: 'accounts' as const, database, module: AppModule };
  const logger = createLogger('accounts', 'silent');
  return Promise.all([1, 2].map(() => startService(service, { ...env, HEALTH_PORT: 0 }, logger)));
}

/** Two copies of the accounts service on a real PostgreSQL and Redis. No other service runs. */
export class AccountsHarness {
  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly pool: pg.Pool,
    private readonly messages: TestMessages,
    private readonly copies: RunningService[],
    private readonly settings: NodeJS.ProcessEnv,
    /** `CREDENTIAL_KEYS` of both copies. */
    readonly keys: string,
    private readonly stopNotifier: () => Promise<void>,
  ) {}

  static async start(settings: NodeJS.ProcessEnv = {}): Promise<AccountsHarness> {
    const testDatabase = await createServiceDatabase('accounts', { ...database, migrations });
    const { url } = testDatabase.services.accounts;
    const redis = createTestRedis();
    const keys = `c1:${randomBytes(32).toString('base64')}`;
    const common = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      MESSAGE_KEYS: messageKeysOf('accounts'),
      HEALTH_PORT: '1',
      CREDENTIAL_KEYS: keys,
      PUBLIC_URL: 'https://desk.example',
    };
    const messages = await TestMessages.connect(redis);
    // The notifier confirms each recovery.
    const stopNotifier = await answerCommands(messages.redis, 'notifier', {
      'channels.apply-recovery': () => ({}),
    });
    return new AccountsHarness(
      testDatabase,
      // The administrator: tests also change what the service may not, and read what its statements wait for.
      new pg.Pool({ connectionString: testDatabase.adminUrl, options: '-c search_path=accounts' }),
      messages,
      await startCopies({ ...common, ...settings }),
      common,
      keys,
      stopNotifier,
    );
  }

  /** Shuts both copies down. The database stays. */
  async closeCopies(): Promise<void> {
    await Promise.all(this.copies.splice(0).map((copy) => copy.close()));
  }

  /** Starts both copies again with other settings. */
  async restart(settings: NodeJS.ProcessEnv): Promise<void> {
    await this.closeCopies();
    this.copies.push(...(await startCopies({ ...this.settings, ...settings })));
  }

  async stop(): Promise<void> {
    await this.closeCopies();
    await this.stopNotifier();
    await this.messages.close();
    await this.pool.end();
    await this.testDatabase.drop();
  }

  get commands(): TestMessages['commands'] {
    return this.messages.commands;
  }

  get databaseUrl(): string {
    return this.testDatabase.services.accounts.url;
  }

  /** Runs SQL as the owner of the schema, who may do more than the service. */
  async queryAsOwner(sql: string, values: unknown[] = []): Promise<void> {
    const client = new pg.Client({ connectionString: this.testDatabase.services.accounts.ownerUrl });
    await client.connect();
    try {
      await client.query(sql, values);
    } finally {
      await client.end();
    }
  }

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, values)).rows;
  }

  /** Registers a new user, who is then signed in. */
  async registerAgent(overrides: Partial<RequestOf<typeof registerUser>> = {}) {
    const request = {
      email: `${randomUUID()}@example.com`,
      password: PASSWORD,
      firstName: 'Ada',
      lastName: 'Agent',
      phone: '+12125550123',
      caller: newCaller(),
      ...overrides,
    };
    const { user, session } = await this.commands.send(registerUser, request);
    return { userId: user.id, email: request.email, sid: session.sid };
  }

  /** Returns the id of a new admin. */
  async createAdmin(): Promise<string> {
    const { userId } = await this.registerAgent();
    await this.query('UPDATE users SET is_admin = true WHERE id = $1', [userId]);
    return userId;
  }

  async registerConfirmedAgent() {
    const agent = await this.registerAgent();
    await this.confirmAddress(agent);
    return agent;
  }

  /** Confirms the address of a user, as the mailed link does. */
  async confirmAddress({ userId }: { readonly userId: string }): Promise<void> {
    await this.query(
      'UPDATE users SET email_confirmed_at = COALESCE(email_confirmed_at, now()) WHERE id = $1',
      [userId],
    );
  }

  async signIn(email: string, password = PASSWORD, caller = newCaller()): Promise<string> {
    const { session } = await this.commands.send(signIn, { email, password, caller });
    if (!session) throw new Error('this account has a second factor');
    return session.sid;
  }

  /** Returns the user of a session; null if it has ended. */
  async getUser(sid: string) {
    return (await this.commands.send(resolveSession, { sid, passive: false })).user;
  }

  async isActive(sid: string): Promise<boolean> {
    return (await this.getUser(sid)) !== null;
  }

  /** Returns the actions in the audit entries of a user, oldest first. */
  async listActions(userId: string): Promise<string[]> {
    return (await this.listAuditEntries(userId)).map(({ action }) => action);
  }

  /** Returns the audit entries of a user, oldest first. */
  listAuditEntries(userId: string): Promise<AuditRow[]> {
    return this.query(
      'SELECT action, actor_id, address, old_value, new_value FROM audit_events WHERE user_id = $1 ORDER BY id',
      [userId],
    );
  }

  /** Returns the messages published about a user. They stay in the outbox, because no consumer runs here. */
  async listPublished(userId: string): Promise<PublishedMessage[]> {
    return (await this.listAllPublished()).filter(({ payload }) => payload['userId'] === userId);
  }

  /** Returns the kinds of the emails to a user, in any order. */
  async listMailKinds(userId: string): Promise<unknown[]> {
    const published = await this.listPublished(userId);
    return published.filter(({ name }) => name === 'accounts.mail').map(({ payload }) => payload['kind']);
  }

  /** Returns the messages published about an email address. */
  async listPublishedTo(email: string): Promise<PublishedMessage[]> {
    return (await this.listAllPublished()).filter(({ payload }) => payload['email'] === email);
  }

  private async listAllPublished(): Promise<PublishedMessage[]> {
    const rows = await this.query<{ id: string; queue: string; sealed: string }>(
      'SELECT DISTINCT ON (message_id) message_id AS id, queue, sealed FROM outbox ORDER BY message_id',
    );
    return rows
      .map(openPublished)
      .map(({ name, payload }) => ({ name, payload: payload as Record<string, unknown> }));
  }

  /** Answers commands in place of another service. Returns how to stop. */
  answerFor(service: ServiceName, answers: Answers): Promise<() => Promise<void>> {
    return answerCommands(this.messages.redis, service, answers);
  }

  /** Answers `cards.get` in place of billing: every buyer has a card with these last digits. */
  answerCards(last4: string): Promise<() => Promise<void>> {
    const card = { brand: 'visa', last4, expMonth: 1, expYear: 2030 };
    return this.answerFor('billing', { 'cards.get': () => ({ card, usable: true }) });
  }

  /** Publishes with a new message id on each call, unless a key is given. */
  publish<E extends EventContract>(event: E, payload: PayloadOf<E>, key?: string): Promise<void> {
    return this.messages.publish('accounts', event, payload, key);
  }

  async waitForEmptyQueue(): Promise<void> {
    await eventually(async () => (await this.messages.publisher.depth('accounts.events')) === 0);
  }

  /** Resolves once no requested password reset waits to be issued. Its task is delayed by up to a second. */
  async waitUntilRequestsAreIssued(): Promise<void> {
    await eventually(async () => {
      const waiting = await this.query("SELECT 1 FROM outbox WHERE name = 'accounts.issue-password-reset'");
      return waiting.length === 0;
    });
  }

  /** Makes every wait after too many attempts last an hour: the first ones are shorter than a test may take. */
  async prolongWaits(): Promise<void> {
    await this.query(
      `UPDATE throttles SET blocked_until = now() + interval '1 hour' WHERE blocked_until > '-infinity'`,
    );
  }

  /** Resolves once a statement waits for the lock of another transaction. */
  async waitForBlockedStatement(): Promise<void> {
    await eventually(async () => {
      const blocked = await this.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return blocked.length > 0;
    });
  }
}
