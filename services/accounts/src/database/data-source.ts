import { appendOnly, type SchemaRights } from '@desk/service-kit';
import { DraftEntity } from '../onboarding/draft.entity.js';
import { UserEntity } from '../users/user.entity.js';
import { Initial1795680000000 } from './migrations/1795680000000-initial.js';

export const database = {
  schema: 'accounts',
  entities: [UserEntity, DraftEntity],
  tables: {
    users: { update: true },
    sessions: { update: true, delete: true },
    audit_events: appendOnly,
    password_resets: { update: true, delete: true },
    email_changes: { update: true, delete: true },
    email_confirmations: { update: true, delete: true },
    sign_up_drafts: { update: true, delete: true },
    integration_requests: { update: true },
    throttles: { update: true, delete: true },
    authenticator_apps: {
      update: ['name', 'last_step', 'confirmed_at', 'last_used_at', 'review'],
      delete: true,
    },
    passkeys: { update: ['name', 'counter', 'last_used_at', 'review'], delete: true },
    recovery_codes: { update: ['used_at'], delete: true },
    // Locking rows before they are deleted needs the right to update a column, though none is ever updated.
    sign_in_challenges: { update: ['purpose'], delete: true },
    known_devices: { update: ['last_seen_at'], delete: true },
    component_checks: { update: ['up'], delete: true },
    incidents: { update: ['resolved_at'] },
    incident_updates: appendOnly,
  } satisfies SchemaRights,
};
export const migrations = [Initial1795680000000];
