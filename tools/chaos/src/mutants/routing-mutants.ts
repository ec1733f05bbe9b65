import type { Mutant } from './mutant.js';

const acceptsLeadSql = 'services/lead-router/dist/matching/accepts-lead.sql';

/** Bugs in which leads are accepted, who is offered a lead, and whether the offer may be charged. */
export const routingMutants: readonly Mutant[] = [
  {
    name: 'duplicates-accepted',
    bug: 'a lead of a known person is accepted, and so the person is sold twice',
    edits: [
      {
        file: 'services/lead-router/dist/intake/decide-post.js',
        find: 'if (isKnownPerson && (isOwn || !terms.isTest)) return reject(toDuplicate(isOwn ? leadOfPerson : null));',
        replace: '',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'one-lead-per-person',
  },
  {
    name: 'release-excludes',
    bug: 'a buyer is excluded from a lead whenever an offer ends without a charge, though the card did not decline it',
    edits: [
      {
        file: 'services/lead-router/dist/offer-outcomes/offer-outcomes.controller.js',
        find: 'await releaseDailySlot(tx, offer);',
        replace:
          "await releaseDailySlot(tx, offer); await tx.query('UPDATE leads SET declined_by = declined_by || $2::uuid WHERE id = $1 AND NOT $2::uuid = ANY (declined_by)', [lead.id, offer.buyerId]);",
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'issuer-away',
    rounds: 2,
    breaks: 'only-declines-exclude',
  },
  {
    name: 'outage-ignored',
    bug: 'lead-router ignores that the card provider does not answer',
    edits: [
      {
        file: 'services/lead-router/dist/routing/routing.repository.js',
        find: 'WHERE version < $1 RETURNING 1',
        replace: 'WHERE version < $1 AND false RETURNING 1',
      },
    ],
    kinds: ['cards.away'],
    circumstance: 'plain',
    rounds: 4,
    breaks: 'provider-status-agrees',
  },
  {
    name: 'lost-offer-charged',
    bug: 'billing charges an offer although a failover may have lost it',
    edits: [
      {
        file: 'services/billing/dist/charges/purchase.repository.js',
        find: 'AND $7 = ${SERVER_START}',
        replace: 'AND $7::text IS NOT NULL',
      },
    ],
    kinds: ['postgres.failover'],
    circumstance: 'plain',
    rounds: 3,
    breaks: 'paid-leads-sold',
    alsoBreaks: { 'nothing-stuck': 'the outcome of an offer that does not exist can never be recorded' },
  },
  {
    name: 'filters-ignored',
    bug: "leads are offered to the buyer who has waited longest, whatever the buyer's filters",
    edits: [
      {
        file: 'services/lead-router/dist/routing/choose-buyer.sql',
        find: "c.state IN (lead_state, '*') AND c.profile_mask & lead_bits = lead_bits",
        replace: 'true',
      },
      {
        file: acceptsLeadSql,
        find: "b.filter_states = '{}' OR lead_state = ANY (b.filter_states)",
        replace: 'true',
      },
      {
        file: acceptsLeadSql,
        find: 'COALESCE(b.profile_mask & lead_bits = lead_bits,',
        replace: 'COALESCE(true,',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'eligibility',
    rounds: 5,
    breaks: 'sold-within-filters',
  },
  {
    name: 'withdrawn-leads-wait',
    bug: 'a withdrawn lead is recorded as such, but still waits for a buyer',
    edits: [
      {
        file: 'services/lead-router/dist/waiting-leads/waiting-leads.controller.js',
        find: 'await this.routing.expire(tx, leadId);',
        replace: '',
      },
    ],
    kinds: ['lead-router.before-withdraw-commit', 'lead-router.after-withdraw-commit'],
    circumstance: 'waiting',
    rounds: 1,
    breaks: 'withdrawn-leads-unsold',
  },
  {
    name: 'waiting-leads-forgotten',
    bug: 'leads that found no buyer at first are never looked at again',
    edits: [
      {
        file: 'services/lead-router/dist/routing/routing.controller.js',
        find: 'count < MAX_WAITING_LEADS',
        replace: 'count < 0',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'scarce',
    rounds: 2,
    breaks: 'takeable-leads-reserved',
  },
];
