import { setTimeout as pause } from 'node:timers/promises';
import { usStates } from '@desk/contracts';
import type { SeedResult } from '@desk/tool-start';
import type { Random } from '@desk/tool-workload';
import type { ConfirmedChanges } from '../checks/confirmed-changes.js';
import { type Circumstance, EMAIL_ONLY_AGENT } from '../faults/fault.js';
import { Admin } from './admin.js';
import { Agent, type Environment } from './agent.js';
import { Buyers } from './buyers.js';
import { Erasures } from './erasures.js';
import { Freeloaders } from './freeloaders.js';
import { completeOnboarding, toNewcomerEmail } from './onboarding.js';
import { HeldPosts } from './held-posts.js';
import { Recoveries } from './recoveries.js';
import { remind } from './reminders.js';
import { RequestFailed } from './retrying-api-client.js';
import { endWeek } from './weekly-summaries.js';

/** A daily limit that a run never reaches. */
const AMPLE_LIMIT = 1_000;
const STEADY_PHONE = '+12125550175';
const PAUSING_PHONE = '+12125550176';

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

/** What happens in a circumstance. */
interface Acts {
  /** Before the fault is armed. */
  readonly prepare?: () => Promise<void>;
  /** While the leads are posted. */
  readonly act?: (random: Random) => Promise<void>;
  /** Makes every buyer eligible again. */
  readonly restore?: () => Promise<void>;
}

const pauseAll = async (...agents: readonly Agent[]): Promise<void> => {
  for (const agent of agents) await agent.pause();
};
const resumeAll = async (...agents: readonly Agent[]): Promise<void> => {
  for (const agent of agents) await agent.resume();
};

/** The buyers of a run, and what they do in each circumstance. */
export class AgentWorkload {
  /** Emails of the agents who signed up through the onboarding wizard. */
  readonly signedUpEmails: string[] = [];
  /** Everything that an agent would report as a bug. */
  readonly faults: { readonly circumstance: Circumstance; readonly fault: string }[] = [];
  private readonly acts: Readonly<Record<Circumstance, Acts>>;

  /** Agents who began to sign up through the wizard. */
  private newcomers = 0;

  /** The state that the impatient agent requested last. */
  private impatientIsEnabled = true;

  private constructor(
    private readonly environment: Environment,
    private readonly agents: Agents,
    private readonly buyers: Buyers,
    private readonly admin: Admin,
    readonly erasures: Erasures,
    readonly freeloaders: Freeloaders,
    readonly recoveries: Recoveries,
    private readonly heldPosts: HeldPosts,
  ) {
    this.acts = this.listActs();
  }

