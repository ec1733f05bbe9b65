import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@desk/tool-workload';
import { FREELOADERS } from '../faults/fault.js';
import type { Agent, ReadLead } from './agent.js';
import type { Buyers } from './buyers.js';
import { RequestFailed } from './retrying-api-client.js';

const NAMES = ['Fay', 'Finn', 'Flo'] as const;
const PHONE = '+12125550180';
const ROUNDS = 6;

/** Three accounts of one person, who reads every lead that can be read, and whose mail server refuses our emails. */
export class Freeloaders {
  /** Leads that one of them ever read with contact data. */
  readonly readLeadIds = new Set<string>();
  private agents: readonly Agent[] = [];

  constructor(
    private readonly buyers: Buyers,
    private readonly createAgent: (email: string) => Agent,
  ) {}

  get emails(): readonly string[] {
    return this.agents.map(({ email }) => email);
  }

  /** Signs up in the first trial, and resumes the services in the later ones. */
  async begin(): Promise<void> {
    if (this.agents.length === 0) {
      const agents = FREELOADERS.map((email) => this.createAgent(email));
      for (const [index, agent] of agents.entries())
        await agent.register({ firstName: NAMES[index] ?? '', lastName: 'Free', phone: PHONE });
      this.agents = agents;
      for (const agent of agents) await agent.saveCard('pm_card_mastercard');
    }
    for (const agent of this.agents) {
      await this.buyers.waitForUsableCard(agent);
      await agent.resume();
    }
  }

  /** Reads, resumes and sends again in any order, while leads come in. */
  async act(random: Random, signal: AbortSignal): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      await pause(random.number.int({ min: 20, max: 300 }), undefined, { signal });
      const agent = random.helpers.arrayElement([...this.agents]);
      const acts = [() => this.read(agent), () => this.resume(agent), () => this.resend(agent)];
      for (const act of random.helpers
        .shuffle(acts)
        .slice(0, random.number.int({ min: 1, max: acts.length })))
        await act();
    }
  }

  async end(): Promise<void> {
    for (const agent of this.agents) await agent.pause();
  }

  /** Returns leads that can be read now. */
  async readAll(): Promise<string[]> {
    const pages = await Promise.all(this.agents.map((agent) => this.read(agent)));
    return pages.flat().map(({ id }) => id);
  }

  private async read(agent: Agent): Promise<readonly ReadLead[]> {
    const leads = (await agent.readLeads()).filter(({ isReadable }) => isReadable);
    for (const { id } of leads) this.readLeadIds.add(id);
    return leads;
  }

  /** As the agent, who may not after too many delivery pauses. */
  private resume(agent: Agent): Promise<void> {
    return ignoreRefusal(agent.resumeAsAgent());
  }

  private async resend(agent: Agent): Promise<void> {
    for (const deliveryId of await agent.listFailedDeliveries())
      await ignoreRefusal(agent.resendDelivery(deliveryId));
  }
}

const ignoreRefusal = (request: Promise<void>): Promise<void> =>
  request.catch((error: unknown) => {
    if (!(error instanceof RequestFailed)) throw error;
  });
