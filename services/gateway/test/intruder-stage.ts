import { createECDH } from 'node:crypto';
import type { Recovery } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { Intruder, mustSucceed, type Scene } from './intruder.js';
import { TestSystem } from './test-system.js';

const VAPID = createECDH('prime256v1');
VAPID.setPrivateKey(Buffer.alloc(32, 9));

const provideChannels = (sandboxUrl: string): NodeJS.ProcessEnv => ({
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
  TWILIO_FROM: '+15005550006',
  TWILIO_API_BASE: sandboxUrl,
  SLACK_CLIENT_ID: '1000000000.2000000000',
  SLACK_CLIENT_SECRET: '0123456789abcdef0123456789abcdef',
  SLACK_API_BASE: sandboxUrl,
  SLACK_SITE_URL: sandboxUrl,
  VAPID_PUBLIC_KEY: VAPID.getPublicKey('base64url'),
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 9).toString('base64url'),
  WEBHOOK_LOOPBACK: 'allowed',
});

/** Accounts that an intruder had access to, and how they return to their owners. */
export class IntruderStage {
  private constructor(
    readonly system: TestSystem,
    readonly fixture: Fixture,
    readonly intruder: Intruder,
    private readonly admin: Browser,
  ) {}

  static async start(): Promise<IntruderStage> {
    const system = await TestSystem.start({ notifier: provideChannels });
    const fixture = await Fixture.create(system);
    return new IntruderStage(system, fixture, new Intruder(system), await system.createAdmin());
  }

  /** How accounts return to their owners. A claim is the reset of an account whose address nobody confirmed. */
  readonly recoveries: Readonly<Record<Recovery, (scene: Scene) => Promise<void>>> = {
    claim: (scene) => this.resetByMail(scene),
    'password-reset': (scene) => this.resetByMail(scene),
    'email-change-undone': async (scene) => {
      await this.expectLink(scene, scene.email);
      const token = await this.intruder.readToken(scene.email, 'undo-email-change');
      const visitor = this.system.openBrowser();
      await mustSucceed(visitor.post('/api/auth/undo-email-change', { token }));
    },
    'second-factors-reset': async (scene) => {
      await this.expectLink(scene, scene.address);
      await this.administer(scene, 'reset-second-factor');
    },
    enabled: async (scene) => {
      await this.expectLink(scene, scene.address);
      await this.administer(scene, 'disable');
      await this.administer(scene, 'enable');
    },
  };

  private async administer({ id }: Scene, action: string): Promise<void> {
    const reason = 'The owner called.';
    await mustSucceed(this.admin.post(`/api/admin/users/${id}/account`, { action, reason }));
  }

  private async resetByMail(scene: Scene): Promise<void> {
    await this.chooseWith(scene, await this.intruder.requestReset(scene.address));
  }

  /** Call before a recovery that ends the password: the owner then gets a link. */
  private async expectLink(scene: Scene, address: string): Promise<void> {
    const earlierLinks = await this.intruder.listTokens(address, 'reset-password');
    Object.assign(scene, { address, earlierLinks, password: undefined });
  }

  /** Resolves with the secret of the link that came to the owner without being asked for. */
  readLink({ address, earlierLinks }: Scene): Promise<string> {
    return this.intruder.readToken(address, 'reset-password', earlierLinks);
  }

  async chooseWith(scene: Scene, token: string): Promise<void> {
    const password = `amber orchard ${scene.mark}`;
    await mustSucceed(this.intruder.reset(token, password));
    scene.password = password;
  }

  /** Counts what reached the intruder's endpoint, phone, Slack channel and browser. */
  async countStolen({ mark, phone, subscription }: Scene): Promise<Readonly<Record<string, number>>> {
    const [{ hooks }, { sms }, { slack }, { pushes }] = await Promise.all([
      this.system.sandbox<{ hooks: { name: string }[] }>('hooks'),
      this.system.sandbox<{ sms: { to: string; body: string }[] }>('sms'),
      this.system.sandbox<{ slack: { destination: string; text: string }[] }>('slack'),
      this.system.sandbox<{ pushes: { subscription: string }[] }>('pushes'),
    ]);
    return {
      webhook: hooks.filter(({ name }) => name === mark).length,
      sms: sms.filter(({ to, body }) => to === phone && /lead/i.test(body)).length,
      // Slack's channel also gets a greeting when it is connected.
      slack: slack.filter(
        ({ destination, text }) => destination === `C${mark.toUpperCase()}` && text.includes('Rosa Valdez'),
      ).length,
      push: pushes.filter((push) => push.subscription === subscription).length,
    };
  }

  /** Sells a lead to the account, and resolves once it came to the owner's address. */
  async sell({ id, email }: Scene): Promise<string> {
    const leadId = await this.fixture.postLead();
    const sent = `SELECT 1 FROM deliveries
                   WHERE lead_id = $1 AND buyer_id = $2 AND kind = 'email' AND status = 'sent'`;
    await eventually(async () => (await this.system.query('notifier', sent, [leadId, id])).length === 1);
    if ((await this.system.listEmailsTo(email)).length === 0) throw new Error('the owner got no email');
    return leadId;
  }
}
