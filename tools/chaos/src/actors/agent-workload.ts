import { setTimeout as pause } from 'node:timers/promises';
import { usStates } from '@desk/contracts';
import type { SeedResult } from '@desk/tool-start';
import type { Random } from '@desk/tool-workload';
import type { ConfirmedChanges } from '../checks/confirmed-changes.js';
import { type Circumstance, EMAIL_ONLY_AGENT } from '../faults/fault.js';
import type { Database } from '../run/database.js';
import { Agent, type Environment } from './agent.js';
import { Buyers } from './buyers.js';
import { completeOnboarding, toNewcomerEmail } from './onboarding.js';
import { Disputes } from './disputes.js';
import { Erasures } from './erasures.js';
import { Freeloaders } from './freeloaders.js';
import { ProblemReports } from './problem-reports.js';
import { Recoveries } from './recoveries.js';
import { Refunds } from './refunds.js';
import { Resumptions } from './resumptions.js';
import { RequestFailed } from './retrying-api-client.js';
import { WaitingLeads } from './waiting-leads.js';

/** A daily limit that a run never reaches. */
const AMPLE_LIMIT = 1_000;
const STEADY_PHONE = '+12125550175';
const PAUSING_PHONE = '+12125550176';

/** In these, the steady and the pausing agent may be paused at the end. */
const withPausedAgents: ReadonlySet<Circumstance> = new Set([
  ...(['scarce', 'undeliverable', 'waiting', 'freeloader', 'recovery'] as const),
]);

interface Agents {
  /** Has a card that is saved and then declines. */
  readonly declining: Agent;
  /** Has few daily slots left when it matters. */
  readonly limited: Agent;
  readonly steady: Agent;
  /** Pauses and resumes. Like the steady one, has a webhook, a phone, a Slack channel and a browser. */
  readonly pausing: Agent;
  /** Toggles the service without waiting for an answer. Has no card, so it is never the only buyer. */
  readonly impatient: Agent;
}

export interface AgentFault {
  readonly circumstance: Circumstance;
  readonly fault: string;
}

/** The buyers of a run, and what they do in each circumstance. */
export class AgentWorkload {
  /** Emails of the agents who signed up through the onboarding wizard. */
  readonly signedUpEmails: string[] = [];
  /** Everything that an agent would report as a bug. */
  readonly faults: AgentFault[] = [];

  /** Agents who began to sign up through the wizard. */
  private newcomers = 0;

  /** The state that the impatient agent requested last. */
  private impatientIsEnabled = true;

  private constructor(
    private readonly agents: Agents,
    private readonly environment: Environment,
    private readonly buyers: Buyers,
    private readonly refunds: Refunds,
    private readonly disputes: Disputes,
    private readonly problems: ProblemReports,
    private readonly waitingLeads: WaitingLeads,
    private readonly erasures: Erasures,
    readonly freeloaders: Freeloaders,
    readonly recoveries: Recoveries,
  ) {}

  /** Former addresses of the agents who were erased, by id. */
  get erased(): ReadonlyMap<string, string> {
    return this.erasures.erased;
  }

