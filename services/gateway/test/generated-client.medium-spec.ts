import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { eventually } from '@desk/testing';
import { HttpMethod, OpenAPIClientAxios, type Operation } from 'openapi-client-axios';
import { Fixture } from './fixture.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

const KEY = 'fk_generated';
type Fields = Record<string, unknown>;

let system: TestSystem;
let fixture: Fixture;
let api: OpenAPIClientAxios;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  const funnelId = randomUUID();
  await system.query('lead-router', 'INSERT INTO funnels (id, name) VALUES ($1, $2)', [
    funnelId,
    'Generated',
  ]);
  await system.query('lead-router', 'INSERT INTO funnel_keys VALUES ($1, $2, $3)', [
    createHash('sha256').update(KEY).digest('hex'),
    funnelId,
    KEY.slice(0, 8),
  ]);
  api = new OpenAPIClientAxios({
    definition: `${system.gateway.url}/api/docs-json`,
    withServer: { url: system.gateway.url },
    // Answers with an error status are compared, too.
    axiosConfigDefaults: { validateStatus: () => true },
  });
  await api.init();
});
afterAll(() => system.stop());

const operationOf = (id: string): Operation => {
  const operation = api.getOperation(id);
  if (!operation) throw new Error(`the document has no ${id}`);
  return operation;
};

/** Returns the headers that identify the caller, from the operation's first security scheme in the document. */
function identify(id: string, secret: string): Record<string, string> {
  const [scheme = ''] = Object.keys(operationOf(id).security?.[0] ?? {});
  const described = api.document.components?.securitySchemes?.[scheme];
  if (!described || '$ref' in described || described.type !== 'apiKey') throw new Error(`no key for ${id}`);
  return described.in === 'cookie' ? { cookie: `${described.name}=${secret}` } : { [described.name]: secret };
}

interface Kind {
  readonly properties?: Record<string, { readonly enum?: readonly unknown[] }>;
  readonly required?: readonly string[];
}

/**
 * Returns the values of the fields in the document's body. Replaces a value that is not among the choices by one of
 * them.
 */
function bodyOf(id: string, values: Fields): Fields {
  const body = operationOf(id).requestBody;
  if (!body || '$ref' in body) throw new Error(`${id} has no body`);
  const schema = body.content['application/json']?.schema;
  if (!schema || '$ref' in schema) throw new Error(`${id} has no JSON body`);
  const kinds = (schema.oneOf ?? [schema]) as Kind[];
  const isOf = ({ properties }: Kind) =>
    kinds.length === 1 || properties?.['currentStep']?.enum?.includes(values['currentStep']) === true;
  const { properties = {}, required = [] } = kinds.find(isOf) ?? {};
  const fields = Object.entries(properties).flatMap(([name, { enum: choices }]): [string, unknown][] => {
    if (!(name in values)) return [];
    return [[name, choices && !choices.includes(values[name]) ? choices[0] : values[name]]];
  });
  expect(fields.map(([name]) => name)).toEqual(expect.arrayContaining([...required]));
  return Object.fromEntries(fields);
}

/** Calls an operation with what the document says about it. */
async function call(id: string, parameters: Record<string, string>, body?: Fields, secret?: string) {
  const { status, data } = await api.client[id]!(parameters, body, {
    headers: {
      ...(secret === undefined ? {} : identify(id, secret)),
      // With an empty body, Axios would name the content type of a form.
      ...(body === undefined ? { 'Content-Type': false } : {}),
    },
  });
  return { status, body: data as Fields };
}

it('sells a lead', async () => {
  const buyer = await fixture.createBuyer();
  const lead = bodyOf('postLead', createLead({ zip_code: '10001' }));
  const posted = await call('postLead', { 'Idempotency-Key': 'first' }, lead, KEY);
  expect(posted).toMatchObject({ status: 201, body: { status: 'accepted' } });
  const leadId = String(posted.body['lead_id']);
  const again = await call('postLead', { 'Idempotency-Key': 'first' }, lead, KEY);
  expect(again).toMatchObject({ status: 200, body: { lead_id: leadId, replayed: true } });
  await eventually(
    async () => (await call('getPostedLead', { leadId }, undefined, KEY)).body['status'] === 'sold',
  );

  const [session = ''] = buyer.browser.cookies.values();
  await eventually(async () => {
    const { status, body } = await call('getLead', { leadId }, undefined, session);
    return status === 200 && typeof body['deliveredAt'] === 'string';
  });
  expect(await call('postLead', {}, lead)).toMatchObject({ status: 401 });
});

it('saves the steps of a sign-up, each with its own fields', async () => {
  const everything = {
    acceptedTerms: true,
    deliveryEmail: true,
    deliveryText: false,
    deliverySlack: false,
    firstName: 'Wanda',
    lastName: 'Smith-Jones',
    email: 'wanda@example.com',
    phone: '2125550188',
  };
  let sessionId: unknown;
  for (const currentStep of ['start', 'delivery', 'name', 'contact', 'security']) {
    const values = { ...everything, currentStep, ...(sessionId === undefined ? {} : { sessionId }) };
    const saved = await call('saveSignUpStep', {}, bodyOf('saveSignUpStep', values));
    expect(saved).toMatchObject({ status: 200, body: { sessionId: expect.any(String) } });
    ({ sessionId } = saved.body);
  }
});

it('calls each operation that needs no body without one', async () => {
  const { browser } = await fixture.createAgent();
  const needsNone = api.getOperations().filter(({ method, requestBody }) => {
    const isRequired = requestBody && !('$ref' in requestBody) && requestBody.required === true;
    return method === HttpMethod.Post && !isRequired;
  });
  expect(needsNone.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['signOut', 'createCardSetup']),
  );
  const answers = [];
  for (const { operationId = '', parameters = [], security = [] } of needsNone) {
    const inPath = parameters.flatMap((one) => ('in' in one && one.in === 'path' ? [one.name] : []));
    const ids = Object.fromEntries(inPath.map((name) => [name, randomUUID()]));
    const session = security.length > 0 ? [...browser.cookies.values()][0] : undefined;
    const { status } = await call(operationId, ids, undefined, session);
    answers.push({ operationId, status });
  }
  // Where texting is not set up, its webhooks answer 503.
  expect(answers.filter(({ status }) => status === 415 || status === 500)).toEqual([]);
  expect(answers).toContainEqual({ operationId: 'signOut', status: 200 });
});
