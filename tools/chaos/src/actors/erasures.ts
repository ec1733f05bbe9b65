import type { Agent, Environment } from './agent.js';
import type { Buyers } from './buyers.js';
import { waitOrFail } from './retrying-api-client.js';

/** Agents who leave, one after the other. */
export class Erasures {
  /** Former addresses of the agents who were erased, by id. */
  readonly erased = new Map<string, string>();
  /** Erased in the next trial of this kind. */
  private leaving: Agent | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly buyers: Buyers,
    private readonly createAgent: (email: string) => Agent,
    private readonly eraseAccount: (email: string) => Promise<void>,
  ) {}

  /** The address of the agent who has signed up and is not erased yet. */
  get leavingEmail(): string | undefined {
    return this.leaving?.email;
  }

  async signUp(): Promise<void> {
    const number = this.erased.size + 1;
    this.leaving ??= this.createAgent(`lea.leaving.${number}@example.com`);
    await this.leaving.register({ firstName: 'Lea', lastName: 'Leaving', phone: '+12125550179' });
    await this.leaving.saveCard('pm_card_visa');
    await this.buyers.waitForUsableCard(this.leaving);
  }

  /** Runs the operator's command, which may be repeated until it succeeds. */
  async eraseLeaving(): Promise<void> {
    const { leaving } = this;
    if (!leaving) return;
    const erase = () =>
      this.eraseAccount(leaving.email).then(
        () => true,
        () => undefined,
      );
    const { signal } = this.environment;
    await waitOrFail(erase, { problem: `${leaving.email} could not be erased`, signal });
    this.erased.set(leaving.id, leaving.email);
    this.leaving = undefined;
  }
}
