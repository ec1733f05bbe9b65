import { createHash } from 'node:crypto';
import { newId, randomText, seconds } from '../ids.js';
import type { StripeErrorBody } from './errors.js';
import type { Decline, TestCard } from './test-cards.js';

/** The provider's objects, with every field that it documents. Objects are immutable; updates replace them. */
export type Metadata = Readonly<Record<string, string>>;

export interface StripeObject {
  readonly id: string;
  readonly object: string;
  /** Seconds since the epoch. */
  readonly created: number;
}

const DAY_SECONDS = 86_400;

/** Fields that are always null here. */
export const nulls = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

const newObject = <Kind extends string>(id: string, object: Kind) => ({
  id,
  object,
  created: seconds(),
});

export const newCustomer = (id = newId('cus')) => ({
  ...newObject(id, 'customer'),
  ...nulls('currency', 'default_source', 'description', 'shipping'),
  balance: 0,
  delinquent: false,
  email: null as string | null,
  invoice_settings: {
    ...nulls('custom_fields', 'default_payment_method', 'footer', 'rendering_options'),
  },
  livemode: false,
  metadata: {} as Metadata,
  name: null as string | null,
  phone: null as string | null,
});
/** The provider keeps a record of deleted customers. */
export type Customer = Readonly<ReturnType<typeof newCustomer>> & { readonly deleted?: true };
/** What the provider returns for a deleted customer. */
export const toDeletedCustomer = (id: string) => ({ id, object: 'customer', deleted: true });

export interface NewCard {
  readonly card: TestCard;
  readonly expMonth: number;
  readonly expYear: number;
  readonly billing: object;
}

