import { Clock, HttpClient, leadBody, PersonGenerator, openLoop } from '@desk/tool-workload';
import { closedLoop, collectSample, type Sample } from '../load/load.js';

/**
 * What to post. Open: at a steady rate, answered or not. Closed: as fast as posts are accepted; after a refusal, the
 * poster waits for the time that the answer states.
 */
export type LoadPlan =
  | { readonly kind: 'open'; readonly ratePerSecond: number; readonly seconds: number }
  | {
      readonly kind: 'closed';
      readonly concurrency: number;
      readonly seconds: number;
      readonly maxPosts: number;
    };

/** One post. It was accepted, refused or failed (`error`). */
export interface PostSample extends Sample {
  /** When it was sent. Later than `dueAt` if the poster itself was delayed. */
  sentAt?: number;
  /** When it was answered with 503 and a Retry-After. */
  refusedAt?: number;
}

interface Target {
  readonly webUrl: string;
  readonly funnelKey: string;
}

const ACCEPTED = 201;
const REFUSED = 503;

/** Posts leads over kept-alive connections. Each person is posted once. */
export class LeadPoster {
  private readonly http: HttpClient;
  private readonly clock = new Clock();
  private readonly persons = new PersonGenerator('load generator');
  private readonly headers: Readonly<Record<string, string>>;
  private readonly bodies: string[] = [];

  constructor({ webUrl, funnelKey }: Target, connections?: number) {
    this.http = new HttpClient(webUrl, connections);
    this.headers = { 'content-type': 'application/json', 'x-funnel-key': funnelKey };
  }

  async run(plan: LoadPlan): Promise<PostSample[]> {
    const { clock } = this;
    const posts: PostSample[] = [];
    if (plan.kind === 'open') {
      const { ratePerSecond, seconds } = plan;
      const count = ratePerSecond * seconds;
      // Created in advance, because a funnel would not spend this time between two posts.
      while (this.bodies.length < count) this.bodies.push(JSON.stringify(leadBody(this.persons.next())));
      await openLoop({ count, ratePerSecond, clock }, this.collectInto(posts));
    } else {
      const { concurrency, seconds, maxPosts: maxCalls } = plan;
      await closedLoop(
        { concurrency, durationMs: seconds * 1_000, maxCalls, clock },
        this.collectInto(posts),
      );
    }
    return posts;
  }

  /** Returns a call for a load loop that appends to `samples`. */
  collectInto(samples: PostSample[]): (index: number, dueAt: number) => Promise<number | undefined> {
    return (_index, dueAt) =>
      collectSample(samples, dueAt, (sample) =>
        this.post(sample, this.bodies.pop() ?? JSON.stringify(leadBody(this.persons.next()))),
      );
  }

  /** Returns the lead's id. @throws Error unless the lead is accepted */
  async postNext(): Promise<string> {
    const sample: PostSample = { dueAt: this.clock.now() };
    await this.post(sample, JSON.stringify(leadBody(this.persons.next())));
    if (sample.leadId === undefined) throw new Error(`status ${REFUSED}`);
    return sample.leadId;
  }

  close(): void {
    this.http.close();
  }

  /** @throws Error unless the lead is accepted, or refused with the time to return */
  private async post(sample: PostSample, lead: string): Promise<void> {
    sample.sentAt = this.clock.now();
    const { status, headers, body } = await this.http.send({
      method: 'POST',
      path: '/api/ingest/leads',
      headers: this.headers,
      body: lead,
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
