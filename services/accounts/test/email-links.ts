import { randomUUID } from 'node:crypto';
import { changeProfile, confirmEmail, undoEmailChange } from '@desk/contracts';
import { type AccountsHarness, newCaller, PASSWORD } from './accounts.harness.js';

export type Agent = Awaited<ReturnType<AccountsHarness['registerAgent']>>;
export const newEmail = () => `${randomUUID()}@example.com`;

/** What agents do with the links that they get by email. */
export class EmailLinks {
  constructor(private readonly accounts: AccountsHarness) {}

  requestChange(
    { userId }: { userId: string },
    email: string,
    currentPassword: string | null = PASSWORD,
    caller = newCaller(),
  ) {
    return this.accounts.commands.send(changeProfile, {
      userId,
      firstName: 'Ada',
      lastName: 'Agent',
      phone: '+12125550123',
      companyName: null,
      email,
      caller,
      ...(currentPassword === null ? {} : { currentPassword }),
    });
  }

  rename({ userId, email }: Agent, firstName: string) {
    const profile = { firstName, lastName: 'Agent', phone: '+12125550123', companyName: null };
    return this.accounts.commands.send(changeProfile, { userId, ...profile, email, caller: newCaller() });
  }

  confirm(token: string, sid: string | null) {
    return this.accounts.commands.send(confirmEmail, { token, sid, caller: newCaller() });
  }

  undo(token: string) {
    return this.accounts.commands.send(undoEmailChange, { token, caller: newCaller() });
  }

  async listMails(email: string, kind?: string) {
    return (await this.accounts.listPublishedTo(email)).filter(
      ({ name, payload }) => name === 'accounts.mail' && (kind === undefined || payload['kind'] === kind),
    );
  }

  /** Returns the tokens of the links in the emails of this kind to the address. */
  async listTokens(email: string, kind: string): Promise<string[]> {
    const mails = await this.listMails(email, kind);
    return mails.map(({ payload }) => /#token=([\w-]+)$/.exec(String(payload['link']))?.[1] ?? '');
  }

  /** Returns the token of the only email of this kind to the address. */
  async getToken(email: string, kind: string): Promise<string> {
    const [token, ...more] = await this.listTokens(email, kind);
    if (token === undefined || more.length > 0)
      throw new Error(`expected one email, found ${token === undefined ? 0 : 1 + more.length}`);
    return token;
  }

  /** Returns the contacts of the agent that were published for the notifier, oldest first. */
  async listContacts({ userId }: Agent) {
    return (await this.accounts.listPublished(userId))
      .filter(({ name }) => name === 'accounts.contact-changed')
      .map(({ payload }) => payload)
      .toSorted((a, b) => Number(a['version']) - Number(b['version']));
  }

  async register() {
    const agent = await this.accounts.registerAgent();
    return { ...agent, welcomeToken: await this.getToken(agent.email, 'welcome') };
  }

  async registerConfirmed() {
    const agent = await this.register();
    await this.confirm(agent.welcomeToken, agent.sid);
    return agent;
  }

  /** Moves an account to a new address, as its owner or as someone with a session and the password. */
  async changeAddress(agent: Agent, email = newEmail()) {
    await this.requestChange(agent, email);
    await this.confirm(await this.getToken(email, 'confirm-email'), agent.sid);
    return email;
  }

  expire(table: string, column: string, { userId }: Agent) {
    return this.accounts.query(`UPDATE ${table} SET ${column} = now() - interval '1 s' WHERE user_id = $1`, [
      userId,
    ]);
  }
}