  static async create(
    seeded: SeedResult,
    environment: Environment,
    database: Database,
    confirmedChanges: ConfirmedChanges,
    eraseAccount: (email: string) => Promise<void>,
  ): Promise<AgentWorkload> {
    const signIns = seeded.signIns.filter(({ role }) => role === 'agent');
    const admin = seeded.signIns.find(({ role }) => role === 'admin');
    if (!admin) throw new Error('the sample administrator is missing');
    const resumptions = new Resumptions(admin, environment);
    const createAgent = (email: string, password: string): Agent =>
      new Agent(email, password, environment, confirmedChanges, (agentId) => resumptions.resume(agentId));
    const [declining, steady, pausing] = signIns.map(({ email, password }) => createAgent(email, password));
    const password = signIns[0]?.password;
    if (!declining || !steady || !pausing || !password) throw new Error('the sample agents are missing');
    for (const agent of [declining, steady, pausing]) {
      await agent.signIn();
      await agent.setDailyLimit(AMPLE_LIMIT);
    }
    for (const [agent, phone, slackChannel] of [
      [steady, STEADY_PHONE, 'steady'],
      [pausing, PAUSING_PHONE, 'pausing'],
    ] as const) {
      await agent.channels.addWebhook(agent.id);
      await agent.channels.addPhone(phone);
      await agent.channels.addSlack(slackChannel);
      await agent.channels.addBrowser();
    }
    const limited = createAgent(EMAIL_ONLY_AGENT, password);
    await limited.register({ firstName: 'Sally', lastName: 'Small', phone: '+12125550177' });
    await limited.saveCard('pm_card_visa');
    const impatient = createAgent('harry.hasty@example.com', password);
    await impatient.register({ firstName: 'Harry', lastName: 'Hasty', phone: '+12125550178' });
    const agents = { declining, limited, steady, pausing, impatient };
    const buyers = new Buyers(environment, database);
    const createLeaving = (email: string): Agent => createAgent(email, password);
    const erasures = new Erasures(environment, buyers, createLeaving, eraseAccount);
    const freeloaders = new Freeloaders(environment, buyers, createLeaving);
    const recoveries = new Recoveries(admin, environment, database, createAgent);
    const refunds = new Refunds(admin, environment, database);
    const disputes = new Disputes(admin, environment, database);
    const problems = new ProblemReports(admin, environment, database);
    const waitingLeads = new WaitingLeads(admin, environment, database);
    const workload = new AgentWorkload(
      ...([
        agents,
        environment,
        buyers,
        refunds,
        disputes,
        problems,
        waitingLeads,
        erasures,
        freeloaders,
        recoveries,
      ] as const),
    );
    await buyers.waitForUsableCard(limited);
    return workload;
  }

  /** Emails of every agent that this run created, or tried to. */
  get emails(): string[] {
    const { leavingEmail } = this.erasures;
    return [
      ...Object.values<Agent>({ ...this.agents }).map(({ email }) => email),
      ...Array.from({ length: this.newcomers }, (_, index) => toNewcomerEmail(index + 1)),
      ...(leavingEmail === undefined ? [] : [leavingEmail]),
      ...this.freeloaders.emails,
      ...this.recoveries.emails,
    ];
  }

  /** Run before the fault is armed. */
  prepare(circumstance: Circumstance): Promise<void> {
    return this.recordFault(circumstance, () => this.setUp(circumstance));
  }

  /** Run while the leads are posted. */
  act(circumstance: Circumstance, random: Random): Promise<void> {
    return this.recordFault(circumstance, () => this.useDashboard(circumstance, random));
  }

  /** Makes every buyer eligible again. */
  restore(circumstance: Circumstance): Promise<void> {
    return this.recordFault(circumstance, async () => {
      if (circumstance === 'issuer-away') await this.buyers.setIssuer(this.agents.limited, 'ok');
      if (circumstance === 'refund' || circumstance === 'dashboard-refund')
        await this.refunds.waitUntilRefunded();
      if (circumstance === 'dispute') {
        await this.buyers.setIssuer(this.agents.limited, 'ok');
        // Sales that are not complete can still be disputed.
        await this.buyers.waitUntilSold();
        await this.disputes.reviewAll();
      }
      if (circumstance === 'freeloader') {
        await this.freeloaders.end();
        await this.agents.limited.resume();
      }
      if (circumstance === 'recovery') {
        await this.buyers.waitUntilSold();
        await this.recoveries.end();
        await this.agents.limited.resume();
      }
      if (withPausedAgents.has(circumstance) && circumstance !== 'scarce')
        await this.agents.declining.resume();
      if (circumstance === 'waiting') {
        await this.agents.limited.resume();
        await this.agents.steady.setFilters({});
      }
      if (!withPausedAgents.has(circumstance)) return;
      await this.agents.pausing.resume();
      await this.agents.steady.resume();
    });
  }

