import {
  databaseSettings,
  readEnv,
  reportingZoneSettings,
  requestLimitSettings,
  retentionSettings,
} from '@desk/service-kit';
import { chargeSettings } from './charges/charge-rules.js';
import { businessSettings } from './documents/business-settings.js';
import { missedEventSettings } from './provider-events/missed-event-settings.js';
import { providerSettings } from './provider/provider-settings.js';
import { reconciliationSettings } from './reconciliation/reconciliation-settings.js';
import { retentionRules } from './retention/retention-rules.js';

export const billingSettings = {
  ...databaseSettings('billing'),
  ...providerSettings,
  ...missedEventSettings,
  ...chargeSettings,
  ...reconciliationSettings,
  ...reportingZoneSettings,
  ...businessSettings,
  ...requestLimitSettings,
  ...retentionSettings(retentionRules),
};

export const readBillingEnv = (source?: NodeJS.ProcessEnv) => readEnv(billingSettings, source);
