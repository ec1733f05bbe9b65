import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@desk/tool-workload';
import { FREELOADERS, refuseMail } from '../faults/fault.js';
import { waitFor } from '../run/wait-for.js';
import type { Agent, Environment, ReadLead } from './agent.js';
import type { Buyers } from './buyers.js';
import { ignoreRefusal } from './retrying-api-client.js';

const NAMES = ['Fay', 'Finn', 'Flo'] as const;
const PHONE = '+12125550180';
const LISTEN_MS = 500;
const REFUND_TIMEOUT_MS = 3_000;

/**
 * The acts of one person with three accounts. A trial does each act once, in an order that its seed draws, so of any
 * two acts each comes first in half of the trials.
 */
const freeloaderActs = [
  'list',
  'open',
  'export',
  'listen',
  'refuse-mail',
  'await-refund',
  'report',
  'resume',
  'resend',
  'use-second-account',
  'use-third-account',
] as const;
type Act = (typeof freeloaderActs)[number];

/** Three accounts of one person, who reads every lead that can be read, and whose mail server refuses our emails. */
export class Freeloaders {
  /** Leads that any of the accounts ever read with contact data. */
  readonly readLeadIds = new Set<string>();
  readonly emails = FREELOADERS;
  /** Empty until all have signed up. */
  private agents: readonly Agent[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly buyers: Buyers,
    private readonly createAgent: (email: string) => Agent,
  ) {}

  /** Signs up, unless an earlier trial did, and resumes the services. */
  async begin(): Promise<void> {
    if (this.agents.length === 0) this.agents = await this.signUp();
    for (const agent of this.agents) {
      await this.buyers.waitForUsableCard(agent);
      await agent.resume();
    }
  }

  /** Acts while leads come in. */
  async act(random: Random, signal: AbortSignal): Promise<void> {
    let [agent] = this.agents;
    for (const act of random.helpers.shuffle(freeloaderActs)) {
      await pause(random.number.int({ min: 20, max: 300 }), undefined, { signal });
      if (act === 'use-second-account') agent = this.agents[1];
      else if (act === 'use-third-account') agent = this.agents[2];
      else if (agent) await this.perform(act, agent);
    }
  }

  async end(): Promise<void> {
    for (const agent of this.agents) await agent.pause();
  }

  async readAll(): Promise<string[]> {
    const pages = await Promise.all(
      this.agents.flatMap((agent) => [this.read(agent.readLeads()), this.read(agent.exportLeads())]),
    );
    return pages.flat().flatMap(({ id, isReadable }) => (isReadable ? [id] : []));
  }

  private async signUp(): Promise<readonly Agent[]> {
    const agents = FREELOADERS.map((email) => this.createAgent(email));
    for (const [index, agent] of agents.entries())
      await agent.register({ firstName: NAMES[index] ?? '', lastName: 'Free', phone: PHONE });
    for (const agent of agents) await agent.saveCard('pm_card_mastercard');
    return agents;
  }

  private async perform(act: Act, agent: Agent): Promise<void> {
    const { sandbox, signal } = this.environment;
    if (act === 'list') await this.read(agent.readLeads());
    if (act === 'export') await this.read(agent.exportLeads());
    if (act === 'listen') await this.read(agent.listen(LISTEN_MS));
    if (act === 'refuse-mail') for (const rule of refuseMail(agent.email, 1)) await sandbox.addFault(rule);
    // As the agent, who is refused after too many delivery pauses.
    if (act === 'resume') await ignoreRefusal(agent.resumeAsAgent());
    if (act === 'await-refund') {
      const isRefunded = async () =>
        (await this.read(agent.readLeads())).some(({ isReadable }) => !isReadable) || undefined;
      await waitFor(isRefunded, { timeoutMs: REFUND_TIMEOUT_MS, signal });
    }
    if (act === 'open' || act === 'report' || act === 'resend') await this.useNewestLead(act, agent);
  }

  private async useNewestLead(act: 'open' | 'report' | 'resend', agent: Agent): Promise<void> {
    const [newest] = await this.read(agent.readLeads());
    if (!newest) return;
    if (act === 'open') await this.read(agent.readLead(newest.id).then((lead) => [lead]));
    if (act === 'report') await ignoreRefusal(agent.reportProblem(newest.id));
    if (act === 'resend')
      for (const deliveryId of await agent.listFailedDeliveries(newest.id))
        await ignoreRefusal(agent.resendDelivery(deliveryId));
  }

  private async read(shown: Promise<readonly ReadLead[]>): Promise<readonly ReadLead[]> {
    const leads = await shown;
    for (const { id, isReadable } of leads) if (isReadable) this.readLeadIds.add(id);
    return leads;
  }
}
