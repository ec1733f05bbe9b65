import type { SchemaRights, SqlFunctions } from '@desk/service-kit';
import { CustomerEntity } from '../cards/customer.entity.js';
import { PurchaseEntity } from '../charges/purchase.entity.js';
import { RefundEntity } from '../refunds/refund.entity.js';
import { DisputeEntity } from '../disputes/dispute.entity.js';
import { ProviderEventEntity } from '../provider-events/provider-event.entity.js';
import { Initial1795680000000 } from './migrations/1795680000000-initial.js';

const functions: SqlFunctions = {
  files: [new URL('../balance/balance-counts.sql', import.meta.url)],
  constants: {},
};

export const database = {
  schema: 'billing',
  functions,
  entities: [CustomerEntity, PurchaseEntity, RefundEntity, DisputeEntity, ProviderEventEntity],
  tables: {
    customers: { update: true },
    card_setups: {
      update: ['intent_id', 'failures', 'last_failed_at', 'last_failure_event', 'canceled_at'],
      delete: true,
    },
    /** Retention locks rows before it deletes them, and locking takes the right to update. */
    used_proofs: { update: ['used_at'], delete: true },
    purchases: { update: true },
    refunds: { update: true },
    disputes: { update: true },
    buyer_reviews: { update: true },
    /** What the provider sent stays as it came until retention removes it. */
    provider_events: { update: ['processed_at'], delete: true },
    provider_event_cursor: { update: true },
    provider_status: { update: true },
    /** Issued documents never change. */
    documents: {},
    businesses: {},
    card_expiry_notices: {},
    reconciliation_runs: { update: true },
    reconciliation_seen: { delete: true },
    reconciliation_differences: { update: true },
    balance_transactions: {},
    balance_counts: { update: true, delete: true },
    balance_changes: { delete: true },
    document_numbers: { update: ['last'] },
    payment_totals: { update: true },
    payment_totals_by_user: { update: true },
  } satisfies SchemaRights,
};
export const migrations = [Initial1795680000000];
