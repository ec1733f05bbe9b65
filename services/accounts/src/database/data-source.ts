import { appendOnly, type SchemaRights } from '@desk/service-kit';
import { DraftEntity } from '../onboarding/draft.entity.js';
import { UserEntity } from '../users/user.entity.js';
import { CreateAccounts1790000000000 } from './migrations/1790000000000-create-accounts.js';
import { IntegrationStates1790000010000 } from './migrations/1790000010000-integration-states.js';
import { FindUsers1790000011000 } from './migrations/1790000011000-find-users.js';
import { RecordedActions1790000012000 } from './migrations/1790000012000-recorded-actions.js';
import { SettingsCopy1790000021000 } from './migrations/1790000021000-settings-copy.js';
import { AccessRecords1790000034000 } from './migrations/1790000034000-access-records.js';
import { EmailOwnership1790000032000 } from './migrations/1790000032000-email-ownership.js';
import { UnsentConfirmations1790000032001 } from './migrations/1790000032001-unsent-confirmations.js';
import { StaleStandings1790000014000 } from './migrations/1790000014000-stale-standings.js';
import { SecondFactors1790000033000 } from './migrations/1790000033000-second-factors.js';
import { Retention1790000035000 } from './migrations/1790000035000-retention.js';
import { RetentionIndexes1790000035001 } from './migrations/1790000035001-retention-indexes.js';
import { AgentErasure1790000037000 } from './migrations/1790000037000-agent-erasure.js';
import { ErasureIndexes1790000037001 } from './migrations/1790000037001-erasure-indexes.js';
import { TimeZoneChanges1790000046000 } from './migrations/1790000046000-time-zone-changes.js';
import { KeyedDigests1790000162001 } from './migrations/1790000162001-keyed-digests.js';
import { AccountRecovery1795000060000 } from './migrations/1795000060000-account-recovery.js';
import { RecoveryIndexes1795000060003 } from './migrations/1795000060003-recovery-indexes.js';
import { FoldUserSearch1795000061000 } from './migrations/1795000061000-fold-user-search.js';
import { FoldedUserSearchIndex1795000061001 } from './migrations/1795000061001-folded-user-search-index.js';
import { ContactVersions1790000062000 } from './migrations/1790000062000-contact-versions.js';
import { FailedMessages1790000039000 } from './migrations/1790000039000-failed-messages.js';
import { IntegrationAnswers1790000053000 } from './migrations/1790000053000-integration-answers.js';
import { StatusPage1790000057200 } from './migrations/1790000057200-status-page.js';

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
    get_started_leads: { update: true, delete: true },
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
    // Of the previous release.
    stale_standings: { update: true, delete: true },
  } satisfies SchemaRights,
};
export const migrations = [
  CreateAccounts1790000000000,
  IntegrationStates1790000010000,
  FindUsers1790000011000,
  RecordedActions1790000012000,
  StaleStandings1790000014000,
  SettingsCopy1790000021000,
  AccessRecords1790000034000,
  Retention1790000035000,
  RetentionIndexes1790000035001,
  SecondFactors1790000033000,
  EmailOwnership1790000032000,
  UnsentConfirmations1790000032001,
  AgentErasure1790000037000,
  ErasureIndexes1790000037001,
  FailedMessages1790000039000,
  IntegrationAnswers1790000053000,
  TimeZoneChanges1790000046000,
  StatusPage1790000057200,
  ContactVersions1790000062000,
  KeyedDigests1790000162001,
  AccountRecovery1795000060000,
  RecoveryIndexes1795000060003,
  FoldUserSearch1795000061000,
  FoldedUserSearchIndex1795000061001,
];
