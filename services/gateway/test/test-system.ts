import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames, type ServiceName } from '@desk/contracts';
import {
  copyTestDatabase,
  createTestRedis,
  eventually,
  messageKeysOf,
  testDataKey,
  type TestDatabase,
} from '@desk/testing';
import { getFreePort } from '@desk/embedded-servers';
import { Redis } from 'ioredis';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { readGatewayEnv } from '../src/env.js';
import { type RunningGateway, startGateway } from '../src/start-gateway.js';
import { Browser } from './browser.js';
import { builtFile, run, ServiceProcess } from './service-process.js';

const READY = /"event":"ready"/;
const STRIPE_KEY = 'sk_test_gateway_medium';
export const WEBHOOK_SECRETS = ['whsec_gateway_medium', 'whsec_gateway_next'];
/** All tests send from one network, whose limits they would exceed together. */
const NO_LIMITS = { RATE_LIMIT_FACTOR: '1000' };

async function migrateServices(database: TestDatabase): Promise<void> {
  const migrate = (service: ServiceName) =>
    run(process.execPath, [builtFile(`services/${service}`, 'migrate.js')], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.services[service].ownerUrl },
    });
  await Promise.all(serviceNames.map(migrate));
}

export interface Agent {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
}

/** What differs from the usual settings. Those of accounts also replace `NO_LIMITS`. */
interface Settings {
  readonly accounts?: NodeJS.ProcessEnv;
  readonly gateway?: NodeJS.ProcessEnv;
  /** Called at each start of the service. */
  readonly notifier?: (sandboxUrl: string) => NodeJS.ProcessEnv;
  readonly common?: NodeJS.ProcessEnv;
}

/** The gateway and the real services behind it. The sandbox stands in for providers. */
export class TestSystem {
  readonly processes = new Map<string, ServiceProcess>();
  readonly publicUrl: string;
  readonly jwtSecret = randomBytes(32).toString('hex');
  readonly redis = createTestRedis();
  gateway!: RunningGateway;
  sandboxUrl = '';
  private readonly chaosDir = mkdtempSync(join(tmpdir(), 'desk-gateway-'));
  private readonly pools = new Map<ServiceName, pg.Pool>();
  private readonly gateways: RunningGateway[] = [];
  private readonly common: NodeJS.ProcessEnv;

  private constructor(
    readonly database: TestDatabase,
    readonly port: number,
    private readonly settings: Settings,
  ) {
    const { redis } = this;
    // The gateway listens here, so that the origin of the tests' pages is the public one.
    this.publicUrl = `http://127.0.0.1:${port}`;
    this.common = {
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      CREDENTIAL_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
      DATA_KEYS: testDataKey(),
      PUBLIC_URL: this.publicUrl,
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRETS.join(','),
      MAIL_FROM: 'Annuity Desk <leads@annuity-desk.test>',
      CHAOS_DIR: this.chaosDir,
      ...settings.common,
    };
  }

