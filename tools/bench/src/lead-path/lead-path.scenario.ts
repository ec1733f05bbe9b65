import { setTimeout as pause } from 'node:timers/promises';
import { Clock, openLoop } from '@desk/tool-workload';
import { closedLoop, type Sample } from '../load/load.js';
import { addEmailTimes } from '../load-generator/load-generator.js';
import { LeadPoster } from '../load-generator/lead-poster.js';
import { describeMachine, LoadMeter } from '../machine.js';
import { type BenchOptions, LEADS_PER_AGENT } from '../options.js';
import { findProcesses, processorTimePer, type ProcessorTimes, readProcessorTimes } from '../processes.js';
import type { OnProgress, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { readExistingIdentifiers } from './identifiers.js';
import { extractLeadTrace, type TraceStep } from './lead-trace.js';
import { measureBaseline } from './measure-baseline.js';
import { countPerLead, readQueueCounters } from './queue-counters.js';
import { recorderOptions, recordStatements } from './record-statements.js';
import { type LeadPathResult, toReport } from './report.js';
import { readSteps } from './steps.js';

const WARM_UP_LEADS = 200;
const WARM_UP_TIMEOUT_MS = 30_000;
const SATURATION_MS = 10_000;
const IDLE_SECONDS = 10;

/** Measures a lead from the funnel's post to the mail server. */
export const leadPath: Scenario = (options, onProgress) => {
  onProgress('Starting a test system …');
  const { agents, profile } = options;
  return withTestSystem({ agents, profile, stackOptions: recorderOptions }, async (testSystem) =>
    toReport(await measureLeadPath(testSystem, options, onProgress)),
  );
};

async function measureLeadPath(
  testSystem: TestSystem,
  options: BenchOptions,
  onProgress: OnProgress,
): Promise<LeadPathResult> {
  const clock = new Clock();
  const poster = new LeadPoster(testSystem.system);
  const { rate, seconds, concurrency } = options;
  const warmUp: Sample[] = [];
  const atRate: Sample[] = [];
  const saturated: Sample[] = [];
  // The processor time of PostgreSQL and Redis is not reported as the product's.
  const { PostgreSQL: _postgres, Redis: _redis, ...processes } = findProcesses(testSystem.stack);
  // PostgreSQL has further processes once the pools are full.
  const readAllTimes = () => readProcessorTimes(findProcesses(testSystem.stack));
  try {
    await drain(testSystem);
    const existingIds = await readExistingIdentifiers(testSystem.pool);

    onProgress('Warming up …');
    const warmUpLoop = { concurrency: 4, durationMs: WARM_UP_TIMEOUT_MS, maxCalls: WARM_UP_LEADS, clock };
    await closedLoop(warmUpLoop, poster.collectInto(warmUp));
    await drain(testSystem);

    onProgress('Recording the statements of one lead …');
    const trace = await recordLead(testSystem, poster, existingIds);

    onProgress(`No leads for ${IDLE_SECONDS} s …`);
    const idleBefore = readProcessorTimes(processes);
    await pause(IDLE_SECONDS * 1_000);
    const idleCpuPerSecond = processorTimePer(IDLE_SECONDS, idleBefore, readProcessorTimes(processes));

    onProgress(`${rate} leads per second for ${seconds} s …`);
    const countersBefore = await readQueueCounters(testSystem);
    const loadMeter = new LoadMeter();
    const cpuBefore = readProcessorTimes(processes);
    await openLoop({ count: rate * seconds, ratePerSecond: rate, clock }, poster.collectInto(atRate));
    await drain(testSystem);
    const load = loadMeter.end();
    const cpuPerLead = processorTimePer(atRate.length, cpuBefore, readProcessorTimes(processes));
    const queuePerLead = countPerLead(countersBefore, await readQueueCounters(testSystem), atRate.length);

    let saturatedCpuPerLead: ProcessorTimes = {};
    if (options.saturate) {
      const saturatedBefore = readAllTimes();
      onProgress(`The highest rate with ${concurrency} posts in flight …`);
      const maxCalls = options.agents * LEADS_PER_AGENT - warmUp.length - atRate.length;
      const loop = { concurrency, durationMs: SATURATION_MS, maxCalls, clock };
      await closedLoop(loop, poster.collectInto(saturated));
      await drain(testSystem);
      const sold = saturated.filter(({ leadId }) => leadId !== undefined).length;
      saturatedCpuPerLead = processorTimePer(sold, saturatedBefore, readAllTimes());
    }
    await addEmailTimes(testSystem, [...atRate, ...saturated]);
    const steps = await readSteps(testSystem, atRate);

    onProgress('Checking the invariants …');
    const acknowledged = [...warmUp, ...atRate, ...saturated].flatMap(({ leadId }) => leadId ?? []);
    const findings = await checkInvariants(testSystem, acknowledged);

    onProgress('Measuring the baseline …');
    const baseline = await measureBaseline(testSystem, options, clock);
    const machine = describeMachine();
    const cost = { cpuPerLead, saturatedCpuPerLead, idleCpuPerSecond, queuePerLead, trace };
    return { options, machine, load, ...cost, atRate, saturated, steps, baseline, findings };
  } finally {
    poster.close();
  }
}

/** Sells one lead on the idle system and records its statements. */
async function recordLead(
  testSystem: TestSystem,
  poster: LeadPoster,
  existingIds: ReadonlySet<string>,
): Promise<TraceStep[]> {
  const { stack, stateDir } = testSystem;
  let leadId = '';
  const statements = await recordStatements(stack, stateDir, async () => {
    leadId = await poster.postNext();
    await drain(testSystem);
  });
  return extractLeadTrace(statements, leadId, existingIds);
}
