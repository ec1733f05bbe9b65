import type { Pool } from 'pg';
import { extractLeadTrace } from '../baseline/lead-trace.js';
import { recordStatements } from '../baseline/record-statements.js';
import type { RecordedLead } from '../baseline/replay-plan.js';
import { drain, type TestSystem } from '../test-system.js';
import type { BenchFunnel } from './bench-funnel.js';
import { readEmailTimes } from './read-email-times.js';

/** Sells one lead on the idle system and records its statements. */
export async function recordLead(
  testSystem: TestSystem,
  pool: Pool,
  funnel: BenchFunnel,
  existingIds: ReadonlySet<string>,
): Promise<RecordedLead> {
  const { stack, stateDir, system } = testSystem;
  let posted: Awaited<ReturnType<BenchFunnel['postNext']>> | undefined;
  const statements = await recordStatements(stack, stateDir, async () => {
    posted = await funnel.postNext();
    await drain(testSystem);
  });
  if (!posted) throw new Error('no lead was posted');
  const { person, leadId } = posted;
  const emailedAt = (await readEmailTimes(system.sandboxUrl, pool)).get(leadId);
  if (emailedAt === undefined) throw new Error('The recorded lead was not emailed.');
  return { person, steps: extractLeadTrace(statements, leadId, existingIds), emailedAt };
}
