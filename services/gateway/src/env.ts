import { readEnv, reportingZoneSettings, requestLimitSettings } from '@desk/service-kit';
import { sessionSettings } from './auth/session-keys.js';
import { cardFormSettings } from './billing/card-form-settings.js';
import { httpSettings } from './http/http-settings.js';
import { liveSettings } from './live/live-settings.js';
import { apiDocsSettings } from './openapi/api-docs-settings.js';
import { statisticsSettings } from './status/statistics-settings.js';
import { webhookSettings } from './webhooks/webhook-settings.js';

export const gatewaySettings = {
  ...httpSettings,
  ...sessionSettings,
  ...cardFormSettings,
  ...webhookSettings,
  ...liveSettings,
  ...statisticsSettings,
  ...apiDocsSettings,
  ...requestLimitSettings,
  ...reportingZoneSettings,
};

export const readGatewayEnv = (source?: NodeJS.ProcessEnv) => readEnv(gatewaySettings, source);

export type GatewayEnv = ReturnType<typeof readGatewayEnv>;
