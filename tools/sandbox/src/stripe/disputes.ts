import { newId } from '../ids.js';
import { moveBalance } from './balance-transactions.js';
import { invalidState } from './errors.js';
import { newDispute, type Charge, type Dispute } from './objects.js';
import { findRow, getRoute, listRoute, route } from './route.js';
import type { UnitOfWork } from './unit-of-work.js';

/** The cardholder disputes a charge: the provider withdraws the money until the bank has decided. */
export function openDispute(work: UnitOfWork, charge: Charge): Dispute {
  work.put({ ...charge, disputed: true });
  const dispute = newDispute(charge);
  const withdrawn = withMovement(work, dispute, -dispute.amount);
  work.emit('charge.dispute.created', withdrawn);
  work.emit('charge.dispute.funds_withdrawn', withdrawn);
  return withdrawn;
}

function withMovement(work: UnitOfWork, dispute: Dispute, amount: number): Dispute {
  const moved = moveBalance(work, { id: newId('txn'), type: 'adjustment', source: dispute, amount });
  return work.put({ ...dispute, balance_transactions: [...dispute.balance_transactions, moved] });
}

/** Records the bank's decision. */
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

export const disputeRoutes = [
  listRoute('/v1/disputes', ({ disputes }) => disputes, ['payment_intent']),
  getRoute('/v1/disputes/:id', 'dispute', ({ disputes }) => disputes),
  route('POST', '/v1/disputes/:id', ({ id, params, work }) => {
    const text = params.child('evidence')?.text('uncategorized_text');
    params.done();
    const dispute = findRow(work.store.disputes, 'dispute', id);
    if (dispute.status === 'won' || dispute.status === 'lost')
      throw invalidState('This dispute is already closed', 'dispute_already_closed');
    // As in the provider's test mode: these words decide the dispute at once.
    if (text === 'winning_evidence') return decide(work, dispute, 'won');
    if (text === 'losing_evidence') return decide(work, dispute, 'lost');
    const updated = work.put({ ...dispute, status: 'under_review' });
    work.emit('charge.dispute.updated', updated);
    return updated;
  }),
];
