import fc from 'fast-check';
import type { Access, Operation } from './api-document.js';
import { addressText, headerText } from './hostile-values.js';
import { type RequestBody, requestBody } from './request-body.js';
import { toolBody } from './tool-body.js';

/** Who sends a request: nobody, or a holder of a session or a key. */
export type Sender = 'nobody' | 'agent' | 'leaving-agent' | 'admin' | 'funnel';

export type HostileRequest = ReturnType<RequestGenerator['generate']>;

const senders: Record<Access, Sender> = {
  public: 'agent',
  'signed-in': 'agent',
  agent: 'agent',
  admin: 'admin',
  funnel: 'funnel',
};

function senderOf({ access, id }: Operation): fc.Arbitrary<Sender> {
  // These would end the session that the other requests need.
  if (id === 'signOut') return fc.constant('nobody');
  if (id === 'endAllSessions') return fc.constant('leaving-agent');
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(senders[access]) },
    { weight: 1, arbitrary: fc.constantFrom<Sender>('nobody', 'agent', 'admin', 'funnel') },
  );
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'accept',
        'accept-encoding',
        'idempotency-key',
        'if-none-match',
        'last-event-id',
        'origin',
        'referer',
        'sec-fetch-site',
        'stripe-signature',
        'traceparent',
        'user-agent',
        'x-forwarded-for',
        'x-desk-user',
        'x-funnel-key',
        'x-request-id',
      ),
      headerText,
      { maxKeys: 2 },
    ),
  },
);

/** Placeholder in a path for the key of a funnel's private address. */
export const ADDRESS_KEY = '{address-key}';
const TOOLS = ['any', 'cake', 'google-ads', 'leadconduit', 'meta', 'typeform', 'unbounce', 'zapier'];

function pathParam(name: string, { isAddress }: Operation): fc.Arbitrary<string> {
  if (!isAddress) return addressText;
  const known = name === 'key' ? fc.constant(ADDRESS_KEY) : fc.constantFrom(...TOOLS);
  return fc.oneof({ weight: 12, arbitrary: known }, { weight: 1, arbitrary: addressText });
}

const pathOf = (operation: Operation): fc.Arbitrary<string> =>
  fc
    .tuple(...operation.pathParams.map((name) => pathParam(name, operation)))
    .map((values) =>
      operation.pathParams.reduce(
        (text, name, at) => text.replace(`{${name}}`, () => values[at] ?? ''),
        operation.path,
      ),
    );

function queryOf({ query }: Operation, focus: string | undefined): fc.Arbitrary<string> {
  const names = Object.keys(query);
  if (names.length === 0)
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: addressText.map((text) => `?${text}`) },
    );
  const name = fc.constantFrom(
    focus !== undefined && names.includes(focus) ? focus : '',
    ...names,
    'a[]',
    '__proto__',
  );
  return fc
    .array(fc.tuple(name, addressText), { minLength: 1, maxLength: 4 })
    .map((pairs) => `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`);
}

const headersOf = (body: RequestBody | undefined): Record<string, string> => ({
  ...(body === undefined || body.contentType === '' ? {} : { 'content-type': body.contentType }),
  ...(body?.contentEncoding === undefined ? {} : { 'content-encoding': body.contentEncoding }),
});

/** Generates the same request for the same seed and index, whatever else is sent. */
export class RequestGenerator {
  private readonly operations: readonly Operation[];
  private readonly leadFields: Operation['body'];

  /** `only` is the id of the operation to which all requests go. @throws Error if there is none */
  constructor(
    operations: readonly Operation[],
    private readonly seed: number,
    only?: string,
  ) {
    this.leadFields = operations.find(({ id }) => id === 'postLead')?.body ?? {};
    this.operations = only === undefined ? operations : operations.filter(({ id }) => id === only);
    if (this.operations.length === 0) throw new Error(`There is no operation ${only ?? ''}.`);
  }

  /** Takes turns through every operation, and through every field of each operation. */
  generate(index: number) {
    const operation = this.operations[index % this.operations.length];
    if (!operation) throw new Error('The document has no operations.');
    const fields = [...Object.keys(operation.body), ...Object.keys(operation.query)];
    const focus = fields[Math.floor(index / this.operations.length) % Math.max(1, fields.length)];
    const usual = operation.isAddress ? toolBody(this.leadFields) : undefined;
    const arbitrary = fc.tuple(
      senderOf(operation),
      pathOf(operation),
      queryOf(operation, focus),
      oddHeaders,
      operation.hasBody ? requestBody(operation, focus, usual) : fc.constant(undefined),
    );
    const [sample] = fc.sample(arbitrary, { seed: (this.seed * 1_000_003 + index) | 0, numRuns: 1 });
    if (!sample) throw new Error('fast-check generated nothing.');
    const [sender, path, query, headers, body] = sample;
    return {
      index,
      operation,
      sender,
      /** As it goes over the wire. */
      path: `${path}${query}`,
      headers: { ...headersOf(body), ...headers },
      body: body?.bytes,
    };
  }
}