  static async start(settings: Settings = {}): Promise<TestSystem> {
    const [database, sandbox] = await Promise.all([
      copyTestDatabase('all_services', migrateServices),
      ServiceProcess.start('tools/sandbox', /^sandbox: http/, { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' }),
    ]);
    const system = new TestSystem(database, await getFreePort(), settings);
    system.processes.set('sandbox', sandbox);
    const [, url = '', smtp = ''] = /(http:\S+).*(smtp:\S+)/.exec(sandbox.readyLine) ?? [];
    system.sandboxUrl = url;
    Object.assign(system.common, { STRIPE_API_BASE: url, META_GRAPH_BASE: url, SMTP_URL: smtp });
    const [gateway] = await Promise.all([
      system.startGateway(system.port),
      ...serviceNames.map((service) => system.startService(service)),
    ]);
    system.gateway = gateway;
    return system;
  }

  async stop(): Promise<void> {
    for (const gateway of this.gateways) {
      // Requests whose answers were lost on purpose would keep the server open until they time out.
      gateway.app.getHttpServer().closeAllConnections();
      await gateway.close();
    }
    const { sandbox, ...others } = Object.fromEntries(this.processes);
    await Promise.all(Object.values(others).map((service) => service.stop()));
    await sandbox?.stop();
    await Promise.all([...this.pools.values()].map((pool) => pool.end()));
    await this.database.drop();
    rmSync(this.chaosDir, { recursive: true });
  }

  openBrowser(): Browser {
    return new Browser(this.gateway.url);
  }

  /** Registers an agent, and returns a browser that is signed in. */
  async registerAgent(email = `${randomUUID()}@example.com`): Promise<Agent> {
    const browser = this.openBrowser();
    const password = 'violet harbour 42';
    const answer = await browser.post<{ user: { id: string } }>('/api/auth/register', {
      email,
      password,
      confirmPassword: password,
      firstName: 'Ada',
      lastName: 'Agent',
      phone: '+12125550123',
    });
    if (answer.status !== 201) throw new Error(`registration failed: ${JSON.stringify(answer.body)}`);
    return { id: answer.body.user.id, browser, email, password };
  }

  /** Registers an agent with a confirmed address, which channels and second factors require. */
  async registerOwner(): Promise<Agent> {
    const agent = await this.registerAgent();
    await this.query('accounts', 'UPDATE users SET email_confirmed_at = now() WHERE id = $1', [agent.id]);
    return agent;
  }

  async createAdmin(): Promise<Browser> {
    const email = `${randomUUID()}@example.com`;
    const password = 'crimson meadow 42';
    await this.runAdminCli(['create', email], { ADMIN_PASSWORD: password });
    const browser = this.openBrowser();
    await browser.post('/api/auth/login', { email, password });
    return browser;
  }

  runAdminCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    return this.runCli('accounts', 'cli/admin-cli.js', args, env);
  }

  runFunnelCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    return this.runCli('lead-router', 'cli/funnel-cli.js', args, env);
  }

