import { PASSWORD_ATTEMPTS, type Route, type RouteEffect, type RouteLimit } from '@desk/contracts';

const WINDOWS: Readonly<Record<number, string>> = {
  1: 's',
  10: '10 s',
  60: 'min',
  3_600: 'h',
  86_400: 'day',
};
const MARKS = { gateway: '', accounts: '\\*', notifier: '†' } as const;
const EFFECTS: Readonly<Record<RouteEffect, string>> = {
  'sends mail': 'mail',
  'sends a message': 'message',
  'uses a card': 'card',
  'hashes a password': 'password',
  'reveals whether an address is known': 'reveals',
};

function describeLimit(limit: RouteLimit): string {
  if (limit === PASSWORD_ATTEMPTS) return PASSWORD_ATTEMPTS;
  const { per, requests, seconds, countedBy } = limit;
  const window = WINDOWS[seconds] ?? `${seconds} s`;
  return `${requests.toLocaleString('en-US')}/${window} per ${per}${MARKS[countedBy]}`;
}

const describeRoute = ({ method, path, effects, limits }: Route): string => {
  const why = effects.map((effect) => EFFECTS[effect]).join(', ');
  return `- \`${method} ${path}\`${why && ` (${why})`}: ${limits.map(describeLimit).join('; ')}`;
};

export const renderRequestLimits = (routes: readonly Route[]): string => `# Request limits

Routes that declare limits (\`libs/contracts/src/*/*.routes.ts\`), with why: the call sends a mail or message, uses a card,
hashes a password, or reveals whether an address is known. Every other route has 1,000 requests in 10 seconds per network,
all such routes together. A network is an IPv4 address or an IPv6 /64.

The gateway counts in Redis, shared by its copies, and in memory while Redis is down. \\* is counted by accounts in
PostgreSQL, † by the notifier. Password attempts are counted per user, network and pair of both: after 6 wrong ones each
further attempt waits twice as long, up to 15 minutes. Networks the owner signed in from are never locked out by others.

A refusal is \`429\` with \`Retry-After\`. A post with an unknown funnel key counts against its network: more than 20 in 10
seconds are refused from memory. A publishable key posts at most 10 a second in all, and 20 a minute from one network. How
many emails a mailbox gets: [ADR 20](../adr/20-notices.md).

${routes
  .filter(({ limits }) => limits.length > 0)
  .map(describeRoute)
  .join('\n')}
`;
