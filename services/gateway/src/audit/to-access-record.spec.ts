import { describe, expect, it } from '@jest/globals';
import { newContext, runInContext } from '@desk/bullmq-transport';
import { parse, accessRecordSchema, type Route, routes } from '@desk/contracts';
import type { IdentifiedRequest } from '../http/identity.js';
import { toAccessRecord } from './to-access-record.js';

const NOW = Date.parse('2026-01-05T14:30:10.000Z');
const ADMIN = '0191e1a0-0000-7000-8000-000000000008';
const LEAD = '0191e1a0-0000-7000-8000-000000000002';
const timeline: Route = routes.getLeadTimeline;

interface RequestParts {
  readonly userId?: string;
  readonly ip?: string;
  readonly leadId?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}
const requestOf = ({ userId, ip = '203.0.113.9', leadId, query = {}, body }: RequestParts) =>
  ({
    ip,
    get: () => undefined,
    params: leadId === undefined ? {} : { leadId },
    query,
    body,
    ...(userId === undefined
      ? {}
      : { signedIn: { sid: 'secret', user: { id: userId, email: 'ada@example.com' } } }),
  }) as unknown as IdentifiedRequest;
const read = (parts: RequestParts, now = NOW) =>
  toAccessRecord('personal-data-read', timeline, requestOf(parts), now);

describe('toAccessRecord', () => {
  it('names actor, route, subject, network and request by id only', () => {
    const context = newContext();
    const record = runInContext(context, () => read({ userId: ADMIN, leadId: LEAD }));
    expect(record).toEqual({
      id: expect.any(String),
      action: 'personal-data-read',
      actorId: ADMIN,
      route: 'GET /api/admin/leads/:leadId',
      subject: { kind: 'lead', id: LEAD },
      network: '203.0.113.0/24',
      requestId: context.correlationId,
      at: '2026-01-05T14:30:10.000Z',
    });
    expect(() => parse(accessRecordSchema, record)).not.toThrow();
  });

  it('has the same id for the same read within a minute', () => {
    const { id } = read({ userId: ADMIN, leadId: LEAD });
    expect(read({ userId: ADMIN, leadId: LEAD, ip: '203.0.113.200' }, NOW + 30_000).id).toBe(id);
    for (const [parts, now] of [
      [{ userId: LEAD, leadId: LEAD }, NOW],
      [{ userId: ADMIN, leadId: ADMIN }, NOW],
      [{ userId: ADMIN, leadId: LEAD, ip: '198.51.100.9' }, NOW],
      [{ userId: ADMIN, leadId: LEAD }, NOW + 60_000],
    ] as const)
      expect(read(parts, now).id).not.toBe(id);
  });

  it('ignores the path of a refused request, and the route of one from another site', () => {
    const refuse = (action: 'access-refused' | 'cross-site-refused', route: Route, leadId: string) =>
      toAccessRecord(action, route, requestOf({ leadId }), NOW);
    const { id, subject } = refuse('access-refused', timeline, LEAD);
    expect(subject).toBeNull();
    expect(refuse('access-refused', timeline, ADMIN).id).toBe(id);
    expect(refuse('access-refused', routes.listUsers, LEAD).id).not.toBe(id);
    const crossSite = refuse('cross-site-refused', routes.signIn, LEAD);
    expect(crossSite).toMatchObject({ actorId: null, route: 'POST /api/auth/login' });
    expect(refuse('cross-site-refused', routes.register, LEAD).id).toBe(crossSite.id);
  });

  it('says what was exported: the object in the path, or the user in the query', () => {
    const subjectOf = (route: Route, parts: RequestParts) =>
      toAccessRecord('data-exported', route, requestOf({ userId: ADMIN, ...parts }), NOW).subject;
    expect(subjectOf(timeline, { leadId: LEAD })).toEqual({ kind: 'lead', id: LEAD });
    expect(subjectOf(routes.exportLeads, { query: { userId: LEAD } })).toEqual({ kind: 'user', id: LEAD });
    expect(subjectOf(routes.exportLeads, {})).toBeNull();
  });

  it('names the user whose payments or deliveries were listed, and the held post in a preview', () => {
    const subjectOf = (route: Route, parts: RequestParts) =>
      toAccessRecord('personal-data-read', route, requestOf({ userId: ADMIN, ...parts }), NOW).subject;
    const user = { kind: 'user', id: LEAD };
    // Routes accept spaces around an id.
    expect(subjectOf(routes.listPayments, { query: { user: ` ${LEAD}` } })).toEqual(user);
    expect(subjectOf(routes.listAllDeliveries, { query: { agent: LEAD } })).toEqual(user);
    expect(subjectOf(routes.listPayments, {})).toBeNull();
    expect(subjectOf(routes.previewMapping, { body: { postId: LEAD } })).toEqual({ kind: 'post', id: LEAD });
  });

  it('has a new id for each export', () => {
    const ids = [1, 2].map(
      () => toAccessRecord('data-exported', routes.exportLeads, requestOf({ userId: ADMIN }), NOW).id,
    );
    expect(new Set(ids).size).toBe(2);
  });
});
