import { json, MARGARET, type SourceExample } from './source-example.js';

/**
 * An answer's name is the reference of its question, or the question's title if Typeform generated the reference. The
 * envelope is `event_id`, `event_type`, `form_response.token` and `form_response.definition`; names within
 * `form_response` are read without that prefix.
 */
const DOCUMENTATION = 'https://www.typeform.com/developers/webhooks/example-payload/';

interface Answered {
  readonly field: { readonly id: string; readonly ref: string; readonly type: string };
  readonly title: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

const text = (id: string, ref: string, title: string, value: string): Answered => ({
  field: { id, ref, type: 'short_text' },
  title,
  answer: { type: 'text', text: value },
});

const email = (id: string, ref: string, value: string): Answered => ({
  field: { id, ref, type: 'email' },
  title: 'Email',
  answer: { type: 'email', email: value },
});

const phone = (id: string, ref: string, value: string): Answered => ({
  field: { id, ref, type: 'phone_number' },
  title: 'Phone number',
  answer: { type: 'phone_number', phone_number: value },
});

const number = (id: string, ref: string, title: string, value: number): Answered => ({
  field: { id, ref, type: 'number' },
  title,
  answer: { type: 'number', number: value },
});

const choice = (id: string, ref: string, title: string, label: string): Answered => ({
  field: { id, ref, type: 'multiple_choice' },
  title,
  answer: { type: 'choice', choice: { id: `${id}a`, label, ref: `${id}-choice` } },
});

const choices = (id: string, ref: string, title: string, labels: readonly string[]): Answered => ({
  field: { id, ref, type: 'multiple_choice' },
  title,
  answer: {
    type: 'choices',
    choices: {
      ids: labels.map((_label, index) => `${id}${index}`),
      labels,
      refs: labels.map((_label, index) => `${id}-choice-${index}`),
    },
  },
});

interface Response {
  readonly eventId: string;
  readonly eventType?: string;
  readonly token: string;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly answered: readonly Answered[];
}

const toRequest = ({ eventId, eventType = 'form_response', token, hidden, answered }: Response) =>
  json({
    event_id: eventId,
    event_type: eventType,
    form_response: {
      form_id: 'lT4Z3jQp',
      token,
      landed_at: '2026-01-05T14:00:12Z',
      submitted_at: '2026-01-05T14:02:41Z',
      ...(hidden && { hidden }),
      definition: {
        id: 'lT4Z3jQp',
        title: 'Annuity Quote',
        fields: answered.map(({ field, title }) => ({ ...field, title, properties: {} })),
        ...(hidden && { hidden: Object.keys(hidden) }),
        endings: [{ id: 'DefaultTyScreen', ref: 'default_tys', title: 'Thank you', type: 'thankyou_screen' }],
      },
      answers: answered.map(({ field, answer }) => ({ ...answer, field })),
      ending: { id: 'DefaultTyScreen', ref: 'default_tys' },
    },
  });

const SUBMISSION = {
  form_id: 'lT4Z3jQp',
  landed_at: '2026-01-05T14:00:12Z',
  submitted_at: '2026-01-05T14:02:41Z',
};

export const examples: readonly SourceExample[] = [
  {
    name: 'a response to questions with references that the owner chose',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      eventId: '01KE7C5P2M8XQ4T1RZB6N3VHWD',
      token: 'x71for1wr6irs2rx71fotn12b3izh25v',
      hidden: {
        utm_source: 'google',
        utm_medium: 'cpc',
        utm_term: '',
        landing_page: 'https://www.example.com/annuity-quote',
        click_id: 'click-7',
      },
      answered: [
        text('JwWggjAKtOkA', 'first_name', "What's your first name?", 'Margaret'),
        text('KoJxDM3c6x8h', 'last_name', 'And your last name?', 'Ellison'),
        email('SMEUb7VJz92Q', 'email', 'margaret.ellison@example.com'),
        phone('Q7M2XAwY04dW', 'phone', '+15125550142'),
        {
          field: { id: 'k6TP9oLGgHjl', ref: 'state', type: 'dropdown' },
          title: 'Which state do you live in?',
          answer: { type: 'choice', choice: { id: 'pBVm1w4quPjA', label: 'Texas', ref: 'c1' } },
        },
        text('RUqkXSeXBXSd', 'zip', "What's your ZIP code?", '78701'),
        number('gFFf3xAkJKsr', 'age', 'How old are you?', 64),
        choice('PNe8ZKBK8C2Q', 'lead_type', 'Which annuity interests you?', 'Fixed Indexed Annuity'),
        choice('WOTdC00F8A3h', 'estimated_assets', 'How much could you invest?', '$250,000 - $500,000'),
        choice('OaXBBv3uqDiV', 'purchase_timeline', 'When would you like to buy?', 'Within 3 months'),
        {
          field: { id: 'M8JLOd0nIQPU', ref: 'may_call', type: 'legal' },
          title: 'A licensed agent may call me.',
          answer: { type: 'boolean', boolean: true },
        },
      ],
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: { landingPageUrl: 'https://www.example.com/annuity-quote' },
        reference: 'click-7',
      },
      extras: {
        ...SUBMISSION,
        may_call: 'true',
        'hidden.utm_source': 'google',
        'hidden.utm_medium': 'cpc',
      },
      idempotencyKey: 'x71for1wr6irs2rx71fotn12b3izh25v',
    },
  },
  {
    name: 'the made-up answers of "Send test request"',
    ...toRequest({
      eventId: '01KE7BZ0A5S9J2H6GQ8D4RCFYT',
      token: '01KE7BZ0A5S9J2H6GQ8D4RCFYT',
      answered: [
        text('JwWggjAKtOkA', 'first_name', "What's your first name?", 'Lorem ipsum dolor'),
        text('KoJxDM3c6x8h', 'last_name', 'And your last name?', 'Lorem ipsum dolor'),
        email('SMEUb7VJz92Q', 'email', 'an_account@example.com'),
        phone('Q7M2XAwY04dW', 'phone', '+15125550123'),
        text('k6TP9oLGgHjl', 'state', 'Which state do you live in?', 'Lorem ipsum dolor'),
        text('RUqkXSeXBXSd', 'zip', "What's your ZIP code?", 'Lorem ipsum dolor'),
        number('gFFf3xAkJKsr', 'age', 'How old are you?', 42),
        choice('PNe8ZKBK8C2Q', 'lead_type', 'Which annuity interests you?', 'Barcelona'),
        choice('WOTdC00F8A3h', 'estimated_assets', 'How much could you invest?', 'Barcelona'),
        choice('OaXBBv3uqDiV', 'purchase_timeline', 'When would you like to buy?', 'Barcelona'),
      ],
    }),
    expected: {
      refused: ['state', 'zip', 'age', 'lead_type', 'estimated_assets', 'purchase_timeline'],
    },
  },
  {
    name: 'a response with references that Typeform generated, a ZIP code as a number and a choice of one',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      eventId: '01KE7D1XG3B0Y8WV5N2KQM7JTA',
      token: 'u1en18oq7zuvrxbhxtu1en188a3t3ff8',
      answered: [
        text('Zb5dXw9cPq1L', '9a489f17-8765-494b-933e-3624c645bd0c', 'First name', 'Margaret'),
        text('y8HnRkQm2TsV', 'd7d7ec58-c9b0-48d2-b654-288d9da8e310', 'Last name', 'Ellison'),
        phone('f3LpTzW7xBcE', '3447acbd-b470-4889-99ca-61636ac7901f', '+15125550142'),
        email('h6VqNsYd4KgJ', 'be8e3452-e4ca-4142-84f5-4aa8f280f378', 'margaret.ellison@example.com'),
        {
          field: { id: 'c9XrFmZa5PwU', ref: '0b907e33-11e0-4e86-bc38-58ef7984c59a', type: 'dropdown' },
          title: 'State',
          answer: { type: 'text', text: 'Texas' },
        },
        number('b2KtGvQe8NyH', '9979e48b-e482-4542-b368-0a4fe328d47d', 'ZIP code', 78701),
        {
          field: { id: 'n7JwEcRf1MxA', ref: '2e644ba6-3a52-4895-b100-b061c6af0331', type: 'date' },
          title: 'Date of birth',
          answer: { type: 'date', date: '1963-06-15' },
        },
        choices('q4ZyUhTg6LkD', '50a3bd14-b93f-43f6-80c1-94e39aa654ef', 'Annuity Type', ['Fixed Indexed']),
        choice('w1BsIjPo3VnC', 'd4b76659-b1c5-4184-b92f-00edccbdad69', 'Estimated Assets', '$250K - $500K'),
        {
          field: {
            id: 'r8MxOkLi2QzF',
            ref: '238d1802-9921-4687-a37b-5e50f56ece8e',
            type: 'multiple_choice',
          },
          title: 'Purchase Timeline',
          answer: { type: 'choice', choice: { other: 'as soon as possible' } },
        },
      ],
    }),
    expected: {
      lead: MARGARET,
      extras: SUBMISSION,
      idempotencyKey: 'u1en18oq7zuvrxbhxtu1en188a3t3ff8',
    },
  },
  {
    name: 'several choices where one is expected',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      eventId: '01KE7E8R5C4Z1P9QX6M0TBWJND',
      token: 'a3a12ec67a1365927098a606107fac15',
      answered: [
        text('JwWggjAKtOkA', 'first_name', "What's your first name?", 'Margaret'),
        text('KoJxDM3c6x8h', 'last_name', 'And your last name?', 'Ellison'),
        email('SMEUb7VJz92Q', 'email', 'margaret.ellison@example.com'),
        phone('Q7M2XAwY04dW', 'phone', '+15125550142'),
        text('k6TP9oLGgHjl', 'state', 'Which state do you live in?', 'Texas'),
        text('RUqkXSeXBXSd', 'zip', "What's your ZIP code?", '78701'),
        number('gFFf3xAkJKsr', 'age', 'How old are you?', 64),
        choices('PNe8ZKBK8C2Q', 'lead_type', 'Which annuities interest you?', ['Fixed Indexed', 'MYGA']),
        choice('WOTdC00F8A3h', 'estimated_assets', 'How much could you invest?', '$250,000 - $500,000'),
        choice('OaXBBv3uqDiV', 'purchase_timeline', 'When would you like to buy?', 'Within 3 months'),
      ],
    }),
    expected: { refused: ['lead_type'] },
  },
  {
    name: 'a response that its person left half-way',
    documentedAt: 'https://typeform.com/developers/webhooks/reference/create-or-update-webhook',
    ...toRequest({
      eventId: '01KE7F3W9V7D2K5HYA8SG1XPMQ',
      eventType: 'form_response_partial',
      token: 'vx3q6b0m5k9rwd7tz1c8hy2jn4pflsag',
      answered: [
        text('JwWggjAKtOkA', 'first_name', "What's your first name?", 'Margaret'),
        text('KoJxDM3c6x8h', 'last_name', 'And your last name?', 'Ellison'),
        email('SMEUb7VJz92Q', 'email', 'margaret.ellison@example.com'),
      ],
    }),
    expected: {
      refused: [
        'phone',
        'state',
        'zip_code',
        'age_range',
        'estimated_assets',
        'purchase_timeline',
        'lead_type',
      ],
    },
  },
];
