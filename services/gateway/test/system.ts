import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '@desk/contracts';
import { copyTestDatabase, createTestRedis, type TestDatabase } from '@desk/testing';
import { getFreePort } from '@desk/embedded-servers';
import { Redis } from 'ioredis';
import pg from 'pg';
import { pino } from 'pino';
import { readGatewayEnv } from '../src/env.js';
import { type RunningGateway, startGateway } from '../src/start-gateway.js';
import { Browser } from './browser.js';
import { builtFile, Part, run } from './processes.js';

const READY = /"event":"ready"/;
const services: readonly ServiceName[] = ['accounts', 'billing', 'lead-router', 'notifier'];
const STRIPE_KEY = 'sk_test_gateway_medium';

async function migrateServices(database: TestDatabase): Promise<void> {
  const migrate = (service: ServiceName) =>
    run(process.execPath, [builtFile(`services/${service}`, 'migrate.js')], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.services[service].ownerUrl },
    });
  await Promise.all(services.map(migrate));
}

/** The running gateway with the services behind it, all of them real; the world outside is the sandbox. */
export class System {
  readonly parts = new Map<string, Part>();
  readonly publicUrl: string;
  readonly jwtSecret = randomBytes(32).toString('hex');
  readonly chaosDir = mkdtempSync(join(tmpdir(), 'desk-gateway-'));
  readonly redis = createTestRedis();
  readonly pools = new Map<ServiceName, pg.Pool>();
  gateway!: RunningGateway;
  sandboxUrl = '';
  private readonly common: NodeJS.ProcessEnv;

  private constructor(
    readonly database: TestDatabase,
    readonly port: number,
    private readonly accountsEnv: NodeJS.ProcessEnv,
    private readonly gatewayEnv: NodeJS.ProcessEnv,
  ) {
    const { redis } = this;
    // A page at this address is what browsers of these tests look at.
    this.publicUrl = `http://127.0.0.1:${port}`;
    this.common = {
      REDIS_URL: redis.url,
      REDIS_PREFIX: redis.prefix,
      MESSAGE_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      PUBLIC_URL: this.publicUrl,
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: 'whsec_gateway_medium',
      MAIL_FROM: 'Annuity Desk <leads@annuity-desk.test>',
      CHAOS_DIR: this.chaosDir,
    };
  }

  static async start(
    accountsEnv: NodeJS.ProcessEnv = { RATE_LIMIT_FACTOR: '1000' },
    gatewayEnv: NodeJS.ProcessEnv = {},
  ): Promise<System> {
    const database = await copyTestDatabase('all_services', migrateServices);
    const system = new System(database, await getFreePort(), accountsEnv, gatewayEnv);
    const sandbox = await Part.start('tools/sandbox', /^sandbox: http/, {
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
    });
    system.parts.set('sandbox', sandbox);
    const [, url = '', smtp = ''] = /(http:\S+).*(smtp:\S+)/.exec(sandbox.readyLine) ?? [];
    system.sandboxUrl = url;
    Object.assign(system.common, { STRIPE_API_BASE: url, SMTP_URL: smtp });
    await Promise.all([...services.map((service) => system.startService(service)), system.startGateway()]);
    return system;
  }

  async stop(): Promise<void> {
    // Requests whose answers were lost on purpose would keep the server open until they give up.
    this.gateway.app.getHttpServer().closeAllConnections();
    await this.gateway.close();
    const { sandbox, ...others } = Object.fromEntries(this.parts);
    await Promise.all(Object.values(others).map((part) => part.stop()));
    await sandbox?.stop();
    await Promise.all([...this.pools.values()].map((pool) => pool.end()));
    await this.database.drop();
    rmSync(this.chaosDir, { recursive: true });
  }

  browser(): Browser {
    return new Browser(this.gateway.url);
  }

  /** Somebody new, signed in. */
  async agent(
    email = `${randomUUID()}@example.com`,
  ): Promise<{ browser: Browser; email: string; password: string }> {
    const browser = this.browser();
    const password = 'violet harbour 42';
    const answer = await browser.post('/api/auth/register', {
      email,
      password,
      confirmPassword: password,
      firstName: 'Ada',
      lastName: 'Agent',
      phone: '+12125550123',
    });
    if (answer.status !== 201) throw new Error(`registration: ${JSON.stringify(answer.body)}`);
    return { browser, email, password };
  }

  async admin(): Promise<Browser> {
    const email = `${randomUUID()}@example.com`;
    const password = 'crimson meadow 42';
    await this.adminCli(['create', email], { ADMIN_PASSWORD: password });
    const browser = this.browser();
    await browser.post('/api/auth/login', { email, password });
    return browser;
  }

  async adminCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const { stdout } = await run(
      process.execPath,
      [builtFile('services/accounts', 'cli/admin-cli.js'), ...args],
      {
        env: { PATH: process.env['PATH'], DATABASE_URL: this.database.services.accounts.url, ...env },
      },
    );
    return stdout;
  }

  async query<Row extends object>(service: ServiceName, sql: string, values: unknown[] = []): Promise<Row[]> {
    let pool = this.pools.get(service);
    if (!pool) {
      pool = new pg.Pool({ connectionString: this.database.services[service].url, max: 2 });
      this.pools.set(service, pool);
    }
    return (await pool.query<Row>(sql, values)).rows;
  }

  /** Confirms a set-up as the provider's script does; answers the set-up and the card. */
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

  /** Mails that arrived for this address. */
  async mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
    const response = await fetch(`${this.sandboxUrl}/sandbox/mails`);
    const { mails } = (await response.json()) as { mails: { to: string[]; subject: string; text: string }[] };
    return mails.filter(({ to }) => to.includes(address));
  }

  /** The next time this place is reached, the process there is killed. */
  arm(crashPoint: string): void {
    writeFileSync(join(this.chaosDir, crashPoint), '');
  }

  /** Redis loses every request to this service, as when it is wiped. */
  async forgetRequests(service: ServiceName): Promise<void> {
    const redis = new Redis(this.redis.url);
    const keys = await redis.keys(`*${this.redis.prefix}desk.${service}.rpc*`);
    if (keys.length > 0) await redis.del(...keys);
    redis.disconnect();
  }

  /** `name` tells several copies of a service apart. */
  async startService(service: ServiceName, name: string = service): Promise<void> {
    const part = await Part.start(`services/${service}`, READY, {
      ...this.common,
      DATABASE_URL: this.database.services[service].url,
      HEALTH_PORT: String(await getFreePort()),
      ...(service === 'accounts' ? this.accountsEnv : {}),
    });
    this.parts.set(name, part);
  }

  /** Starts another copy behind the same services. The caller closes it. */
  async startSecondGateway(): Promise<RunningGateway> {
    return this.openGateway(await getFreePort());
  }

  private async startGateway(): Promise<void> {
    this.gateway = await this.openGateway(this.port);
  }

  private async openGateway(port: number): Promise<RunningGateway> {
    const env = readGatewayEnv({
      ...this.common,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      HEALTH_PORT: String(await getFreePort()),
      JWT_SECRET: this.jwtSecret,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_gateway_medium',
      TRUST_PROXY: 'loopback',
      ...this.gatewayEnv,
    });
    return startGateway(env, pino({ level: 'silent' }));
  }
}
