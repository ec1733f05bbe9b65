import { CONFIRM_ANSWERED, CONFIRM_IN_FLIGHT } from './crash-faults.js';
import { type Circumstance, type Fault, type FaultKind, toKinds } from './fault.js';

/** Longer than any lock, lease, deadline and handler timeout of `shortTimes`. */
const FREEZE_MS = 9_000;
/** Longer than the timeout of any silent connection. */
const SILENCE_MS = 8_000;
/** Two to three hours of `shortTimes`. */
const OUTAGE_MS = 25_000;
/** Longer than the longest pause between two checks of whether the card provider is back. */
const REAL_OUTAGE_MS = 45_000;

/** Crash points at which a process is frozen while it holds something that another copy may take over. */
const freezePoints: Readonly<Record<string, Circumstance | undefined>> = {
  'lead-router:leads.accept:before-commit-1': undefined,
  'lead-router:leads.accept:handled': undefined,
  'gateway:request:after-leads.accept': undefined,
  'lead-router:leads.accept:during-commit-1': undefined,
  'billing:billing.charge-offer:received': undefined,
  'billing:billing.charge-offer:after-commit-1': undefined,
  'billing:billing.charge-offer:after-commit-2': undefined,
  [CONFIRM_IN_FLIGHT]: undefined,
  [CONFIRM_ANSWERED]: undefined,
  'lead-router:billing.offer-charged:before-commit-1': undefined,
  'lead-router:billing.offer-declined:before-commit-1': 'cascade',
  'notifier:leads.lead-sold:before-commit-1': undefined,
  'notifier:send-email:before-request': undefined,
  'notifier:send-email:after-request': undefined,
  'notifier:send-email:before-commit-1': undefined,
  'lead-router:buyers.set-service:before-commit-1': 'eligibility',
  'accounts:leads.buyer-settings-changed:before-commit-1': 'eligibility',
  'billing:billing.forget-cards:before-POST-v1-payment_methods-*-detach': 'erasure',
};

const freezes = Object.entries(freezePoints).map(([point, circumstance]): FaultKind => ({
  name: `frozen.${point}`,
  faults: [{ type: 'freeze', point, forMs: FREEZE_MS }],
  needsShortTimes: true,
  ...(circumstance ? { circumstance } : {}),
}));

const silentLinks = [
  ['accounts', 'postgres'],
  ['billing', 'postgres'],
  ['lead-router', 'postgres'],
  ['notifier', 'postgres'],
  ['gateway', 'redis'],
  ['billing', 'redis'],
  ['lead-router', 'redis'],
  ['notifier', 'redis'],
  ['billing', 'provider'],
  ['notifier', 'mail'],
] as const;

const silences = silentLinks.map(([service, dependency]): FaultKind => ({
  name: `silent.${service}-${dependency}`,
  faults: [{ type: 'cut', dependency, how: 'silent', oneCopyOf: service, forMs: SILENCE_MS }],
  needsShortTimes: true,
  ...(service === 'accounts' ? { circumstance: 'eligibility' } : {}),
}));

type Cut = Extract<Fault, { readonly type: 'cut' }>;
const cut = (dependency: Cut['dependency'], how: Cut['how'], forMs = OUTAGE_MS): Cut => ({
  type: 'cut',
  dependency,
  how,
  forMs,
});

const outages = toKinds(
  {
    'away.provider': [cut('provider', 'refused')],
    'away.provider-silent': [cut('provider', 'silent')],
    'away.mail': [cut('mail', 'refused')],
    'away.mail-silent': [cut('mail', 'silent')],
    'away.postgres': [{ type: 'outage', server: 'postgres', forMs: OUTAGE_MS }],
    'away.redis': [{ type: 'outage', server: 'redis', forMs: OUTAGE_MS }],
    // Longer for the mail server, because nothing is mailed before something is sold.
    'away.provider-and-mail': [cut('provider', 'refused'), cut('mail', 'refused', OUTAGE_MS + 8_000)],
  },
  { needsShortTimes: true },
);

/** Uses the real schedules, to measure how soon unknown charges and refunds are resolved afterwards. */
const realOutage = toKinds(
  { 'away.provider-in-real-time': [cut('provider', 'refused', REAL_OUTAGE_MS)] },
  { circumstance: 'refund' },
);

/** Faults that last longer than any timeout of the system. */
export const lastingKinds: readonly FaultKind[] = [...freezes, ...silences, ...outages, ...realOutage];