  private async runCli(service: ServiceName, file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    const { url } = this.database.services[service];
    const { stdout } = await run(process.execPath, [builtFile(`services/${service}`, file), ...args], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url, ...env },
    });
    return stdout.trim();
  }

  /** Runs as the database administrator, because tests also change what the service itself may not. */
  async query<Row extends object>(service: ServiceName, sql: string, values: unknown[] = []): Promise<Row[]> {
    let pool = this.pools.get(service);
    if (!pool) {
      pool = new pg.Pool({
        connectionString: this.database.adminUrl,
        options: `-c search_path=${this.database.services[service].schema}`,
        max: 2,
      });
      this.pools.set(service, pool);
    }
    return (await pool.query<Row>(sql, values)).rows;
  }

  /** Sets when the sessions of one user, or of all users, were last proved. */
  setMinutesSinceProof(minutes: number, userId: string | null = null) {
    const sql = `UPDATE sessions SET authenticated_at = now() - $1 * interval '1 minute'
                  WHERE user_id = COALESCE($2::uuid, user_id)`;
    return this.query('accounts', sql, [minutes, userId]);
  }

  async saveCard(browser: Browser, card?: string): Promise<void> {
    const { body } = await browser.post<{ clientSecret: string }>('/api/create-setup-intent');
    const { paymentMethodId } = await this.confirmSetup(body.clientSecret, card);
    const saved = await browser.post('/api/update-payment-method', { paymentMethodId });
    if (saved.status !== 200) throw new Error(`card not saved: ${JSON.stringify(saved.body)}`);
  }

  /** Confirms a card setup as the provider's script does. */
  async confirmSetup(
    clientSecret: string,
    card = 'pm_card_visa',
  ): Promise<{ id: string; paymentMethodId: string }> {
    const [id = ''] = clientSecret.split('_secret');
    const response = await fetch(`${this.sandboxUrl}/v1/setup_intents/${id}/confirm`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer pk_test_gateway_medium',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
    });
    const setup = (await response.json()) as { payment_method: string };
    return { id, paymentMethodId: setup.payment_method };
  }

  /** Waits for an email that links to this page, and returns the link's token. */
  waitForToken(address: string, page: string): Promise<string> {
    const link = new RegExp(`${this.publicUrl}/${page}#token=([\\w-]{43})`);
    return eventually(
      async () =>
        (await this.listEmailsTo(address)).map(({ text }) => link.exec(text)?.[1]).find(Boolean) ?? false,
    );
  }

  async listEmailsTo(address: string): Promise<{ subject: string; text: string }[]> {
    const { mails: emails } = await this.sandbox<{
      mails: { to: string[]; subject: string; text: string }[];
    }>('mails');
    return emails.filter(({ to }) => to.includes(address));
  }

  /** Reads from the sandbox's control API, or with `body` changes something. */
  async sandbox<T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
    const answer = await fetch(`${this.sandboxUrl}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Kills the next process that reaches this crash point. */
  armCrashPoint(crashPoint: string): void {
    writeFileSync(join(this.chaosDir, crashPoint), '');
  }

  /** Deletes all pending requests to this service from Redis. */
  async deleteRequests(service: ServiceName): Promise<void> {
    const redis = new Redis(this.redis.url);
    const keys = await redis.keys(`*${this.redis.prefix}desk.${service}.rpc*`);
    if (keys.length > 0) await redis.del(...keys);
    redis.disconnect();
  }

  /** Lists the keys of this system whose name contains `part`. */
  async listRedisKeys(part: string): Promise<string[]> {
    const redis = new Redis(this.redis.url);
    const keys = await redis.keys(`*${this.redis.prefix}desk.${part}*`);
    redis.disconnect();
    return keys;
  }

  /** `name` distinguishes copies of the same service. */
  async startService(service: ServiceName, name: string = service): Promise<void> {
    const started = await ServiceProcess.start(`services/${service}`, READY, {
      ...this.common,
      MESSAGE_KEYS: messageKeysOf(service),
      DATABASE_URL: this.database.services[service].url,
      HEALTH_PORT: String(await getFreePort()),
      ...(service === 'accounts' ? (this.settings.accounts ?? NO_LIMITS) : {}),
      ...(service === 'notifier' ? this.settings.notifier?.(this.sandboxUrl) : {}),
    });
    this.processes.set(name, started);
  }

  /** Starts another copy in front of the same services. */
  async startSecondGateway(logger?: Logger): Promise<RunningGateway> {
    return this.startGateway(await getFreePort(), logger);
  }

  /** Starts another copy with other settings, in a process of its own: one process has one session strategy. */
  async startGatewayProcess(settings: NodeJS.ProcessEnv): Promise<{
    readonly url: string;
    readonly process: ServiceProcess;
    readonly close: () => Promise<void>;
  }> {
    const port = await getFreePort();
    const env = { ...(await this.gatewaySettings(port)), NODE_ENV: 'test', LOG_LEVEL: 'info', ...settings };
    const started = await ServiceProcess.start('services/gateway', READY, env);
    return { url: `http://127.0.0.1:${port}`, process: started, close: () => started.stop() };
  }

  private async startGateway(port: number, logger = pino({ level: 'silent' })): Promise<RunningGateway> {
    const gateway = await startGateway(readGatewayEnv(await this.gatewaySettings(port)), logger);
    this.gateways.push(gateway);
    return gateway;
  }

  private async gatewaySettings(port: number): Promise<NodeJS.ProcessEnv> {
    return {
      ...this.common,
      MESSAGE_KEYS: messageKeysOf('gateway'),
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      HEALTH_PORT: String(await getFreePort()),
      JWT_KEYS: `test:${this.jwtSecret}`,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_gateway_medium',
      TRUST_PROXY: 'loopback',
      ...NO_LIMITS,
      ...this.settings.gateway,
    };
  }
}
