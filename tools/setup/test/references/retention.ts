import type { RetentionRule } from '@desk/service-kit';

const describeDays = (days: number): string => `${days.toLocaleString('en-US')} day${days === 1 ? '' : 's'}`;

const describeRule = ({ data, setting, defaultDays, minDays, outcome, reason }: RetentionRule): string => {
  const minimum = minDays > 1 ? `, at least ${minDays.toLocaleString('en-US')}` : '';
  const name = data.charAt(0).toUpperCase() + data.slice(1);
  return `- **${name}**: ${describeDays(defaultDays)}${minimum} (\`${setting}\`), then ${outcome}. Why: ${reason}.`;
};

export const renderRetention = (
  rulesOf: Readonly<Record<string, readonly RetentionRule[]>>,
): string => `# Retention

How long data is kept, by service (\`services/*/src/retention/retention-rules.ts\`). A job applies each rule every ten minutes,
in small batches. A value below the minimum stops the service. How people are erased on request:
[privacy](../operations/privacy.md).

${Object.entries(rulesOf)
  .map(([service, rules]) => `## ${service}\n\n${rules.map(describeRule).join('\n')}`)
  .join('\n\n')}

## Without a setting

- **Ids of received messages**: 30 days. **Feed events**: 7 days.
- **Consents to text messages**: as long as the account; after an erasure without number and network.
- **Numbers that opted out of text messages**: always, so that they get none.
- **Browsers that allow notifications**: as long as the browser allows them, encrypted.
- **Purchases and offers**: seven years and longer, for bookkeeping; ids and amounts only.
- **Digests of erased consumers**: 365 days, so that a funnel that posts them again is refused.
`;
