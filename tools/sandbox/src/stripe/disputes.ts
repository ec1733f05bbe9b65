import { newId, seconds } from '../ids.js';
import { moveBalance } from './balance-transactions.js';
import { invalidState } from './errors.js';
import type { Charge, Dispute } from './objects.js';
import { findRow, getRoute, listRoute, type Route } from './route.js';
import type { UnitOfWork } from './unit-of-work.js';

const DAYS_TO_RESPOND = 9;

/** The cardholder disputes a charge: the provider withdraws the money until the bank has decided. */
export function openDispute(work: UnitOfWork, charge: Charge): Dispute {
  work.put({ ...charge, disputed: true });
  const dispute = work.put<Dispute>({
    id: newId('du'),
    object: 'dispute',
    created: seconds(),
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      ...{ due_by: seconds() + DAYS_TO_RESPOND * 86_400, has_evidence: false },
      ...{ past_due: false, submission_count: 0 },
    },
    is_charge_refundable: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  const withdrawn = withMovement(work, dispute, -dispute.amount);
  work.emit('charge.dispute.created', withdrawn);
  work.emit('charge.dispute.funds_withdrawn', withdrawn);
  return withdrawn;
}

function withMovement(work: UnitOfWork, dispute: Dispute, amount: number): Dispute {
  const moved = moveBalance(work, newId('txn'), 'adjustment', dispute, amount);
  return work.put({ ...dispute, balance_transactions: [...dispute.balance_transactions, moved] });
}

/** Ends a dispute as the bank does. */
function decide(work: UnitOfWork, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  const decided = work.put({ ...dispute, status });
  const closed = status === 'won' ? withMovement(work, decided, decided.amount) : decided;
  work.emit('charge.dispute.closed', closed);
  if (status === 'won') work.emit('charge.dispute.funds_reinstated', closed);
  return closed;
}

/** A bank that had decided for the cardholder changes its mind, which brings the money back. */
export function reverseDispute(work: UnitOfWork, id: string): Dispute {
  const dispute = findRow(work.store.disputes, 'dispute', id);
  if (dispute.status !== 'lost') throw invalidState('This dispute is not lost', 'dispute_not_lost');
  return decide(work, dispute, 'won');
}

function getOpen(work: UnitOfWork, id: string): Dispute {
  const dispute = findRow(work.store.disputes, 'dispute', id);
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalidState('This dispute is already closed', 'dispute_already_closed');
  return dispute;
}

export const disputeRoutes: readonly Route[] = [
  listRoute('/v1/disputes', ({ disputes }) => disputes, ['payment_intent', 'charge']),
  getRoute('/v1/disputes/:id', 'dispute', ({ disputes }) => disputes),
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    keys: 'secret',
    run: ({ id, params, work }) => {
      const text = params.child('evidence')?.text('uncategorized_text');
      const submit = params.flag('submit') ?? true;
      params.done();
      const dispute = getOpen(work, id);
      // As in the provider's test mode: these words decide the dispute at once.
      if (text === 'winning_evidence') return decide(work, dispute, 'won');
      if (text === 'losing_evidence') return decide(work, dispute, 'lost');
      const updated = work.put<Dispute>({ ...dispute, status: submit ? 'under_review' : dispute.status });
      work.emit('charge.dispute.updated', updated);
      return updated;
    },
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    keys: 'secret',
    run: ({ id, params, work }) => {
      params.done();
      return decide(work, getOpen(work, id), 'lost');
    },
  },
];
