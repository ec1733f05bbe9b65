import { type IntruderTrace, SMS_OPT_IN_TEXT } from '@desk/contracts';
import { eventually, SoftwareAuthenticator } from '@desk/testing';
import { codeOf } from './authenticator-app.js';
import type { Answer, Browser } from './browser.js';
import type { TestSystem } from './test-system.js';

/** Uses something planted. Resolves with what the intruder gets; undefined is nothing. */
type Trap = () => Promise<unknown>;

/** An account that an intruder had access to. */
export interface Scene {
  readonly id: string;
  /** The owner's address. */
  readonly email: string;
  /** The account's address, which may be the intruder's. */
  address: string;
  /** The owner's; undefined until the owner chooses one by the mailed link. */
  password: string | undefined;
  /** Secrets of the links to choose a password that were mailed before the account was recovered. */
  earlierLinks: readonly string[];
  readonly thief: Browser;
  readonly thiefPassword: string;
  /** Names everything that the intruder plants. */
  readonly mark: string;
  readonly phone: string;
  readonly authenticator: SoftwareAuthenticator;
  recoveryCodes: readonly string[];
  subscription?: string;
}

interface Challenge {
  readonly token: string;
  readonly passkeyOptions: object;
}

const PROFILE = { firstName: 'Ada', lastName: 'Agent', phone: '+12125550123', companyName: null };

const gainFrom = async (answer: Promise<Answer<unknown>>): Promise<unknown> => {
  const { status, body } = await answer;
  return status < 300 ? body : undefined;
};
export const mustSucceed = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  return body;
};

/** Plants in an account what gives lasting access. */
export class Intruder {
  private scenes = 0;

  constructor(private readonly system: TestSystem) {}

  /** An account, and an intruder with a session and the password. */
  async open(isConfirmed: boolean): Promise<Scene> {
    const agent = isConfirmed ? await this.system.registerOwner() : await this.system.registerAgent();
    const thief = this.system.openBrowser();
    const { id, email, password } = agent;
    await mustSucceed(thief.post('/api/auth/login', { email, password }));
    this.scenes += 1;
    return {
      id,
      email,
      address: email,
      password,
      thief,
      thiefPassword: password,
      recoveryCodes: [],
      earlierLinks: [],
      mark: `thief${this.scenes}`,
      phone: `+1212555${6_100 + this.scenes * 10 + 5}`,
      authenticator: new SoftwareAuthenticator(this.system.publicUrl),
    };
  }

  /** Moves the account to the intruder's address. */
  async move(scene: Scene): Promise<void> {
    const email = `${scene.mark}@example.com`;
    await this.requestMove(scene, email);
    const token = await this.readToken(email, 'confirm-email');
    await mustSucceed(scene.thief.post('/api/auth/confirm-email', { token }));
    scene.address = email;
  }

  private requestMove({ thief, thiefPassword }: Scene, email: string) {
    return mustSucceed(
      thief.patch('/api/user/profile', { ...PROFILE, email, currentPassword: thiefPassword }),
    );
  }

  /** Plants everything. A trap is missing where the account's address must be confirmed first. */
  async plant(scene: Scene): Promise<ReadonlyMap<IntruderTrace, Trap>> {
    const traps = new Map<IntruderTrace, Trap>();
    for (const thing of Object.keys(this.plants) as IntruderTrace[]) {
      const trap = await this.plants[thing](scene);
      if (trap) traps.set(thing, trap);
    }
    return traps;
  }

