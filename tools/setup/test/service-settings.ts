import { EnvironmentError } from '@desk/service-kit';
import { readAccountsEnv } from '../../../services/accounts/src/env.js';
import { readBillingEnv } from '../../../services/billing/src/env.js';
import { readGatewayEnv } from '../../../services/gateway/src/env.js';
import { readLeadRouterEnv } from '../../../services/lead-router/src/env.js';
import { readNotifierEnv } from '../../../services/notifier/src/env.js';
import { generateSettings } from '../src/compose/compose-settings.js';
import { formatEnvFile, parseEnvFile } from '../src/compose/env-file.js';

export const serviceReaders = {
  accounts: readAccountsEnv,
  billing: readBillingEnv,
  gateway: readGatewayEnv,
  'lead-router': readLeadRouterEnv,
  notifier: readNotifierEnv,
} as const satisfies Readonly<Record<string, (env: NodeJS.ProcessEnv) => object>>;
export type ProgramName = keyof typeof serviceReaders;
export const programNames = Object.keys(serviceReaders) as ProgramName[];

/** Returns the names of all settings in a service's `env.ts`. */
export function listKnownSettings(name: ProgramName): readonly string[] {
  try {
    serviceReaders[name]({});
  } catch (error) {
    if (error instanceof EnvironmentError) return error.knownSettings;
    throw error;
  }
  throw new Error(`${name} needs no setting.`);
}

/** Settings that no installation with real providers has, and why. */
export const SETTINGS_OF_NO_INSTALLATION: Readonly<Record<string, string>> = {
  META_GRAPH_BASE: 'of the sandbox',
  SLACK_API_BASE: 'of the sandbox',
  SLACK_SITE_URL: 'of the sandbox',
  TWILIO_API_BASE: 'of the sandbox',
  WEBHOOK_LOOPBACK: 'set by the launcher and by tests',
};

/** What `npm run compose:secrets` writes for the demo. */
export const demoSettings: ReadonlyMap<string, string> = parseEnvFile(formatEnvFile(generateSettings()));

/** What it writes for an installation with real providers, with the empty settings filled in. */
export const productionSettings: ReadonlyMap<string, string> = new Map([
  ...parseEnvFile(formatEnvFile(generateSettings('https://desk.example'))),
  ['STRIPE_SECRET_KEY', 'sk_live_1234567890'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1234567890'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1234567890'],
  ['SMTP_URL', 'smtps://user:password@mail.example'],
  ['MAIL_FROM', 'Desk <leads@desk.example>'],
  ['BUSINESS_NAME', 'Desk LLC'],
  ['BUSINESS_ADDRESS', '1 Main Street; Austin, TX 78701'],
]);