  static async create(
    { signIns }: SeedResult,
    environment: Environment,
    confirmedChanges: ConfirmedChanges,
    eraseAccount: (email: string) => Promise<void>,
  ): Promise<AgentWorkload> {
    const adminAccount = signIns.find(({ role }) => role === 'admin');
    if (!adminAccount) throw new Error('the sample admin is missing');
    const admin = new Admin(adminAccount, environment);
    const createAgent = (email: string, password: string): Agent =>
      new Agent(email, password, environment, confirmedChanges, admin);
    const samples = signIns.filter(({ role }) => role === 'agent');
    const [declining, steady, pausing] = samples.map(({ email, password }) => createAgent(email, password));
    const password = samples[0]?.password;
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
    const buyers = new Buyers(environment);
    await buyers.waitForUsableCard(limited);
    const createLeaving = (email: string): Agent => createAgent(email, password);
    return new AgentWorkload(
      environment,
      { declining, limited, steady, pausing, impatient },
      buyers,
      admin,
      new Erasures(environment, buyers, createLeaving, eraseAccount),
      new Freeloaders(environment, buyers, createLeaving),
      new Recoveries(admin, environment, createAgent),
      new HeldPosts(admin, environment),
    );
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

  prepare(circumstance: Circumstance): Promise<void> {
    return this.recordFault(circumstance, this.acts[circumstance].prepare);
  }

  act(circumstance: Circumstance, random: Random): Promise<void> {
    return this.recordFault(circumstance, () => this.acts[circumstance].act?.(random));
  }

  restore(circumstance: Circumstance): Promise<void> {
    return this.recordFault(circumstance, this.acts[circumstance].restore);
  }

  private listActs(): AgentWorkload['acts'] {
    const { buyers, admin, erasures, freeloaders, recoveries, heldPosts } = this;
    const { declining, limited, steady, pausing } = this.agents;
    return {
      plain: {},
      cascade: {
        prepare: async () => {
          await declining.saveCard('pm_card_chargeCustomerFail');
          await buyers.waitForUsableCard(declining);
        },
      },
      'issuer-away': {
        prepare: () => this.setIssuer('issuer_not_available'),
        restore: () => buyers.setIssuer(limited, 'ok'),
      },
      dispute: {
        prepare: () => this.setIssuer('disputes'),
        restore: async () => {
          await buyers.setIssuer(limited, 'ok');
          // Sales that are not complete can still be disputed.
          await buyers.waitUntilSold();
          await admin.reviewDisputes();
        },
      },
      eligibility: { act: (random) => this.changeEligibility(random) },
      'walk-away': {
        act: async () => {
          this.impatientIsEnabled = !this.impatientIsEnabled;
          await this.agents.impatient.toggleOnce(this.impatientIsEnabled);
        },
      },
      'opt-out': {
        // Opted out until the next trial of this kind, so that the checks see it.
        prepare: () => pausing.channels.optIn(PAUSING_PHONE),
        act: async (random) => {
          await this.wait(random, 50, 400);
          await pausing.channels.optOut(PAUSING_PHONE);
        },
      },
      limit: {
        prepare: async () => {
          await buyers.makeEligible(limited);
          await buyers.leaveSlots(limited, 1);
        },
        act: async (random) => {
          await this.wait(random, 100, 400);
          await buyers.leaveSlots(limited, 1);
        },
      },
      scarce: {
        prepare: async () => {
          // Leads of the previous trial would take the slots before the fault is armed.
          await buyers.waitUntilSold();
          await buyers.makeEligible(limited);
          await buyers.leaveSlots(limited, 2);
          await pauseAll(steady, pausing);
        },
        restore: () => resumeAll(pausing, steady),
      },
      waiting: {
        // Filters leave nearly no lead to the steady agent, and all others are paused, so the leads of this trial wait.
        prepare: async () => {
          await buyers.waitUntilSold();
          await steady.setFilters({ leadTypes: ['Fixed'], assetBands: ['$1M+'], ageRanges: ['76+'] });
          await pauseAll(limited, declining, pausing);
        },
        act: () => admin.decideWaitingLeads(steady.id),
        restore: async () => {
          await resumeAll(declining, limited);
          await steady.setFilters({});
          await resumeAll(pausing, steady);
        },
      },
      held: { prepare: () => heldPosts.begin(), act: () => heldPosts.act() },
      'sign-up': { act: () => this.signUp() },
      erasure: {
        prepare: () => erasures.signUp(),
        act: async (random) => {
          await this.wait(random, 200, 900);
          await erasures.eraseLeaving();
        },
      },
      refund: { act: () => admin.refund(), restore: () => admin.waitUntilRefunded() },
      'dashboard-refund': { act: () => admin.refundAtProvider(), restore: () => admin.waitUntilRefunded() },
      reminder: { act: () => remind([steady, pausing], this.environment) },
      'weekly-summary': { act: () => endWeek([steady, pausing], this.environment) },
      'problem-report': { act: () => admin.decideReports([steady, pausing]) },
      undeliverable: {
        // Every lead goes to an agent who gets them by email alone.
        prepare: async () => {
          await buyers.waitUntilSold();
          await limited.setDailyLimit(AMPLE_LIMIT);
          await buyers.makeEligible(limited);
          await pauseAll(declining, steady, pausing);
        },
        restore: () => resumeAll(declining, pausing, steady),
      },
      freeloader: {
        prepare: async () => {
          await buyers.waitUntilSold();
          await freeloaders.begin();
          await pauseAll(limited, declining, steady, pausing);
        },
        act: (random) => freeloaders.act(random, this.environment.signal),
        restore: async () => {
          await freeloaders.end();
          await resumeAll(limited, declining, pausing, steady);
        },
      },
      recovery: {
        // The leads of this trial wait until the owner is back.
        prepare: async () => {
          await buyers.waitUntilSold();
          await recoveries.begin();
          await pauseAll(limited, declining, steady, pausing);
        },
        act: (random) => recoveries.recover(random),
        restore: async () => {
          await buyers.waitUntilSold();
          await recoveries.end();
          await resumeAll(limited, declining, pausing, steady);
        },
      },
    };
  }

  /** Sets the outcome of charges of the limited agent's card. */
  private async setIssuer(behavior: string): Promise<void> {
    const { limited } = this.agents;
    await limited.setDailyLimit(AMPLE_LIMIT);
    await this.buyers.makeEligible(limited);
    await this.buyers.setIssuer(limited, behavior);
  }

  private async changeEligibility(random: Random): Promise<void> {
    const { steady, pausing } = this.agents;
    await this.wait(random, 50, 200);
    for (let round = 0; round < 2; round += 1) {
      await steady.setFilters({ states: random.helpers.arrayElements(usStates, usStates.length / 2) });
      await pausing.pause();
      await this.wait(random, 200, 500);
      await steady.setDailyLimit(AMPLE_LIMIT - random.number.int({ min: 1, max: 20 }));
      await pausing.resume();
      await this.wait(random, 20, 120);
    }
    // Lets leads that still wait be sold.
    await steady.setFilters({});
  }

  private async signUp(): Promise<void> {
    this.newcomers += 1;
    const number = this.newcomers;
    await completeOnboarding(number, this.environment);
    this.signedUpEmails.push(toNewcomerEmail(number));
  }

  private wait(random: Random, min: number, max: number): Promise<void> {
    return pause(random.number.int({ min, max }), undefined, { signal: this.environment.signal });
  }

  /** Whatever was killed, retrying for a while must be enough for an agent to succeed. */
  private async recordFault(
    circumstance: Circumstance,
    work: (() => Promise<void> | undefined) | undefined,
  ): Promise<void> {
    try {
      await work?.();
    } catch (error) {
      this.environment.signal.throwIfAborted();
      if (!(error instanceof RequestFailed)) throw error;
      this.faults.push({ circumstance, fault: error.message });
    }
  }
}
