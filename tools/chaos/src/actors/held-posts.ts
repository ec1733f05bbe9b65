import type { HeldPost, Mapping, Mappings, PostedFieldName } from '@desk/contracts';
import { type LeadBody, leadBody, PersonGenerator } from '@desk/tool-workload';
import type { Admin } from './admin.js';
import type { Environment } from './agent.js';
import { NotifiedLeads } from './notified-leads.js';
import { ignoreRefusal, RequestFailed, RetryingApiClient } from './retrying-api-client.js';

const POSTS = 3;
/** Fields that the tool posts under names of its own. */
const TOOL_NAMES: readonly (readonly [PostedFieldName, string])[] = [
  ['email', 'kontakt'],
  ['phone', 'rufnummer'],
];

const toToolNames = (lead: LeadBody): LeadBody =>
  Object.fromEntries(
    Object.entries(lead).map(([name, value]) => [
      TOOL_NAMES.find(([field]) => field === name)?.[1] ?? name,
      value,
    ]),
  );

const toRule = (field: PostedFieldName, name: string): Mapping['rules'][number] => ({
  field,
  from: [name],
  constant: null,
  values: [],
  isDayFirst: false,
});

interface Funnel {
  readonly id: string;
  readonly address: string;
}

/**
 * A tool that posts under its own field names, and the admin who maps them and replays the held posts. Meta sends
 * notifications to another funnel.
 */
export class HeldPosts {
  private readonly tool: RetryingApiClient;
  private readonly persons = new PersonGenerator('held');
  private readonly notified: NotifiedLeads;
  private funnel: Funnel | undefined;

  constructor(
    private readonly admin: Admin,
    private readonly environment: Environment,
  ) {
    this.tool = new RetryingApiClient(environment.webUrl, environment.signal);
    this.notified = new NotifiedLeads(admin, environment, this.persons);
  }

  /** Creates the private address in the first trial. Saves an empty mapping, so that the next posts are held. */
  async begin(): Promise<void> {
    this.funnel ??= await this.addAddress();
    await this.notified.begin();
    await this.saveMapping([]);
  }

  /** @throws RequestFailed if a refused post is not held, or a post or a notification does not become a lead */
  async act(): Promise<void> {
    // In turn: each sign-in of the admin ends the session before it.
    await this.notified.act();
    await this.replayRefused();
  }

  private async replayRefused(): Promise<void> {
    const { id, address } = this.getFunnel();
    const posts = Array.from({ length: POSTS }, () => toToolNames(leadBody(this.persons.next())));
    await Promise.all(
      posts.map((post) => ignoreRefusal(this.tool.call('POST', address, post), 'INVALID_REQUEST')),
    );
    const held = await this.list(id, 'waiting');
    if (held.length < POSTS) throw new RequestFailed(`${held.length} of ${POSTS} refused posts are held`);
    await this.saveMapping(TOOL_NAMES);
    await Promise.all(held.map((post) => this.replayTwice(post)));
    const ended = await this.list(id, 'accepted');
    const lost = held.filter((post) => !ended.some((each) => each.id === post.id));
    if (lost.length > 0) throw new RequestFailed(`${lost.length} of ${POSTS} held posts became no lead`);
  }

  private async replayTwice({ id }: HeldPost): Promise<void> {
    const replay = () =>
      ignoreRefusal(this.admin.call('POST', `held-posts/${id}/replay`, {}), 'HELD_POST_CLOSED');
    await Promise.all([replay(), replay()]);
  }

  private async addAddress(): Promise<Funnel> {
    const [funnel] = await this.environment.database.rows<{ id: string }>(
      "SELECT id FROM leads.funnels WHERE mode = 'live' ORDER BY created_at LIMIT 1",
    );
    if (!funnel) throw new Error('the sample funnel is missing');
    const { key } = await this.admin.call<{ key: string }>('POST', `funnels/${funnel.id}/keys`, {
      kind: 'address',
    });
    return { ...funnel, address: `/api/ingest/in/${key}` };
  }

  private async saveMapping(names: typeof TOOL_NAMES): Promise<void> {
    const path = `funnels/${this.getFunnel().id}/mapping`;
    const { versions } = await this.admin.call<Mappings>('GET', path);
    const mapping = { rules: names.map(([field, name]) => toRule(field, name)) };
    await this.admin.call('POST', path, { mapping, version: versions[0]?.version ?? 0 });
  }

  private async list(funnelId: string, status: string): Promise<readonly HeldPost[]> {
    const path = `held-posts?funnel=${funnelId}&status=${status}`;
    return (await this.admin.call<{ posts: HeldPost[] }>('GET', path)).posts;
  }

  private getFunnel(): Funnel {
    if (!this.funnel) throw new Error('the private address is missing');
    return this.funnel;
  }
}
