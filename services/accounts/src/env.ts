import {
  databaseSettings,
  readEnv,
  requestLimitSettings,
  retentionSettings,
  siteSettings,
} from '@desk/service-kit';
import { credentialSettings } from './credentials/credential-settings.js';
import { retentionRules } from './retention/retention-rules.js';
import { sessionSettings } from './sessions/session-settings.js';
import { emailConfirmationSettings } from './users/email-confirmation-settings.js';

export const accountsSettings = {
  ...databaseSettings('accounts'),
  ...siteSettings,
  ...credentialSettings,
  ...emailConfirmationSettings,
  ...sessionSettings,
  ...requestLimitSettings,
  ...retentionSettings(retentionRules),
};

export const readAccountsEnv = (source?: NodeJS.ProcessEnv) => readEnv(accountsSettings, source);
