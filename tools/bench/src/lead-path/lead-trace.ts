import { type ServiceName, serviceNames } from '@desk/contracts';
import { identifiersIn } from './identifiers.js';
import type { RecordedStatement } from './recorder.js';

/** One transaction, or one statement outside of a transaction. */
export interface TraceStep {
  readonly service: ServiceName;
  readonly isTransaction: boolean;
  readonly startedAt: number;
  /** Without BEGIN and COMMIT. */
  readonly statements: readonly RecordedStatement[];
  /** How often the process waited for the server, BEGIN and COMMIT included. */
  readonly roundTrips: number;
}

/** Services that must appear in the trace of a sold lead. */
const LEAD_PATH_SERVICES: readonly ServiceName[] = ['lead-router', 'billing', 'notifier'];

/** Receipts are numbered in batches of several seconds, so their statements do not belong to one lead. */
const NUMBERS_RECEIPTS = /\bINSERT INTO documents\b/;

/**
 * Returns the steps that concern one lead, in the order in which they started.
 *
 * A step concerns the lead if its parameters contain an identifier that was created for the lead: the lead's id, or an
 * identifier from another step of the lead. Background work, such as polling for due messages, contains none.
 *
 * @param existingIds identifiers that existed before the lead
 * @throws Error if a service of the lead path is missing
 */
export function extractLeadTrace(
  statements: readonly RecordedStatement[],
  leadId: string,
  existingIds: ReadonlySet<string>,
): TraceStep[] {
  const candidates = toSteps(statements)
    .filter((step) => !step.statements.some(({ text }) => NUMBERS_RECEIPTS.test(text)))
    .map((step) => ({
      step,
      ids: step.statements
        .flatMap(({ values }) => identifiersIn(values))
        .filter((id) => !existingIds.has(id)),
    }));
  const leadIds = new Set([leadId]);
  const trace = new Set<TraceStep>();
  for (let sizeBefore = -1; sizeBefore !== trace.size;) {
    sizeBefore = trace.size;
    for (const { step, ids } of candidates)
      if (ids.some((id) => leadIds.has(id))) {
        trace.add(step);
        for (const id of ids) leadIds.add(id);
      }
  }
  for (const service of LEAD_PATH_SERVICES)
    if (![...trace].some((step) => step.service === service))
      throw new Error(`No statement of ${service} was recorded for the lead ${leadId}.`);
  return [...trace].sort((a, b) => a.startedAt - b.startedAt);
}

/** Groups the statements of each connection into transactions. Omits transactions that were rolled back. */
export function toSteps(statements: readonly RecordedStatement[]): TraceStep[] {
  const connections = Map.groupBy(statements, ({ service, connection }) => `${service} ${connection}`);
  return [...connections.values()].flatMap((ofConnection) => {
    const steps: TraceStep[] = [];
    let transaction:
      { readonly begin: RecordedStatement; readonly statements: RecordedStatement[] } | undefined;
    for (const statement of ofConnection.toSorted((a, b) => a.startedAt - b.startedAt)) {
      const { text, startedAt } = statement;
      const service = toServiceName(statement.service);
      if (/^(START TRANSACTION|BEGIN)\b/i.test(text)) transaction = { begin: statement, statements: [] };
      else if (/^COMMIT\b/i.test(text)) {
        if (transaction) {
          const { begin, statements } = transaction;
          const roundTrips = countRoundTrips([begin, ...statements, statement]);
          steps.push({ service, isTransaction: true, startedAt: begin.startedAt, statements, roundTrips });
        }
        transaction = undefined;
      } else if (/^ROLLBACK(?! TO)\b/i.test(text)) transaction = undefined;
      else if (transaction) transaction.statements.push(statement);
      else steps.push({ service, isTransaction: false, startedAt, statements: [statement], roundTrips: 1 });
    }
    return steps;
  });
}

function toServiceName(name: string): ServiceName {
  const service = serviceNames.find((other) => other === name);
  if (!service) throw new Error(`${name} is not a service with a database`);
  return service;
}

/**
 * Counts how often the process waited for the server: statements of one connection that were sent before the first of
 * them was answered are one round trip.
 */
export function countRoundTrips(statements: readonly RecordedStatement[]): number {
  let count = 0;
  let answeredAt = -Infinity;
  for (const { startedAt, endedAt } of statements.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt < answeredAt) continue;
    count += 1;
    answeredAt = endedAt;
  }
  return count;
}
