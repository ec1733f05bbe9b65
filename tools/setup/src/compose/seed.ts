import { serviceRoles } from '@desk/service-kit';
import { formatSamples } from '../format-samples.js';
import { seed } from '../seed.js';
import { readSeedSettings } from './seed-settings.js';

// Creates the sample data of the demo, and prints what a person needs to use it. May be repeated.

async function main(): Promise<void> {
  const settings = readSeedSettings(process.env);
  const seeded = await seed({
    mode: { nodeEnv: settings.NODE_ENV, usesSandbox: true },
    secrets: {
      adminPassword: settings.ADMIN_PASSWORD,
      agentPassword: settings.AGENT_PASSWORD,
      funnelKey: settings.FUNNEL_KEY,
      stripePublishableKey: settings.STRIPE_PUBLISHABLE_KEY,
      databasePasswords: {
        [serviceRoles.accounts.runtimeRole]: settings.ACCOUNTS_PASSWORD,
        [serviceRoles['lead-router'].runtimeRole]: settings.LEAD_ROUTER_PASSWORD,
      },
    },
    urls: { web: settings.GATEWAY_URL, sandbox: settings.SANDBOX_URL, database: settings.DATABASE_URL },
  });
  const addresses = [
    `Web      ${settings.PUBLIC_URL}`,
    `Inbox    ${settings.INBOX_URL}  (mail, SMS, Slack and cards of the sandbox)`,
  ];
  console.log([...addresses, '', ...formatSamples(settings.PUBLIC_URL, seeded)].join('\n'));
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
