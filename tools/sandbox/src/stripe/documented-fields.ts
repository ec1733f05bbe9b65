type Fields = Readonly<Record<string, unknown>>;

const DAY_SECONDS = 86_400;
const noEvidence = Object.fromEntries(
  [
    ...['access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'],
    ...['cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'],
    ...['customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation'],
    ...['duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'],
    ...['refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date'],
    ...['service_documentation', 'shipping_address', 'shipping_carrier', 'shipping_date'],
    ...['shipping_documentation', 'shipping_tracking_number', 'uncategorized_file', 'uncategorized_text'],
  ].map((name) => [name, null]),
);
const processingFee = { application: null, description: 'Stripe processing fees', type: 'stripe_fee' };
const checks = { address_line1_check: null, address_postal_code_check: null };

const intentFields = {
  application: null,
  automatic_payment_methods: null,
  customer_account: null,
  excluded_payment_method_types: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
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
  customer: { default_source: null, shipping: null },
  payment_method: { customer_account: null },
  setup_intent: intentFields,
  payment_intent: {
    ...intentFields,
    ...{ managed_payments: null, payment_record: null, source: null },
    ...{ statement_descriptor: null, transfer_group: null },
  },
  charge: {
    ...{ application: null, application_fee: null, application_fee_amount: null },
    ...{ calculated_statement_descriptor: 'ANNUITY DESK', failure_balance_transaction: null },
    ...{
      fraud_details: {},
      on_behalf_of: null,
      receipt_email: null,
      receipt_number: null,
      receipt_url: null,
    },
    ...{ review: null, shipping: null, source: null, source_transfer: null, statement_descriptor: null },
    ...{ statement_descriptor_suffix: null, transfer_data: null, transfer_group: null },
  },
  refund: {
    ...{ customer: null, customer_account: null, payment_method: null },
    ...{ source_transfer_reversal: null, transfer_reversal: null },
  },
  dispute: {
    ...{ balance_transactions: [], enhanced_eligibility_types: [], livemode: false },
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
