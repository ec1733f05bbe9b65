import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { RestartableSystem } from '../../backup/test/restartable-system.js';
import { createTemporaryStateDir } from '../src/temporary-state.js';
import { type ReceivedSpan, TraceReceiver } from './trace-receiver.js';

const stateDir = createTemporaryStateDir('traces');
/** The funnel's own trace, which ours links to. */
const FUNNEL_TRACE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const POST = 'gateway POST /api/ingest/leads';
const SALE = 'notifier leads.lead-sold';
const DELIVER = 'notifier send email';
let receiver: TraceReceiver;
let system: RestartableSystem;

/** Returns for each span the names from the first one of the trace to it. */
function listPaths(spans: readonly ReceivedSpan[]): string[][] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = (span: ReceivedSpan): string[] => {
    const parent = byId.get(span.parentSpanId ?? '');
    return [...(parent ? pathOf(parent) : []), `${span.service} ${span.name}`];
  };
  return spans.map(pathOf);
}

/** Whether the path ends with an attempt to email the lead. A declined card causes an email, too. */
const isAttempt = (path: readonly string[]): boolean => path.includes(SALE) && path.at(-1) === DELIVER;

beforeAll(async () => {
  receiver = await TraceReceiver.start();
  system = await RestartableSystem.start(stateDir, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
});
afterAll(async () => {
  await system.stop();
  receiver.close();
  rmSync(stateDir, { recursive: true, force: true });
});

it('records one trace from the post of a lead to its delivery, across retries of charge and mail', async () => {
  await system.drain();
  await system.addFault({
    kind: 'status',
    status: 503,
    times: 1,
    match: { method: 'POST', path: '/v1/payment_intents' },
  });
  // Whichever agent gets the lead, the first attempt to mail it fails.
  for (const to of ['grace@', 'omar@'])
    await system.addFault({ target: 'smtp', kind: 'defer', times: 1, match: { to } });
  const { leadId, body } = await system.postTraced(`00-${FUNNEL_TRACE.traceId}-${FUNNEL_TRACE.spanId}-01`);
  await eventually(async () => (await system.getStatus(leadId)) === 'sold', { timeoutMs: 120_000 });
  await system.drain();
  // Each service exports its spans some seconds later: wait until every parent is there.
  const spans = await eventually(
    () => {
      const post = receiver.spans.find(({ links }) =>
        links.some(({ traceId }) => traceId === FUNNEL_TRACE.traceId),
      );
      const found = receiver.spans.filter(({ traceId }) => traceId === post?.traceId);
      const ids = new Set(found.map(({ spanId }) => spanId));
      const isConnected = found.every(
        (span) => span === post || (span.parentSpanId !== undefined && ids.has(span.parentSpanId)),
      );
      return isConnected && listPaths(found).filter(isAttempt).length >= 2 && found;
    },
    { timeoutMs: 90_000 },
  );

  const paths = listPaths(spans);
  expect(paths.filter(([root]) => root !== POST)).toEqual([]);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toMatchObject([
    { name: 'POST /api/ingest/leads', links: [FUNNEL_TRACE] },
  ]);
  const attempts = paths.filter(isAttempt);
  const [first = []] = attempts.sort((one, other) => one.length - other.length);
  expect(first.slice(0, 3)).toEqual([POST, 'lead-router leads.accept', 'billing billing.charge-offer']);
  expect(first.slice(-3)).toEqual(['lead-router billing.offer-charged', SALE, DELIVER]);
  expect(attempts).toContainEqual([...first, DELIVER]);
  expect(paths.map((path) => path.at(-1))).toContain('billing billing.resolve-charge');

  const values = spans.flatMap(({ attributes }) => Object.values(attributes)).join('\n');
  for (const value of Object.values(body).filter((item) => String(item).length > 4))
    expect(values).not.toContain(String(value));
});
