import type { StripeErrorBody } from './errors.js';

/** The provider's objects, with the fields that are used. Objects are immutable; updates replace them. */
export type Metadata = Readonly<Record<string, string>>;

export interface StripeObject {
  readonly id: string;
  readonly object: string;
  /** Seconds since the epoch. */
  readonly created: number;
}

export interface Customer extends StripeObject {
  readonly object: 'customer';
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly invoice_settings: { readonly default_payment_method: string | null };
  /** The provider keeps a record of deleted customers. */
  readonly deleted?: true;
}

export interface CardDetails {
  readonly brand: string;
  readonly country: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly fingerprint: string;
  readonly funding: string;
  readonly last4: string;
}

export interface PaymentMethod extends StripeObject {
  readonly object: 'payment_method';
  readonly type: 'card';
  readonly card: CardDetails;
  readonly billing_details: object;
  readonly customer: string | null;
  readonly metadata: Metadata;
}

/** Properties of a card that the real provider does not reveal. */
export interface SandboxCard extends StripeObject {
  readonly object: 'sandbox.card';
  readonly behavior: string;
  readonly setUpOffSession: boolean;
  /** Detached, or used once without a customer: the card cannot be used again. */
  readonly usedUp: boolean;
}

interface Intent extends StripeObject {
  readonly client_secret: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly next_action: object | null;
  readonly payment_method: string | null;
  readonly payment_method_types: readonly string[];
  readonly cancellation_reason: string | null;
}

export const setupIntentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'succeeded',
  'canceled',
] as const;

export interface SetupIntent extends Intent {
  readonly object: 'setup_intent';
  readonly last_setup_error: StripeErrorBody | null;
  readonly status: (typeof setupIntentStatuses)[number];
  readonly usage: 'off_session' | 'on_session';
}

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export interface PaymentIntent extends Intent {
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly amount_received: number;
  readonly canceled_at: number | null;
  readonly currency: string;
  readonly last_payment_error: StripeErrorBody | null;
  readonly latest_charge: string | null;
  readonly receipt_email: string | null;
  readonly setup_future_usage: string | null;
  readonly statement_descriptor_suffix: string | null;
  readonly status: PaymentIntentStatus;
}

export interface Charge extends StripeObject {
  readonly object: 'charge';
  readonly amount: number;
  readonly amount_captured: number;
  readonly amount_refunded: number;
  readonly balance_transaction: string | null;
  readonly currency: string;
  readonly customer: string | null;
  readonly disputed: boolean;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly metadata: Metadata;
  readonly paid: boolean;
  readonly payment_intent: string;
  readonly payment_method: string;
  readonly refunded: boolean;
  readonly status: 'succeeded' | 'failed';
}

export interface Refund extends StripeObject {
  readonly object: 'refund';
  readonly amount: number;
  readonly balance_transaction: string;
  readonly charge: string;
  readonly currency: string;
  readonly failure_reason?: string;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly reason: string | null;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled';
}

export interface Dispute extends StripeObject {
  readonly object: 'dispute';
  readonly amount: number;
  readonly balance_transactions: readonly BalanceTransaction[];
  readonly charge: string;
  readonly currency: string;
  readonly evidence: object;
  readonly evidence_details: {
    readonly due_by: number;
    readonly has_evidence: boolean;
    readonly past_due: boolean;
    readonly submission_count: number;
  };
  readonly is_charge_refundable: boolean;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly reason: string;
  readonly status: 'needs_response' | 'under_review' | 'won' | 'lost';
}

export interface BalanceTransaction extends StripeObject {
  readonly object: 'balance_transaction';
  readonly amount: number;
  readonly currency: string;
  readonly fee: number;
  readonly net: number;
  /** Id of the charge, refund or dispute. */
  readonly source: string;
  readonly status: 'pending' | 'available';
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
}

export interface ProviderEvent extends StripeObject {
  readonly object: 'event';
  readonly type: string;
  readonly data: { readonly object: StripeObject };
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
}

export type AnyObject =
  | Customer
  | PaymentMethod
  | SandboxCard
  | SetupIntent
  | PaymentIntent
  | Charge
  | Refund
  | Dispute
  | BalanceTransaction;
