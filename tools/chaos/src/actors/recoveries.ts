import type { Random } from '@desk/tool-workload';
import type { Admin } from './admin.js';
import type { Agent, Environment } from './agent.js';
import { ignoreRefusal, RetryingApiClient, waitOrFail } from './retrying-api-client.js';

const OWNERS_PASSWORD = 'amber orchard lantern';

const SELECT_APPLIED = `
  SELECT 1 FROM accounts.users u JOIN notifications.account_recoveries r ON r.user_id = u.id
   WHERE u.id = $1 AND r.version = u.recovery_version`;
const SELECT_KEPT_CARDS = `
  SELECT c.buyer_id AS account, 'the card saved before is still used' AS fault FROM billing.customers c
    JOIN leads.buyers b ON b.id = c.buyer_id
   WHERE c.buyer_id = ANY ($1::uuid[]) AND (c.stripe_payment_method_id IS NOT NULL OR b.card_usable)`;

/** An account that somebody else used until its owner got it back. It bought no lead before. */
interface Account {
  readonly intruder: Agent;
  readonly owner: Agent;
  /** Address of the intruder's browser. An account whose address nobody has confirmed has no channels. */
  readonly endpoint?: string;
}

/** Owners who get their accounts back: in each trial one by a recovery of a confirmed account, and one by a claim. */
export class Recoveries {
  private readonly api: RetryingApiClient;
  private readonly robbed: Account[] = [];
  private readonly claimed: Account[] = [];
  readonly emails: string[] = [];

  constructor(
    private readonly admin: Admin,
    private readonly environment: Environment,
    private readonly createAgent: (email: string, password: string) => Agent,
  ) {
    this.api = new RetryingApiClient(environment.webUrl, environment.signal);
  }

  /** The intruders sign up, and set up what they can. */
  async begin(): Promise<void> {
    const number = this.robbed.length + 1;
    const robbed = await this.signUp(`rita.robbed.${number}@example.com`);
    await this.admin.changeAccount(robbed.intruder.id, 'confirm-email');
    const { channels } = robbed.intruder;
    await channels.addWebhook(robbed.intruder.id);
    this.robbed.push({ ...robbed, endpoint: await channels.addBrowser() });
    this.claimed.push(await this.signUp(`carl.claimed.${number}@example.com`));
  }

  /** The owners recover their accounts and resume the services, so that they buy the leads that wait. */
  async recover(random: Random): Promise<void> {
    const [robbed, claimed] = [this.robbed.at(-1), this.claimed.at(-1)];
    if (!robbed || !claimed) return;
    if (random.datatype.boolean()) await this.requestLink(robbed.owner);
    else {
      await this.admin.changeAccount(robbed.intruder.id, 'disable');
      await this.admin.changeAccount(robbed.intruder.id, 'enable');
    }
    await this.requestLink(claimed.owner);
    for (const { owner } of [robbed, claimed]) {
      await this.choosePassword(owner);
      // Until then, the notifier may still send to destinations that were set up before.
      await this.waitFor(
        async () =>
          (await this.environment.database.rows(SELECT_APPLIED, [owner.id])).length > 0 || undefined,
        `the recovery of ${owner.email} did not reach the notifier`,
      );
      await owner.resume();
    }
  }

  async end(): Promise<void> {
    for (const { owner } of [this.robbed.at(-1), this.claimed.at(-1)].filter((one) => one !== undefined))
      await owner.pause();
  }

  /** Returns everything set up before the recoveries that still works. Call it once the system has drained. */
  async findViolations(): Promise<object[]> {
    const { sandbox } = this.environment;
    const hooks = new Set((await sandbox.list('hooks')).map(({ name }) => name));
    const endpoints = new Set(
      (await sandbox.list('pushes')).map(({ subscription }) => sandbox.pushEndpoint(subscription)),
    );
    const faults: object[] = [];
    for (const { intruder, endpoint = '' } of [...this.robbed, ...this.claimed]) {
      const account = intruder.id;
      if (await intruder.isSignedIn()) faults.push({ account, fault: 'the session goes on' });
      if (hooks.has(account)) faults.push({ account, fault: 'the webhook got a lead' });
      if (endpoints.has(endpoint)) faults.push({ account, fault: 'the browser was told of a lead' });
    }
    const claimedIds = this.claimed.map(({ intruder }) => intruder.id);
    return [...faults, ...(await this.environment.database.rows(SELECT_KEPT_CARDS, [claimedIds]))];
  }

  private async signUp(email: string): Promise<Account> {
    const intruder = this.createAgent(email, 'velvet harbor compass');
    this.emails.push(email);
    await intruder.register({ firstName: 'Rita', lastName: 'Robbed', phone: '+12125550181' });
    await intruder.saveCard('pm_card_visa');
    await intruder.pause();
    return { intruder, owner: this.createAgent(email, OWNERS_PASSWORD) };
  }

  private async requestLink({ email }: Agent): Promise<void> {
    await this.api.call('POST', '/api/auth/forgot-password', { email });
  }

  /** Opens the newest link, because a repeated request sends a second link, which replaces the first. */
  private async choosePassword(owner: Agent): Promise<void> {
    const password = OWNERS_PASSWORD;
    const choose = async (): Promise<true | undefined> => {
      const token = await this.readToken(owner.email);
      if (token === undefined) return undefined;
      const form = { token, password, confirmPassword: password };
      await ignoreRefusal(this.api.call('POST', '/api/auth/reset-password', form), 'LINK_EXPIRED');
      // The link may have been used without an answer.
      return owner.signIn().then(
        () => true,
        () => undefined,
      );
    };
    await this.waitFor(choose, `${owner.email} could not choose a password`);
  }

  private async readToken(email: string): Promise<string | undefined> {
    const texts = (await this.environment.sandbox.list('mails'))
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /\/reset-password#token=([\w-]{43})/.exec(text)?.[1] ?? []);
    return texts.at(-1);
  }

  private async waitFor(attempt: () => Promise<true | undefined>, problem: string): Promise<void> {
    await waitOrFail(attempt, { problem, intervalMs: 300, signal: this.environment.signal });
  }
}
