import { acceptLead, checkLead, DomainError, type PhoneVerification } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import type { CommandClient } from '@desk/bullmq-transport';
import type { IdentifiedFunnel } from '../http/identity.js';
import type { IngestAdmission } from './ingest-admission.js';
import { LeadChecks } from './lead-checks.js';
import { LeadIntake } from './lead-intake.js';
import type { PhoneTurns } from './phone-turns.js';
import type { PhoneVerifier } from './phone-verifier.js';
import type { PostMetrics } from './post-metrics.js';
import { VerifiedIntake } from './verified-intake.js';

const body = {
  full_name: 'Margaret Ellison',
  email: 'margaret.ellison@example.com',
  mobile: '(512) 555-0142',
  state: 'TX',
  zip: '78701',
  age: 64,
  assets: '$250K-$500K',
  timeline: '0-3 months',
  type: 'Indexed',
};
const accepted = { leadId: 'lead', replayed: false, receivedAt: '2026-01-05T14:30:00.000Z' };
const first = { ...accepted, leadId: 'first lead', replayed: true };
const unavailable = new DomainError('UNAVAILABLE');
type Check = typeof first | DomainError | null;

/** Posts a lead whose checks by lead-router end as given, in this order. Returns the outcome and what was done for it. */
async function post(verification: PhoneVerification, isValid: boolean, checks: readonly Check[]) {
  const done: string[] = [];
  const left = [...checks];
  const commands = {
    send: (command: { name: string }) => {
      done.push(command.name);
      if (command.name === acceptLead.name) return Promise.resolve(accepted);
      const check = left.shift() ?? null;
      return check instanceof DomainError ? Promise.reject(check) : Promise.resolve({ accepted: check });
    },
  };
  const phones = {
    verify: (lead: object) => {
      done.push('look-up');
      return Promise.resolve(isValid ? lead : null);
    },
  };
  const run = (work: () => unknown): unknown => work();
  const intake = new LeadIntake(
    commands as unknown as CommandClient,
    { track: run } as unknown as IngestAdmission,
    new VerifiedIntake(
      new LeadChecks(commands as unknown as CommandClient),
      { run: (_phone: string, work: () => unknown) => work() } as unknown as PhoneTurns,
      phones as unknown as PhoneVerifier,
    ),
    { measure: run } as unknown as PostMetrics,
  );
  const funnel: IdentifiedFunnel = {
    funnelId: '0191e1a0-0000-7000-8000-000000000005',
    keyHash: 'ab'.repeat(32),
    name: 'Funnel',
    allowedOrigins: [],
    requestsPerSecond: null,
    phoneVerification: verification,
    keyKind: 'server',
    isPaused: false,
    mapping: null,
  };
  const outcome = await intake.post(funnel, body, 'key').then(
    ({ lead_id: leadId }) => leadId,
    (error: unknown) => {
      const { code, fields } = error as DomainError;
      return [code, ...fields.map(({ field }) => field)].join(' ');
    },
  );
  return { outcome, done };
}
const CHECK = checkLead.name;
const ACCEPT = acceptLead.name;

it('sends one command for a funnel whose numbers are not looked up', async () => {
  expect(await post('off', true, [])).toEqual({ outcome: 'lead', done: [ACCEPT] });
});

it('looks up the number of a new lead', async () => {
  expect(await post('required', true, [null])).toEqual({ outcome: 'lead', done: [CHECK, 'look-up', ACCEPT] });
});

it.each([
  ['a replay as the first time', first, 'first lead'],
  ['a duplicate', new DomainError('DUPLICATE_LEAD'), 'DUPLICATE_LEAD'],
  ['another lead under the same key', new DomainError('IDEMPOTENCY_MISMATCH'), 'IDEMPOTENCY_MISMATCH'],
  [
    'a lead without the consent that the funnel requires',
    new DomainError('CONSENT_REQUIRED'),
    'CONSENT_REQUIRED',
  ],
])('answers %s without a look-up', async (_what, check, outcome) => {
  expect(await post('required', false, [check])).toEqual({ outcome, done: [CHECK] });
});

it('refuses a number that is not valid, under the name that the funnel used', async () => {
  expect(await post('required', false, [null, null])).toEqual({
    outcome: 'INVALID_REQUEST mobile',
    done: [CHECK, 'look-up', CHECK],
  });
});

it('does not refuse a post because of its number if it was accepted meanwhile', async () => {
  const { outcome } = await post('required', false, [null, first]);
  expect(outcome).toBe('first lead');
});

it('accepts a lead that could not be checked before', async () => {
  expect(await post('required', true, [unavailable])).toEqual({
    outcome: 'lead',
    done: [CHECK, 'look-up', ACCEPT],
  });
});

it('does not refuse a post because of its number if it may have been accepted before', async () => {
  const { outcome } = await post('required', false, [unavailable, unavailable]);
  expect(outcome).toBe('UNAVAILABLE');
});
