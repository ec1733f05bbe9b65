import { array, type InferType, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { instant, nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { actingAdmin, actingAdminErrors } from './accounts.commands.js';
import { auditEventId, auditEventSchema } from './accounts.schemas.js';
import { USERS_PAGE_MAX } from './accounts.values.js';
import { ACCESS_RECORDS_MAX, accessActions } from './audit.values.js';

export const accessRecordSchema = strictObject({
  /** Records with the same id are kept once. */
  id: uuid(),
  action: oneOf(accessActions).required(),
  /** Null if the request came without a session. */
  actorId: uuid().nullable(),
  /** Method and pattern of the route, such as `GET /api/admin/leads/:leadId`. */
  route: string().max(200).required(),
  /** The object that was read, by id only. */
  subject: strictObject({ kind: string().max(40).required(), id: uuid() }).nullable(),
  /** Not the address: the /24 of IPv4, the /48 of IPv6. */
  network: string().max(50).required(),
  requestId: string().max(64).required(),
  at: instant(),
});
export type AccessRecord = InferType<typeof accessRecordSchema>;

/** Adds to the audit log who read or exported personal data, and which requests were refused. */
export const recordAccess = defineCommand('accounts', 'audit.record-access', {
  request: strictObject({ records: array(accessRecordSchema).min(1).max(ACCESS_RECORDS_MAX).required() }),
  response: nothing(),
});

/** Lists a page of audit events, newest first. */
export const listAudit = defineCommand('accounts', 'audit.list', {
  request: strictObject({
    userId: uuid().nullable(),
    /** The last event of the previous page. */
    before: auditEventId().nullable().defined(),
    pageSize: number().integer().min(1).max(USERS_PAGE_MAX).required(),
    ...actingAdmin,
  }),
  response: strictObject({
    events: array(auditEventSchema).required(),
    /** The last event of this page if there are more. */
    next: auditEventId().nullable().defined(),
  }),
  errors: actingAdminErrors,
});
