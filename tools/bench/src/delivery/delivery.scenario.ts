import { setTimeout as pause } from 'node:timers/promises';
import { Clock, openLoop, AgentClient, approveSlackApp, ApiClient } from '@desk/tool-workload';
import { closedLoop, collectSample, type Sample } from '../load/load.js';
import { LeadPoster } from '../load-generator/lead-poster.js';
import { describeMachine, LoadMeter } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { OnProgress, Report, Scenario } from '../scenario.js';
import { findProcesses, processorTimePer, readProcessorTimes } from '../processes.js';
import { checkInvariants, drain, type TestSystem, withTestSystem, buyerEmail } from '../test-system.js';
import { type Delivery, toReport } from './report.js';
import { SMS_OPT_IN_TEXT } from '@desk/contracts';
import { confirmAddress, sampleAgents } from '@desk/tool-start';

const LEADS = 1_000;
const WARM_UP_LEADS = 100;
const POST_TIMEOUT_MS = 120_000;
const OVERLOAD_PAUSE_MS = 500;

/** Delivers leads over four channels each. */
export const delivery: Scenario = (options, onProgress) => {
  const { agents, profile } = options;
  onProgress(`Starting a test system with ${agents} agents of four channels each …`);
  return withTestSystem({ agents, profile }, (testSystem) => measure(testSystem, options, onProgress));
};

async function measure(
  testSystem: TestSystem,
  options: BenchOptions,
  onProgress: OnProgress,
): Promise<Report> {
  const { agents, rate, concurrency } = options;
  await addChannels(testSystem, agents);
  await pauseSampleAgents(testSystem);
  const clock = new Clock();
  const poster = new LeadPoster(testSystem.system);
  const sell = (samples: Sample[]) => (_index: number, dueAt: number) =>
    collectSample(samples, dueAt, async (sample) => {
      sample.leadId = await postUntilAccepted(poster);
    });
  const warmUp: Sample[] = [];
  const atRate: Sample[] = [];
  const saturated: Sample[] = [];
  try {
    onProgress('Warming up …');
    const loop = { durationMs: Infinity, clock };
    await closedLoop({ ...loop, concurrency: 4, maxCalls: WARM_UP_LEADS }, sell(warmUp));
    await drain(testSystem);

    onProgress(`${LEADS} leads at ${rate} per second …`);
    const loadMeter = new LoadMeter();
    await openLoop({ count: LEADS, ratePerSecond: rate, clock }, sell(atRate));
    await drain(testSystem);
    onProgress(`${LEADS} leads, ${concurrency} posts in flight …`);
    const readTimes = () => readProcessorTimes(findProcesses(testSystem.stack));
    const timesBefore = readTimes();
    await closedLoop({ ...loop, concurrency, maxCalls: LEADS }, sell(saturated));
    await drain(testSystem);
    const saturatedCpuPerLead = processorTimePer(LEADS, timesBefore, readTimes());
    const load = loadMeter.end();

    onProgress('Checking the invariants …');
    const posts = [...warmUp, ...atRate, ...saturated];
    return toReport({
      options,
      machine: describeMachine(),
      load,
      leads: LEADS,
      atRate: await readDeliveries(testSystem, atRate),
      saturated: await readDeliveries(testSystem, saturated),
      saturatedCpuPerLead,
      errors: posts.flatMap(({ error }) => error ?? []),
      findings: await checkInvariants(
        testSystem,
        posts.flatMap(({ leadId }) => leadId ?? []),
      ),
    });
  } finally {
    poster.close();
  }
}

/** Posts again after a refusal because of overload, so that intake slows down to the slowest channel. */
async function postUntilAccepted(poster: LeadPoster): Promise<string> {
  for (const deadline = Date.now() + POST_TIMEOUT_MS; ;)
    try {
      return await poster.postNext();
    } catch (error) {
      if (!(error as Error).message.includes('status 503') || Date.now() > deadline) throw error;
      await pause(OVERLOAD_PAUSE_MS);
    }
}

async function readDeliveries({ pool }: TestSystem, samples: readonly Sample[]): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `SELECT d.kind, d.status, d.attempts, (extract(epoch FROM d.queued_at) * 1000)::float8 AS "createdAt",
            (extract(epoch FROM d.sent_at) * 1000)::float8 AS "sentAt",
            (SELECT a.duration_ms::float8 FROM notifications.delivery_attempts a
              WHERE a.delivery_id = d.id ORDER BY a.attempt DESC LIMIT 1) AS "requestMs"
       FROM notifications.deliveries d WHERE d.lead_id = ANY ($1::uuid[])`,
    [samples.flatMap(({ leadId }) => leadId ?? [])],
  );
  return rows;
}

const CODE_TIMEOUT_MS = 60_000;
const CODE_POLL_MS = 100;

const toPhone = (index: number): string => `+1212555${String(4_000 + index)}`;

/** Pauses the sample agents, who have only email. */
async function pauseSampleAgents({ stack, system }: TestSystem): Promise<void> {
  for (const { email } of sampleAgents) {
    const client = new AgentClient(new ApiClient(system.webUrl), toCardForm(stack, system));
    await client.signIn(email, stack.secrets.agentPassword);
    await client.setServiceEnabled(false);
  }
}

const toCardForm = (stack: TestSystem['stack'], system: TestSystem['system']) => ({
  sandboxUrl: system.sandboxUrl,
  publishableKey: stack.secrets.stripePublishableKey,
});

/** Adds text messages, a separate Slack channel, and a webhook to each of these buyers, as agents do on the site. */
async function addChannels({ stack, system }: TestSystem, agents: number): Promise<void> {
  for (let index = 0; index < agents; index += 1) {
    const api = new ApiClient(system.webUrl);
    await new AgentClient(api, toCardForm(stack, system)).signIn(
      buyerEmail(index),
      stack.secrets.agentPassword,
    );
    await confirmAddress(api, buyerEmail(index), system.sandboxUrl);
    await api.call('POST', '/api/channels/webhook', { url: `${system.sandboxUrl}/hooks/bench-${index}` });
    const { url } = await api.call<{ url: string }>('POST', '/api/channels/slack/start', {});
    await api.call(
      'POST',
      '/api/channels/slack/complete',
      await approveSlackApp(system.sandboxUrl, url, `bench-${index}`),
    );
    const phone = toPhone(index);
    await api.call('POST', '/api/channels/sms/code', { phone, optInText: SMS_OPT_IN_TEXT });
    await api.call('POST', '/api/channels/sms/confirm', { code: await readCode(system.sandboxUrl, phone) });
  }
}

async function readCode(sandboxUrl: string, phone: string): Promise<string> {
  const deadline = Date.now() + CODE_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${sandboxUrl}/sandbox/sms`);
    const { sms } = (await answer.json()) as { sms: { to: string; body: string }[] };
    const code = /Your code is (\d+)/.exec(sms.findLast(({ to }) => to === phone)?.body ?? '')?.[1];
    if (code !== undefined) return code;
    await pause(CODE_POLL_MS);
  }
  throw new Error(`no code arrived at ${phone}`);
}