export const newPaymentMethod = ({ card, expMonth, expYear, billing }: NewCard) => ({
  ...newObject(newId('pm'), 'payment_method'),
  allow_redisplay: 'unspecified',
  billing_details: { tax_id: null, ...billing },
  card: {
    ...nulls('generated_from', 'networks', 'regulated_status', 'three_d_secure_usage', 'wallet'),
    brand: card.brand,
    checks: { ...nulls('address_line1_check', 'address_postal_code_check'), cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint: createHash('sha256').update(card.number).digest('hex').slice(0, 16),
    funding: card.funding,
    last4: card.number.slice(-4),
  },
  customer: null as string | null,
  customer_account: null,
  livemode: false,
  metadata: {} as Metadata,
  type: 'card',
});
export type PaymentMethod = Readonly<ReturnType<typeof newPaymentMethod>>;

/** What the sandbox knows about a card, and the real provider never shows. */
export const newSandboxCard = (id: string, behavior: string) => ({
  ...newObject(id, 'sandbox.card'),
  behavior,
  setUpOffSession: false,
  /** Detached, or used once without a customer: the card cannot be used again. */
  usedUp: false,
});
export type SandboxCard = Readonly<ReturnType<typeof newSandboxCard>>;

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

interface IntentFields {
  readonly customer: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  /** Null if the caller did not limit them. */
  readonly allowed_payment_method_types: readonly string[] | null;
}

const newIntent = <Kind extends string>(prefix: string, object: Kind, fields: IntentFields) => {
  const id = newId(prefix);
  return {
    ...newObject(id, object),
    ...nulls('application', 'automatic_payment_methods', 'customer_account', 'excluded_payment_method_types'),
    ...nulls('on_behalf_of', 'payment_method_configuration_details'),
    cancellation_reason: null as string | null,
    client_secret: `${id}_secret_${randomText(24)}`,
    livemode: false,
    next_action: null as object | null,
    payment_method: null as string | null,
    payment_method_options: {},
    payment_method_types: ['card'],
    status: 'requires_payment_method' as IntentStatus,
    ...fields,
  };
};

export const newSetupIntent = (fields: IntentFields & { readonly usage: 'off_session' | 'on_session' }) => ({
  ...newIntent('seti', 'setup_intent', fields),
  ...nulls('latest_attempt', 'mandate', 'single_use_mandate'),
  last_setup_error: null as StripeErrorBody | null,
  usage: fields.usage,
});
export type SetupIntent = Readonly<ReturnType<typeof newSetupIntent>>;

interface PaymentIntentFields extends IntentFields {
  readonly amount: number;
  readonly currency: string;
  readonly statement_descriptor_suffix: string | null;
}

export const newPaymentIntent = (fields: PaymentIntentFields) => ({
  ...newIntent('pi', 'payment_intent', fields),
  ...nulls('application_fee_amount', 'managed_payments', 'payment_record', 'processing', 'receipt_email'),
  ...nulls('review', 'setup_future_usage', 'shipping', 'source', 'statement_descriptor', 'transfer_data'),
  ...nulls('transfer_group'),
  amount_capturable: 0,
  amount_received: 0,
  canceled_at: null as number | null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  last_payment_error: null as StripeErrorBody | null,
  latest_charge: null as string | null,
  ...fields,
});
export type PaymentIntent = Readonly<ReturnType<typeof newPaymentIntent>>;

function describeCard({ card }: PaymentMethod) {
  const { display_brand: _brand, generated_from: _from, networks: _networks, ...rest } = card;
  const { three_d_secure_usage: _usage, ...shown } = rest;
  return {
    ...nulls('amount_authorized', 'authorization_code', 'electronic_commerce_indicator', 'installments'),
    ...nulls('mandate', 'network_transaction_id', 'three_d_secure', 'transaction_link_id'),
    ...shown,
    network: card.brand,
  };
}

/** Without a decline, the charge succeeded. */
export const newCharge = (intent: PaymentIntent, method: PaymentMethod, decline?: Decline) => ({
  ...newObject(newId('ch'), 'charge'),
  ...nulls('application', 'application_fee', 'application_fee_amount', 'failure_balance_transaction'),
  ...nulls('on_behalf_of', 'receipt_email', 'receipt_number', 'receipt_url', 'review', 'shipping'),
  ...nulls('source', 'source_transfer', 'statement_descriptor', 'statement_descriptor_suffix'),
  ...nulls('transfer_data', 'transfer_group'),
  amount: intent.amount,
  amount_captured: decline ? 0 : intent.amount,
  amount_refunded: 0,
  balance_transaction: decline ? null : newId('txn'),
  billing_details: method.billing_details,
  calculated_statement_descriptor: 'ANNUITY DESK',
  captured: !decline,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_code: decline?.code ?? null,
  failure_message: decline?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  outcome: {
    ...nulls('advice_code', 'network_advice_code', 'network_decline_code', 'seller_message'),
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    type: decline ? 'issuer_declined' : 'authorized',
  },
  paid: !decline,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: { type: 'card', card: describeCard(method) },
  refunded: false,
  status: decline ? 'failed' : 'succeeded',
});
export type Charge = Readonly<ReturnType<typeof newCharge>>;

interface RefundFields {
  readonly amount: number;
  readonly metadata: Metadata;
  readonly reason: string | null;
  readonly status: 'pending' | 'succeeded' | 'failed';
}

export const newRefund = ({ id: charge, currency, payment_intent }: Charge, fields: RefundFields) => ({
  ...newObject(newId('re'), 'refund'),
  ...nulls('customer', 'customer_account', 'payment_method', 'receipt_number'),
  ...nulls('source_transfer_reversal', 'transfer_reversal'),
  balance_transaction: newId('txn'),
  charge,
  currency,
  destination_details: { type: 'card' },
  payment_intent,
  ...fields,
});
export type Refund = Readonly<ReturnType<typeof newRefund>> & { readonly failure_reason?: string };

export interface Movement {
  readonly id: string;
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  readonly amount: number;
  /** The charge, refund or dispute. */
  readonly source: Pick<Charge, 'id' | 'currency'>;
}

export function newBalanceTransaction({ id, type, amount, source }: Movement, fee: number) {
  const { currency } = source;
  const detail = { application: null, description: 'Stripe processing fees', type: 'stripe_fee' };
  return {
    ...newObject(id, 'balance_transaction'),
    amount,
    available_on: seconds() + 2 * DAY_SECONDS,
    balance_type: 'payments',
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ ...detail, amount: fee, currency }],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source: source.id,
    status: 'pending',
    type,
  };
}
export type BalanceTransaction = Readonly<ReturnType<typeof newBalanceTransaction>>;

const DAYS_TO_RESPOND = 9;
const noEvidence = nulls(
  ...['access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'],
  ...['cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'],
  ...['customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation'],
  ...['duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'],
  ...['refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date'],
  ...['service_documentation', 'shipping_address', 'shipping_carrier', 'shipping_date'],
  ...['shipping_documentation', 'shipping_tracking_number', 'uncategorized_file', 'uncategorized_text'],
);

export const newDispute = ({ id: charge, amount, currency, payment_intent }: Charge) => ({
  ...newObject(newId('du'), 'dispute'),
  amount,
  balance_transactions: [] as readonly BalanceTransaction[],
  charge,
  currency,
  enhanced_eligibility_types: [],
  evidence: { ...noEvidence, enhanced_evidence: {} },
  evidence_details: {
    due_by: seconds() + DAYS_TO_RESPOND * DAY_SECONDS,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: null,
  },
  intended_submission_method: 'manual',
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent,
  reason: 'fraudulent',
  status: 'needs_response' as 'needs_response' | 'under_review' | 'won' | 'lost',
});
export type Dispute = Readonly<ReturnType<typeof newDispute>>;

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

export const API_VERSION = '2026-10-28.endive';

/** The API request that caused an event. */
export interface Cause {
  readonly id: string | null;
  readonly idempotency_key: string | null;
}

export const newEvent = (type: string, object: StripeObject, request: Cause) => ({
  ...newObject(newId('evt'), 'event'),
  api_version: API_VERSION,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request,
  type,
});
export type ProviderEvent = Readonly<ReturnType<typeof newEvent>>;
