import { recordSpans, runInContext } from '@desk/bullmq-transport';
import { type AcceptedLeadAnswer, DomainError } from '@desk/contracts';
import { HealthServer } from '@desk/service-kit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { PostMetrics } from './post-metrics.js';

const answer: AcceptedLeadAnswer = {
  status: 'accepted',
  lead_id: '6f1f64c2-7d4f-4b52-9e2a-0d7ef2a1c001',
  replayed: false,
  received_at: '2026-11-01T12:00:00.000Z',
  reference: null,
};

let health: HealthServer;
let posts: PostMetrics;
beforeEach(() => {
  health = new HealthServer({});
  posts = new PostMetrics(health);
});
afterEach(() => recordSpans(undefined));

const measure = (post: () => Promise<AcceptedLeadAnswer>) => posts.measure(post).catch(() => undefined);

const readPosts = (text: string): string[] => text.match(/^lead_posts_total\{.*$/gm) ?? [];

it('reports every outcome from the start, so that the first one counts as an increase', async () => {
  const outcomes = [
    'accepted',
    'replayed',
    'test',
    'duplicate',
    'invalid',
    'rejected',
    'unavailable',
    'failed',
  ];
  expect(readPosts(await health.metrics.metrics())).toEqual(
    outcomes.map((outcome) => `lead_posts_total{outcome="${outcome}"} 0`),
  );
});

it.each<[string, () => Promise<AcceptedLeadAnswer>]>([
  ['accepted', () => Promise.resolve(answer)],
  ['replayed', () => Promise.resolve({ ...answer, replayed: true })],
  ['test', () => Promise.resolve({ ...answer, test: true })],
  ['duplicate', () => Promise.reject(new DomainError('DUPLICATE_LEAD'))],
  ['invalid', () => Promise.reject(new DomainError('INVALID_REQUEST'))],
  ['rejected', () => Promise.reject(new DomainError('CONSENT_REQUIRED'))],
  ['unavailable', () => Promise.reject(new DomainError('UNAVAILABLE'))],
  ['failed', () => Promise.reject(new Error('a bug'))],
])('counts a post that was %s', async (outcome, post) => {
  await measure(post);
  const text = await health.metrics.metrics();
  expect(readPosts(text).filter((line) => !line.endsWith(' 0'))).toEqual([
    `lead_posts_total{outcome="${outcome}"} 1`,
  ]);
  expect(text).toContain(`lead_posted_to_accepted_seconds_count ${outcome === 'accepted' ? 1 : 0}`);
});

it('names the trace of an accepted lead as an exemplar, if it is recorded', async () => {
  const trace = 'a'.repeat(32);
  const post = (flags: string) =>
    runInContext({ correlationId: 'c-1', traceparent: `00-${trace}-${'b'.repeat(16)}-${flags}` }, () =>
      measure(() => Promise.resolve(answer)),
    );
  await post('01');
  expect(await health.metrics.metrics()).not.toContain(trace);
  recordSpans(() => ({ traceparent: '', end: () => undefined }));
  await post('00');
  expect(await health.metrics.metrics()).not.toContain(trace);
  await post('01');
  expect(await health.metrics.metrics()).toMatch(
    new RegExp(
      `^lead_posted_to_accepted_seconds_bucket\\{le="[^"]+"\\} \\d+ # \\{trace_id="${trace}"\\}`,
      'm',
    ),
  );
});
