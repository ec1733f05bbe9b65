import type { Circumstance, FaultKind } from './fault.js';

/** Longer than any lock, lease, deadline and handler timeout of `shortTimes`. */
const FREEZE_MS = 9_000;
/** Longer than any timeout after which a silent connection is given up. */
const SILENCE_MS = 8_000;
/** Two to three hours of `shortTimes`. */
const OUTAGE_MS = 25_000;
/** Longer than the longest pause between two questions to the card provider whether it is back. */
const REAL_OUTAGE_MS = 45_000;

/** The places at which a process is frozen, while it holds something that another copy may take over. */
const freezePoints: Readonly<Record<string, Circumstance | undefined>> = {
  'lead-router.before-accept-commit': undefined,
  'lead-router.before-ack': undefined,
  'gateway.before-ack': undefined,
  'lead-router.in-reserve': undefined,
  'billing.before-purchase': undefined,
  'billing.after-purchase': undefined,
  'billing.after-intent-committed': undefined,
  'billing.charge-in-flight': undefined,
  'billing.after-confirm-answer': undefined,
  'billing.before-outcome-commit': undefined,
  'lead-router.before-outcome-commit': undefined,
  'lead-router.before-decline-commit': 'cascade',
  'notifier.before-delivery-rows': undefined,
  'notifier.before-send': undefined,
  'notifier.after-send': undefined,
  'notifier.before-sent-commit': undefined,
  'lead-router.before-settings-commit': 'eligibility',
  'accounts.settings.before-copy-commit': 'eligibility',
  'billing.erasure.before-detach': 'erasure',
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

const outages: readonly FaultKind[] = [
  {
    name: 'away.provider',
    faults: [{ type: 'cut', dependency: 'provider', how: 'refused', forMs: OUTAGE_MS }],
  },
  {
    name: 'away.provider-silent',
    faults: [{ type: 'cut', dependency: 'provider', how: 'silent', forMs: OUTAGE_MS }],
  },
  { name: 'away.mail', faults: [{ type: 'cut', dependency: 'mail', how: 'refused', forMs: OUTAGE_MS }] },
  {
    name: 'away.mail-silent',
    faults: [{ type: 'cut', dependency: 'mail', how: 'silent', forMs: OUTAGE_MS }],
  },
  { name: 'away.postgres', faults: [{ type: 'outage', server: 'postgres', forMs: OUTAGE_MS }] },
  { name: 'away.redis', faults: [{ type: 'outage', server: 'redis', forMs: OUTAGE_MS }] },
  {
    name: 'away.provider-and-mail',
    faults: [
      { type: 'cut', dependency: 'provider', how: 'refused', forMs: OUTAGE_MS },
      // Longer, because nothing is mailed before something is sold.
      { type: 'cut', dependency: 'mail', how: 'refused', forMs: OUTAGE_MS + 8_000 },
    ],
  },
].map((kind) => ({ ...kind, needsShortTimes: true }) as FaultKind);

/** With the schedules as they are, to measure how soon unknown charges and refunds are resolved afterwards. */
const realOutage: FaultKind = {
  name: 'away.provider-in-real-time',
  faults: [{ type: 'cut', dependency: 'provider', how: 'refused', forMs: REAL_OUTAGE_MS }],
  circumstance: 'refund',
};

/** Faults that last longer than everything in the system that waits. */
export const lastingKinds: readonly FaultKind[] = [...freezes, ...silences, ...outages, realOutage];
