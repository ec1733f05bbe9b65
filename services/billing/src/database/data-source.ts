import type { SchemaRights } from '@desk/service-kit';
import { CustomerEntity } from '../cards/customer.entity.js';
import { PurchaseEntity } from '../charges/purchase.entity.js';
import { RefundEntity } from '../refunds/refund.entity.js';
import { DisputeEntity } from '../disputes/dispute.entity.js';
import { ProviderEventEntity } from '../provider-events/provider-event.entity.js';
import { CreateBilling1790000002000 } from './migrations/1790000002000-create-billing.js';
import { FindPayments1790000012000 } from './migrations/1790000012000-find-payments.js';
import { PaymentTotals1790000013000 } from './migrations/1790000013000-payment-totals.js';
import { CardTimes1795000060002 } from './migrations/1795000060002-card-times.js';
import { CardErasure1790000037000 } from './migrations/1790000037000-card-erasure.js';
import { RetentionIndexes1790000035000 } from './migrations/1790000035000-retention-indexes.js';
import { ProviderOutages1790000038010 } from './migrations/1790000038010-provider-outages.js';
import { Reconciliation1790000054000 } from './migrations/1790000054000-reconciliation.js';
import { ReconciliationIndexes1790000054001 } from './migrations/1790000054001-reconciliation-indexes.js';
import { CardRecovery1790000049020 } from './migrations/1790000049020-card-recovery.js';
import { CreditNotesDue1790000049010 } from './migrations/1790000049010-credit-notes-due.js';
import { CardUpdates1790000049021 } from './migrations/1790000049021-card-updates.js';
import { Documents1790000049000 } from './migrations/1790000049000-documents.js';
import { ReceiptsDue1790000049001 } from './migrations/1790000049001-receipts-due.js';
import { FailedMessages1790000039000 } from './migrations/1790000039000-failed-messages.js';
import { Refunds1790000048000 } from './migrations/1790000048000-refunds.js';
import { Disputes1790000048002 } from './migrations/1790000048002-disputes.js';
import { ProviderEventCursor1790000048001 } from './migrations/1790000048001-provider-event-cursor.js';
import { GivenBackBy1790000058001 } from './migrations/1790000058001-given-back-by.js';
import { OurFailures1790000067001 } from './migrations/1790000067001-our-failures.js';
import { PurchasesOfUser1790000068010 } from './migrations/1790000068010-purchases-of-user.js';
import { CardSetups1790000162002 } from './migrations/1790000162002-card-setups.js';
import { VacuumSettings1790000069000 } from './migrations/1790000069000-vacuum-settings.js';

export const database = {
  schema: 'billing',
  entities: [CustomerEntity, PurchaseEntity, RefundEntity, DisputeEntity, ProviderEventEntity],
  tables: {
    customers: { update: true },
    card_setups: {
      update: ['intent_id', 'failures', 'last_failed_at', 'last_failure_event', 'canceled_at'],
      delete: true,
    },
    /** Retention locks what it deletes, which takes a right to update. */
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
    document_numbers: { update: ['last'] },
    payment_totals: { update: true },
    payment_totals_by_user: { update: true },
  } satisfies SchemaRights,
};
export const migrations = [
  CreateBilling1790000002000,
  FindPayments1790000012000,
  PaymentTotals1790000013000,
  RetentionIndexes1790000035000,
  CardErasure1790000037000,
  ProviderOutages1790000038010,
  FailedMessages1790000039000,
  Refunds1790000048000,
  ProviderEventCursor1790000048001,
  Disputes1790000048002,
  Documents1790000049000,
  ReceiptsDue1790000049001,
  CreditNotesDue1790000049010,
  CardRecovery1790000049020,
  CardUpdates1790000049021,
  Reconciliation1790000054000,
  ReconciliationIndexes1790000054001,
  GivenBackBy1790000058001,
  OurFailures1790000067001,
  PurchasesOfUser1790000068010,
  VacuumSettings1790000069000,
  CardSetups1790000162002,
  CardTimes1795000060002,
];
