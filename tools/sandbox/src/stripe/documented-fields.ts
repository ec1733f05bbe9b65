type Fields = Readonly<Record<string, unknown>>;

const nulls = (...names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, null]));

const DAY_SECONDS = 86_400;
const noEvidence = nulls(
  ...['access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'],
  ...['cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'],
  ...['customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation'],
  ...['duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'],
  ...['refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date'],
  ...['service_documentation', 'shipping_address', 'shipping_carrier', 'shipping_date'],
  ...['shipping_documentation', 'shipping_tracking_number', 'uncategorized_file', 'uncategorized_text'],
);
const processingFee = { application: null, description: 'Stripe processing fees', type: 'stripe_fee' };
const checks = { address_line1_check: null, address_postal_code_check: null };

const intentFields = {
  ...nulls('application', 'automatic_payment_methods', 'customer_account', 'excluded_payment_method_types'),
  ...nulls('on_behalf_of', 'payment_method_configuration_details'),
  payment_method_options: {},
};

function describeCard({ card = {} }: { card?: Fields }): Fields {
  const { display_brand: _shown, checks: known, ...rest } = card as Fields & { checks?: Fields };
  return {
    type: 'card',
    card: {
      ...{ amount_authorized: null, authorization_code: null, electronic_commerce_indicator: null },
      ...{ installments: null, mandate: null, network: card['brand'] ?? null, network_transaction_id: null },
      ...{ regulated_status: null, three_d_secure: null, transaction_link_id: null },
      ...rest,
      checks: { ...checks, ...known },
    },
  };
}

interface Shown {
  readonly billing_details?: Fields;
  readonly card?: Fields & { readonly checks?: Fields };
  readonly created: number;
  readonly currency?: string;
  readonly evidence?: Fields;
  readonly evidence_details?: Fields;
  readonly fee?: number;
  readonly invoice_settings?: Fields;
  readonly outcome?: Fields;
  readonly payment_method_details?: { readonly card?: Fields };
  readonly type?: string;
}

/** Fields of which the store knows nothing. */
const constants: Readonly<Record<string, Fields>> = {
  customer: nulls('default_source', 'shipping'),
  payment_method: nulls('customer_account'),
  setup_intent: { ...intentFields, ...nulls('latest_attempt', 'mandate', 'single_use_mandate') },
  payment_intent: {
    ...intentFields,
    ...nulls('application_fee_amount', 'managed_payments', 'payment_record', 'processing', 'review'),
    ...nulls('shipping', 'source', 'statement_descriptor', 'transfer_data', 'transfer_group'),
    ...{ amount_capturable: 0, confirmation_method: 'automatic' },
  },
  charge: {
    ...nulls('application', 'application_fee', 'application_fee_amount', 'failure_balance_transaction'),
    ...nulls('on_behalf_of', 'receipt_email', 'receipt_number', 'receipt_url', 'review', 'shipping'),
    ...nulls('source', 'source_transfer', 'statement_descriptor', 'statement_descriptor_suffix'),
    ...nulls('transfer_data', 'transfer_group'),
    ...{ calculated_statement_descriptor: 'ANNUITY DESK', fraud_details: {} },
  },
  refund: nulls(
    'customer',
    'customer_account',
    'payment_method',
    'source_transfer_reversal',
    'transfer_reversal',
  ),
  dispute: {
    ...{ enhanced_eligibility_types: [], livemode: false },
    intended_submission_method: 'manual',
  },
  balance_transaction: { balance_type: 'payments', description: null, exchange_rate: null },
};

/** Fields that follow from what the store knows, or hold it beside others. */
const derived: Readonly<Record<string, (row: Shown) => Fields>> = {
  customer: ({ invoice_settings: settings }) => ({
    invoice_settings: { custom_fields: null, footer: null, rendering_options: null, ...settings },
  }),
  payment_method: ({ billing_details: billing, card }) => ({
    billing_details: { tax_id: null, ...billing },
    card: {
      ...{ generated_from: null, networks: null, regulated_status: null, three_d_secure_usage: null },
      ...card,
      checks: { ...checks, ...card?.checks },
    },
  }),
  charge: ({ billing_details: billing, outcome, payment_method_details: details }) => ({
    billing_details: { tax_id: null, ...billing },
    outcome: {
      ...{ advice_code: null, network_advice_code: null, network_decline_code: null, seller_message: null },
      ...outcome,
    },
    payment_method_details: describeCard(details ?? {}),
  }),
  dispute: ({ evidence, evidence_details: details }) => ({
    evidence: { ...noEvidence, enhanced_evidence: {}, ...evidence },
    evidence_details: { enhanced_eligibility: {}, submission_method: null, ...details },
  }),
  balance_transaction: ({ created, currency, fee = 0, type }) => ({
    available_on: created + 2 * DAY_SECONDS,
    fee_details: fee === 0 ? [] : [{ ...processingFee, amount: fee, currency }],
    reporting_category: type === 'adjustment' ? 'dispute' : type,
  }),
};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns an answer or event with every field that the provider documents, also those that the store does not keep. */
export function addDocumentedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addDocumentedFields);
  if (!isFields(value)) return value;
  const kind = String(value['object']);
  if (kind === 'customer' && value['deleted'] === true)
    return { id: value['id'], object: 'customer', deleted: true };
  const whole = { ...constants[kind], ...value, ...derived[kind]?.(value as unknown as Shown) };
  return Object.fromEntries(Object.entries(whole).map(([name, inner]) => [name, addDocumentedFields(inner)]));
}
