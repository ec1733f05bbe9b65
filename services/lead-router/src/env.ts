import {
  databaseSettings,
  encryptionSettings,
  readEnv,
  reportingZoneSettings,
  retentionSettings,
} from '@desk/service-kit';
import { duplicateSettings } from './intake/duplicate-settings.js';
import { graphSettings } from './lead-fetches/graph-settings.js';
import { retentionRules } from './retention/retention-rules.js';
import { leadAgeSettings } from './routing/lead-age-settings.js';

export const leadRouterSettings = {
  ...databaseSettings('lead-router'),
  ...encryptionSettings,
  ...retentionSettings(retentionRules),
  // Also the setting of a retention rule, which allows more days.
  ...duplicateSettings,
  ...leadAgeSettings,
  ...graphSettings,
  ...reportingZoneSettings,
};

export const readLeadRouterEnv = (source?: NodeJS.ProcessEnv) => readEnv(leadRouterSettings, source);