  private async setUp(circumstance: Circumstance): Promise<void> {
    const { declining, limited, steady, pausing } = this.agents;
    if (circumstance === 'cascade') {
      await declining.saveCard('pm_card_chargeCustomerFail');
      await this.buyers.waitForUsableCard(declining);
    }
    if (circumstance === 'issuer-away') {
      await limited.setDailyLimit(AMPLE_LIMIT);
      await this.buyers.makeEligible(limited);
      await this.buyers.setIssuer(limited, 'issuer_not_available');
    }
    if (circumstance === 'dispute') {
      await limited.setDailyLimit(AMPLE_LIMIT);
      await this.buyers.makeEligible(limited);
      await this.buyers.setIssuer(limited, 'disputes');
    }
    // Opted out until the next trial of this kind, so that the checks see it.
    if (circumstance === 'opt-out') await pausing.channels.optIn(PAUSING_PHONE);
    if (circumstance === 'limit') {
      await this.buyers.makeEligible(limited);
      await this.buyers.leaveSlots(limited, 1);
    }
    if (circumstance === 'erasure') await this.erasures.signUp();
    if (circumstance === 'undeliverable') {
      // Every lead goes to an agent who gets them by email alone.
      await this.buyers.waitUntilSold();
      await limited.setDailyLimit(AMPLE_LIMIT);
      await this.buyers.makeEligible(limited);
      await declining.pause();
      await steady.pause();
      await pausing.pause();
    }
    if (circumstance === 'freeloader') {
      await this.buyers.waitUntilSold();
      await this.freeloaders.begin();
      for (const agent of [limited, declining, steady, pausing]) await agent.pause();
    }
    if (circumstance === 'recovery') {
      // The leads of this trial wait until the owner is back.
      await this.buyers.waitUntilSold();
      await this.recoveries.begin();
      for (const agent of [limited, declining, steady, pausing]) await agent.pause();
    }
    if (circumstance === 'waiting') {
      // Filters leave nearly no lead to the steady agent, and all others are paused, so the leads of this trial wait.
      await this.buyers.waitUntilSold();
      await steady.setFilters({ leadTypes: ['Fixed'], assetBands: ['$1M+'], ageRanges: ['76+'] });
      await limited.pause();
      await declining.pause();
      await pausing.pause();
    }
    if (circumstance === 'scarce') {
      // Leads of the previous trial would take the slots before the fault is armed.
      await this.buyers.waitUntilSold();
      await this.buyers.makeEligible(limited);
      await this.buyers.leaveSlots(limited, 2);
      await steady.pause();
      await pausing.pause();
    }
  }

  private async useDashboard(circumstance: Circumstance, random: Random): Promise<void> {
    const { limited, steady, pausing, impatient } = this.agents;
    const { signal } = this.environment;
    const wait = (min: number, max: number) => pause(random.number.int({ min, max }), undefined, { signal });
    if (circumstance === 'eligibility') {
      await wait(50, 200);
      for (let round = 0; round < 2; round += 1) {
        await steady.setStates(random.helpers.arrayElements(usStates, usStates.length / 2));
        await pausing.pause();
        await wait(200, 500);
        await steady.setDailyLimit(AMPLE_LIMIT - random.number.int({ min: 1, max: 20 }));
        await pausing.resume();
        await wait(20, 120);
      }
      // Whatever still waits can be sold.
      await steady.setStates([]);
    }
    if (circumstance === 'walk-away') {
      this.impatientIsEnabled = !this.impatientIsEnabled;
      await impatient.toggleOnce(this.impatientIsEnabled);
    }
    if (circumstance === 'opt-out') {
      await wait(50, 400);
      await pausing.channels.optOut(PAUSING_PHONE);
    }
    if (circumstance === 'limit') {
      await wait(100, 400);
      await this.buyers.leaveSlots(limited, 1);
    }
    if (circumstance === 'erasure') {
      await wait(200, 900);
      await this.erasures.eraseLeaving();
    }
    if (circumstance === 'freeloader') await this.freeloaders.act(random, signal);
    if (circumstance === 'recovery') await this.recoveries.recover(random);
    if (circumstance === 'sign-up') await this.signUp();
    if (circumstance === 'problem-report') await this.problems.reportAndDecide([steady, pausing]);
    if (circumstance === 'waiting') await this.waitingLeads.decide(steady.id);
    if (circumstance === 'refund') await this.refunds.request();
    if (circumstance === 'dashboard-refund') await this.refunds.makeAtProvider();
  }

  private async signUp(): Promise<void> {
    this.newcomers += 1;
    const number = this.newcomers;
    await completeOnboarding(number, this.environment);
    this.signedUpEmails.push(toNewcomerEmail(number));
  }

  /** Whatever was killed, retrying for a while must be enough for an agent to succeed. */
  private async recordFault(circumstance: Circumstance, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.environment.signal.throwIfAborted();
      if (!(error instanceof RequestFailed)) throw error;
      this.faults.push({ circumstance, fault: error.message });
    }
  }
}