  /** In this order: a second factor is added last, because a proof takes it from then on. */
  private readonly plants: Readonly<Record<IntruderTrace, (scene: Scene) => Promise<Trap | undefined>>> = {
    password: (scene) =>
      Promise.resolve(() => {
        const { address, thiefPassword } = scene;
        const visitor = this.system.openBrowser();
        return gainFrom(visitor.post('/api/auth/login', { email: address, password: thiefPassword }));
      }),
    session: async ({ thief }) => {
      await mustSucceed(thief.get('/api/leads'));
      return async () => (await gainFrom(thief.get('/api/leads'))) ?? gainFrom(thief.get('/api/auth/user'));
    },
    card: async ({ thief }) => {
      await this.system.saveCard(thief);
      return () => gainFrom(thief.post('/api/create-setup-intent'));
    },
    channel: (scene) => this.plantChannels(scene),
    browser: async (scene) => {
      const { applicationServerKey } = await mustSucceed(
        scene.thief.get<{ applicationServerKey: string }>('/api/channels/push'),
      );
      const { id, endpoint, keys } = await this.system.sandbox<{
        id: string;
        endpoint: string;
        keys: object;
      }>('push/subscriptions', { applicationServerKey });
      scene.subscription = id;
      const allow = () =>
        scene.thief.post('/api/channels/push/browsers', { endpoint, ...keys, applicationServerKey });
      return (await allow()).status < 300 ? () => gainFrom(allow()) : undefined;
    },
    'email change request': async (scene) => {
      const email = `${scene.mark}.later@example.com`;
      await this.requestMove(scene, email);
      const token = await this.readToken(email, 'confirm-email');
      return () => gainFrom(scene.thief.post('/api/auth/confirm-email', { token }));
    },
    // The intruder has read the mailbox.
    'password reset link': async ({ address }) => {
      const token = await this.requestReset(address);
      return () => gainFrom(this.reset(token, 'stolen lantern 42'));
    },
    // It belongs to an account only if the last step of a sign-up was interrupted.
    'unfinished sign-up': () => Promise.resolve(undefined),
    'known device': ({ id }) =>
      Promise.resolve(async () => {
        const devices = await this.system.query(
          'accounts',
          'SELECT 1 FROM known_devices WHERE user_id = $1',
          [id],
        );
        return devices.length === 0 ? undefined : 'a sign-in that is not reported';
      }),
    passkey: async (scene) => {
      const { thief, mark } = scene;
      const start = await thief.post<{ token: string; options: object }>(
        '/api/user/second-factors/passkey/start',
      );
      if (start.status >= 300) return undefined;
      const { token, options } = start.body;
      const passkey = scene.authenticator.create(options);
      const { recoveryCodes } = await mustSucceed(
        thief.post<{ recoveryCodes: string[] }>('/api/user/second-factors/passkey', {
          token,
          name: mark,
          passkey,
        }),
      );
      scene.recoveryCodes = recoveryCodes;
      return async () => {
        const visitor = this.system.openBrowser();
        const { body } = await visitor.post<{ token: string; options: object }>('/api/auth/passkey/options');
        const assertion = scene.authenticator.get(body.options);
        return gainFrom(visitor.post('/api/auth/passkey', { token: body.token, passkey: assertion }));
      };
    },
    'authenticator app': async (scene) => {
      const start = await scene.thief.post<{ factorId: string; secret: string }>(
        '/api/user/second-factors/app/start',
      );
      if (start.status >= 300) return undefined;
      const { factorId, secret } = start.body;
      const app = { factorId, name: scene.mark, code: codeOf(secret) };
      await mustSucceed(scene.thief.post('/api/user/second-factors/app', app));
      await this.system.query('accounts', 'UPDATE authenticator_apps SET last_step = 0 WHERE id = $1', [
        factorId,
      ]);
      return this.enterAtSignIn(scene, () => ({ code: codeOf(secret) }));
    },
    'recovery codes': async (scene) =>
      scene.recoveryCodes.length === 0
        ? undefined
        : this.enterAtSignIn(scene, () => ({ recoveryCode: scene.recoveryCodes[0] })),
    'unfinished sign-in': async (scene) =>
      scene.recoveryCodes.length === 0
        ? undefined
        : this.enterAtSignIn(scene, ({ passkeyOptions }) => ({
            passkey: scene.authenticator.get(passkeyOptions),
          })),
  };

  /** Stops a sign-in before its second step, which is the trap. */
  private async enterAtSignIn(
    { address, thiefPassword }: Scene,
    prove: (challenge: Challenge) => object,
  ): Promise<Trap> {
    const visitor = this.system.openBrowser();
    const { secondFactor } = await mustSucceed(
      visitor.post<{ secondFactor: Challenge }>('/api/auth/login', {
        email: address,
        password: thiefPassword,
      }),
    );
    return () =>
      gainFrom(
        visitor.post('/api/auth/login/second-factor', { token: secondFactor.token, ...prove(secondFactor) }),
      );
  }

  private async plantChannels({ thief, mark, phone }: Scene): Promise<Trap | undefined> {
    const addWebhook = () =>
      thief.post('/api/channels/webhook', { url: `${this.system.sandboxUrl}/hooks/${mark}` });
    if ((await addWebhook()).status >= 300) return undefined;
    await mustSucceed(thief.post('/api/channels/sms/code', { phone, optInText: SMS_OPT_IN_TEXT }));
    const code = await eventually(async () => {
      const { sms } = await this.system.sandbox<{ sms: { to: string; body: string }[] }>('sms');
      return /code is (\d{6})/.exec(sms.findLast(({ to }) => to === phone)?.body ?? '')?.[1] ?? false;
    });
    await mustSucceed(thief.post('/api/channels/sms/confirm', { code }));
    const { url } = await mustSucceed(thief.post<{ url: string }>('/api/channels/slack/start'));
    const { origin, pathname, search } = new URL(url);
    const form = new URLSearchParams(search);
    form.set('channel', mark);
    form.set('answer', 'allow');
    const redirect = await fetch(`${origin}${pathname}`, { method: 'POST', body: form, redirect: 'manual' });
    const query = new URL(redirect.headers.get('location') ?? '').searchParams;
    await mustSucceed(
      thief.post('/api/channels/slack/complete', { code: query.get('code'), state: query.get('state') }),
    );
    return () => gainFrom(addWebhook());
  }

  async requestReset(email: string): Promise<string> {
    const earlier = await this.listTokens(email, 'reset-password');
    await this.system.openBrowser().post('/api/auth/forgot-password', { email });
    return this.readToken(email, 'reset-password', earlier);
  }

  reset(token: string, password: string): Promise<Answer> {
    const form = { token, password, confirmPassword: password };
    return this.system.openBrowser().post('/api/auth/reset-password', form);
  }

  async listTokens(email: string, page: string): Promise<readonly string[]> {
    const link = new RegExp(`/${page}#token=([\\w-]{43})`);
    return (await this.system.listEmailsTo(email)).flatMap(({ text }) => link.exec(text)?.[1] ?? []);
  }

  readToken(email: string, page: string, earlier: readonly string[] = []): Promise<string> {
    return eventually(
      async () => (await this.listTokens(email, page)).findLast((token) => !earlier.includes(token)) ?? false,
    );
  }
}
