import type { Seeded } from '@desk/tool-start';
import { setTimeout as pause } from 'node:timers/promises';
import type { Promises } from '../checks/promises.js';
import type { Circumstance } from '../faults/fault.js';
import type { Random } from '../plan/random.js';
import type { Database } from '../run/database.js';
import { waitFor } from '../run/wait.js';
import { Agent, type Places } from './agent.js';
import { NotServed } from './web-client.js';
import { signUp } from './newcomer.js';

const PLENTY = 1_000;

/** The buyers of a run, and what they do in each circumstance. */
export class Crew {
  /** Addresses of those who came through the wizard. */
  readonly newcomers: string[] = [];
  /** What an agent would complain about. */
  readonly faults: { readonly circumstance: Circumstance; readonly fault: string }[] = [];

  /** What was asked for last. */
  private hastyIsOn = true;

  private constructor(
    private readonly places: Places,
    private readonly database: Database,
    /** His card is saved and then declines. */
    private readonly decliner: Agent,
    /** Her limit is nearly used up when it matters. */
    private readonly small: Agent,
    private readonly steady: Agent,
    /** Pauses and comes back. */
    private readonly restless: Agent,
    /** Never asks twice. Has no card, so that it is never the only buyer. */
    private readonly hasty: Agent,
  ) {}

  static async gather(seeded: Seeded, places: Places, database: Database, promises: Promises): Promise<Crew> {
    const agents = seeded.signIns
      .filter(({ who }) => who.startsWith('Agent'))
      .map(({ email, password }) => new Agent(email, password, places, promises));
    const [decliner, steady, restless] = agents;
    const password = seeded.signIns.find(({ who }) => who.startsWith('Agent'))?.password;
    if (!decliner || !steady || !restless || !password) throw new Error('the sample agents are missing');
    for (const agent of [decliner, steady, restless]) {
      await agent.signIn();
      await agent.limit(PLENTY);
    }
    const small = new Agent('sally.small@example.com', password, places, promises);
    await small.register('Sally', 'Small', '+12125550177');
    await small.saveCard('pm_card_visa');
    const hasty = new Agent('harry.hasty@example.com', password, places, promises);
    await hasty.register('Harry', 'Hasty', '+12125550178');
    const crew = new Crew(places, database, decliner, small, steady, restless, hasty);
    await crew.open(small);
    return crew;
  }

  /** The addresses of all agents there should be. */
  get everybody(): string[] {
    const { decliner, small, steady, restless, hasty } = this;
    return [...[decliner, small, steady, restless, hasty].map(({ email }) => email), ...this.newcomers];
  }

  /** Before anything goes wrong. */
  prepare(circumstance: Circumstance): Promise<void> {
    return this.attempt(circumstance, () => this.makeReady(circumstance));
  }

  /** While the leads come in. */
  act(circumstance: Circumstance, random: Random): Promise<void> {
    return this.attempt(circumstance, () => this.useDashboard(circumstance, random));
  }

  /** Back to where everybody buys. */
  restore(circumstance: Circumstance): Promise<void> {
    return this.attempt(circumstance, () => this.comeBack(circumstance));
  }

  private async makeReady(circumstance: Circumstance): Promise<void> {
    if (circumstance === 'cascade') {
      await this.decliner.saveCard('pm_card_chargeCustomerFail');
      await this.open(this.decliner);
    }
    if (circumstance === 'limit') await this.small.limit((await this.usedBy(this.small)) + 1);
    if (circumstance === 'scarce') {
      await this.small.limit((await this.usedBy(this.small)) + 2);
      await this.steady.pause();
      await this.restless.pause();
    }
  }

  private async useDashboard(circumstance: Circumstance, random: Random): Promise<void> {
    const wait = (from: number, to: number) =>
      pause(random.int(from, to), undefined, { signal: this.places.signal });
    if (circumstance === 'standing') {
      await wait(50, 200);
      for (let round = 0; round < 2; round += 1) {
        await this.restless.pause();
        await wait(200, 500);
        await this.steady.limit(PLENTY - random.int(1, 20));
        await this.restless.resume();
        await wait(20, 120);
      }
    }
    if (circumstance === 'walk-away') {
      this.hastyIsOn = !this.hastyIsOn;
      await this.hasty.switchOnce(this.hastyIsOn);
    }
    if (circumstance === 'limit') {
      await wait(100, 400);
      await this.small.limit((await this.usedBy(this.small)) + 1);
    }
    if (circumstance === 'sign-up') this.newcomers.push(await signUp(this.newcomers.length + 1, this.places));
  }

  private async comeBack(circumstance: Circumstance): Promise<void> {
    if (circumstance === 'scarce') {
      await this.restless.resume();
      await this.steady.resume();
    }
  }

  /** Agents are to be served whatever is killed, at the latest when they have tried again for a while. */
  private async attempt(circumstance: Circumstance, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.places.signal.throwIfAborted();
      if (!(error instanceof NotServed)) throw error;
      this.faults.push({ circumstance, fault: error.message });
    }
  }

  /** Lead-router learns of a card by a message. */
  private async open(agent: Agent): Promise<void> {
    const isOpen = await waitFor(
      async () => {
        const [row] = await this.database.rows<{ usable: boolean }>(
          'SELECT card_usable AS usable FROM leads.buyers WHERE id = $1',
          [agent.id],
        );
        return row?.usable === true || undefined;
      },
      { forMs: 60_000, signal: this.places.signal },
    );
    if (!isOpen) throw new NotServed(`the card of ${agent.email} did not become usable within 60 s`);
  }

  private async usedBy(agent: Agent): Promise<number> {
    const [row] = await this.database.rows<{ used: number }>(
      `SELECT CASE WHEN units_day = (now() AT TIME ZONE time_zone)::date THEN units_used ELSE 0 END AS used
         FROM leads.buyers WHERE id = $1`,
      [agent.id],
    );
    return row?.used ?? 0;
  }
}
