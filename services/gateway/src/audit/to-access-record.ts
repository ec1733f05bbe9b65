import { randomUUID } from 'node:crypto';
import { currentContext } from '@desk/bullmq-transport';
import type { AccessAction, AccessRecord, Route } from '@desk/contracts';
import { stableUuid, truncateAddress } from '@desk/service-kit';
import { callerOf, type IdentifiedRequest } from '../http/identity.js';

const MINUTE_MS = 60_000;

type Subject = AccessRecord['subject'];

/** The object in the path: `{ kind: 'lead', id }` for `/api/admin/leads/:leadId`. */
function subjectOf({ params }: Route, request: IdentifiedRequest): Subject {
  const [name] = Object.keys(params);
  const id = name === undefined ? undefined : request.params[name];
  return name === undefined || typeof id !== 'string' ? null : { kind: name.replace(/Id$/, ''), id };
}

/**
 * Describes a read, an export or a refusal for the audit log. The same user or, without a session, the same network gets
 * the same id for the same thing during a minute, in every copy of the gateway; each export has an id of its own.
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
  // Of a refused request only what an attacker cannot vary counts, or each attempt would be a new record.
  const subject = action === 'personal-data-read' ? subjectOf(route, request) : null;
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
