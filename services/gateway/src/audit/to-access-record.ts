import { randomUUID } from 'node:crypto';
import { currentContext } from '@desk/bullmq-transport';
import { type AccessAction, type AccessRecord, readTexts, type Route } from '@desk/contracts';
import { stableUuid, truncateAddress } from '@desk/service-kit';
import { callerOf, type IdentifiedRequest } from '../http/identity.js';

const MINUTE_MS = 60_000;

type Subject = AccessRecord['subject'];

/** Reads input that the route has accepted. */
const readAccepted = (schema: Route['query'], sent: unknown) =>
  (schema ? (readTexts(schema, sent) ?? {}) : {}) as Readonly<Record<string, unknown>>;

/**
 * The held post in the body, the object in the path, or the user in the query: `{ kind: 'lead', id }` for
 * `/api/admin/leads/:leadId`.
 */
function subjectOf({ params, query, body }: Route, request: IdentifiedRequest): Subject {
  const { postId } = readAccepted(body, request.body);
  const { userId, user, agent } = readAccepted(query, request.query);
  const [name = 'userId'] = postId === undefined ? Object.keys(params) : ['postId'];
  const id = postId ?? request.params[name] ?? userId ?? user ?? agent;
  return typeof id !== 'string' ? null : { kind: name.replace(/Id$/, ''), id };
}

/**
 * Describes a read, an export or a refusal for the audit log. If the same user repeats an access from the
 * same network within a minute, every copy of the gateway gives the record the same id. Without a session,
 * the network alone counts. Each export has its own id.
 */
export function toAccessRecord(
  action: AccessAction,
  route: Route,
  request: IdentifiedRequest,
  now = Date.now(),
): AccessRecord {
  const actorId = request.signedIn?.user.id ?? null;
  const network = truncateAddress(callerOf(request).address);
  const pattern = `${route.method} ${route.path}`;
  // Ignores what an attacker can vary in a refused request, or each attempt would add a record.
  const isRefused = action === 'cross-site-refused' || action === 'access-refused';
  const subject = isRefused ? null : subjectOf(route, request);
  const place = action === 'cross-site-refused' ? null : pattern;
  const minute = Math.floor(now / MINUTE_MS);
  return {
    id:
      action === 'data-exported'
        ? randomUUID()
        : stableUuid(action, actorId, network, place, subject?.id ?? null, minute),
    action,
    actorId,
    route: pattern,
    subject,
    network,
    requestId: currentContext()?.correlationId ?? 'unknown',
    at: new Date(now).toISOString(),
  };
}
