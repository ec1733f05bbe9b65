import { formatSamples, type SeedResult } from '@desk/tool-setup';
import type { Stack } from './stack.js';

const FIRST_STEPS_IN_PRODUCTION = [
  'Create an admin:   npm run admin -- create -',
  'Create a funnel:   npm run funnel -- create NAME',
];

/**
 * Formats what a person needs to use the system that has just been started. In production there is no sample data, so
 * `seeded` is undefined.
 */
export function formatSummary(
  { mode, urls, logsDir }: Pick<Stack, 'mode' | 'urls' | 'logsDir'>,
  seeded: SeedResult | undefined,
  { usesTestCards }: { usesTestCards: boolean },
): string {
  const cards = usesTestCards ? ", with the card provider's test mode: no money is charged" : '';
  const lines = [
    '',
    `Mode     ${mode.nodeEnv}${cards}`,
    `Web      ${urls.web}`,
    ...(mode.usesSandbox ? [`Inbox    ${urls.sandbox}  (mail, SMS, Slack and cards of the sandbox)`] : []),
    `Logs     ${logsDir}`,
    '',
    ...(seeded ? formatSamples(urls.web, seeded) : FIRST_STEPS_IN_PRODUCTION),
    '',
    'Ctrl-C stops everything.',
  ];
  return lines.join('\n');
}
