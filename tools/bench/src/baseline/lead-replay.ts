import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@desk/contracts';
import type { Person } from '@desk/tool-workload';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { Sample } from '../load/load.js';
import { similarIdentifier } from './identifiers.js';
import type { PlannedStatement, PlannedStep, ReplayPlan, ReplayState } from './replay-plan.js';

const MAX_ATTEMPTS = 20;
const RETRY_DELAY_MS = 2;

/** A statement found fewer rows than in the recording, for example because every buyer was locked. */
class TooFewRows extends Error {}

/** Executes the recorded statements of one sold lead for another person, one step after the other. */
export class LeadReplay {
  constructor(
    private readonly plan: ReplayPlan,
    private readonly pools: Readonly<Record<ServiceName, Pool>>,
    /** When the lead was recorded. */
    private readonly recordedAt: number,
    private readonly now: () => number,
  ) {}

  async sell(person: Person, sample: Sample): Promise<void> {
    const identifiers = new Map<string, string>();
    const state: ReplayState = {
      person,
      elapsedMs: this.now() - this.recordedAt,
      rows: [],
      newIdentifier(recorded) {
        const identifier = identifiers.get(recorded) ?? similarIdentifier(recorded);
        identifiers.set(recorded, identifier);
        return identifier;
      },
    };
    for (const [index, step] of this.plan.steps.entries()) {
      await this.runStep(step, state);
      if (index === this.plan.acceptedStep) sample.acceptedAt = this.now();
      if (index === this.plan.emailedStep) sample.emailedAt = this.now();
    }
  }

  /** Retries like a service does when it finds its rows locked, or loses a deadlock. */
  private async runStep(step: PlannedStep, state: ReplayState): Promise<void> {
    const client = await this.pools[step.service].connect();
    try {
      for (let attempt = 1; ; attempt += 1)
        try {
          await executeStep(client, step, state);
          return;
        } catch (error) {
          if (step.isTransaction) await client.query('ROLLBACK');
          if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
          await pause(RETRY_DELAY_MS);
        }
    } finally {
      client.release();
    }
  }
}

async function executeStep(client: PoolClient, step: PlannedStep, state: ReplayState): Promise<void> {
  if (step.isTransaction) await client.query('START TRANSACTION');
  for (const statement of step.statements) await executeStatement(client, statement, state);
  if (step.isTransaction) await client.query('COMMIT');
}

async function executeStatement(
  client: ClientBase,
  { number, text, name, values, minRowCount }: PlannedStatement,
  state: ReplayState,
): Promise<void> {
  const { rows, rowCount } = await client.query<Record<string, unknown>>({
    text,
    ...(name === undefined ? {} : { name }),
    values: values.map((value) => value(state)),
  });
  if ((rowCount ?? 0) < minRowCount)
    throw new TooFewRows(`${rowCount ?? 0} of ${minRowCount} rows: ${text.trim().slice(0, 80)}`);
  state.rows[number] = rows;
}

const isRetryable = (error: unknown): boolean =>
  error instanceof TooFewRows || ['40001', '40P01'].includes((error as { code?: string }).code ?? '');
