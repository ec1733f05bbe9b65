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
 * Describes a read, an export or a refusal for the audit log. If the same user (or, without a session, the same
 * network) repeats an access within a minute, every copy of the gateway gives the record the same id. Each export has
 * its own id.
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
