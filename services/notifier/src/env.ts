import {
  databaseSettings,
  encryptionSettings,
  readEnv,
  retentionSettings,
  siteSettings,
} from '@desk/service-kit';
import { adminNoticeSettings } from './account-mail/admin-notice-settings.js';
import { mailSettings } from './channels/email/mail-settings.js';
import { vapidSettings } from './push/vapid-settings.js';
import { slackSettings } from './channels/slack/slack-settings.js';
import { twilioSettings } from './channels/sms/twilio-settings.js';
import { webhookSettings } from './channels/webhook/webhook-settings.js';
import { retentionRules } from './retention/retention-rules.js';

export const notifierSettings = {
  ...databaseSettings('notifier'),
  ...siteSettings,
  ...encryptionSettings,
  ...mailSettings,
  ...twilioSettings,
  ...slackSettings,
  ...webhookSettings,
  ...vapidSettings,
  ...adminNoticeSettings,
  ...retentionSettings(retentionRules),
};

export const readNotifierEnv = (source?: NodeJS.ProcessEnv) => readEnv(notifierSettings, source);
