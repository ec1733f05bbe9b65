import { Clock, HttpClient, leadBody, openLoop, PersonGenerator } from '@desk/tool-workload';
import { closedLoop } from '../load/closed-loop.js';
import { collectSample } from '../load/sample.js';
import type { LoadPlan, LoadResult, PostSample } from './plan.js';

const ACCEPTED = 201;
const REFUSED = 503;

/** Posts leads over up to `connections` kept-alive connections. Each person is posted once. */
export class LeadPoster {
  private readonly http: HttpClient;
  private readonly clock = new Clock();
  private readonly persons = new PersonGenerator('load generator');
  private readonly bodies: string[] = [];

  constructor(
    webUrl: string,
    private readonly funnelKey: string,
    connections: number,
  ) {
    this.http = new HttpClient(webUrl, connections);
  }

  async run(plan: LoadPlan): Promise<LoadResult> {
    const { clock } = this;
    const posts: PostSample[] = [];
    const post = (_index: number, dueAt: number): Promise<number | undefined> =>
      collectSample(posts, dueAt, (sample) => this.post(sample));
    const count = plan.kind === 'open' ? plan.ratePerSecond * plan.seconds : 0;
    // Made in advance, because a funnel would not spend this time between two posts.
    while (this.bodies.length < count) this.bodies.push(this.nextBody());
    const before = process.cpuUsage();
    if (plan.kind === 'open') await openLoop({ count, ratePerSecond: plan.ratePerSecond, clock }, post);
    else {
      const { concurrency, seconds, maxPosts: maxCalls } = plan;
      await closedLoop({ concurrency, durationMs: seconds * 1_000, maxCalls, clock }, post);
    }
    const { user, system } = process.cpuUsage(before);
    return { posts, processorMs: (user + system) / 1_000 };
  }

  private nextBody(): string {
    return JSON.stringify(leadBody(this.persons.next()));
  }

  /** @throws Error unless the lead is accepted, or refused with the time to return */
  private async post(sample: PostSample): Promise<void> {
    sample.sentAt = this.clock.now();
    const { status, headers, body } = await this.http.send({
      method: 'POST',
      path: '/api/ingest/leads',
      headers: { 'content-type': 'application/json', 'x-funnel-key': this.funnelKey },
      body: this.bodies.pop() ?? this.nextBody(),
    });
    const answeredAt = this.clock.now();
    if (status === ACCEPTED) {
      sample.acceptedAt = answeredAt;
      sample.leadId = (JSON.parse(body) as { lead_id: string }).lead_id;
    } else if (status === REFUSED && headers['retry-after'] !== undefined) {
      sample.refusedAt = answeredAt;
      sample.retryAfterMs = Number(headers['retry-after']) * 1_000;
    } else throw new Error(`status ${status}`);
  }
}
