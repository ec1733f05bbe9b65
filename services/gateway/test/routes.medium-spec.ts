import { createECDH, randomUUID } from 'node:crypto';
import { type AccessLevel, type Route, routes } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpMethod, OpenAPIClientAxios, type Operation } from 'openapi-client-axios';
import { type JsonSchema, toJsonSchema } from '../src/openapi/json-schema.js';
import type { Browser } from './browser.js';
import { Fixture, FUNNEL_KEY } from './fixture.js';
import { createLead } from './lead-bodies.js';
import { type Agent, TestSystem } from './test-system.js';

type Fields = Record<string, unknown>;

let system: TestSystem;
let buyer: Agent;
let api: OpenAPIClientAxios;
const browsers = new Map<AccessLevel, Browser>();

beforeAll(async () => {
  const vapid = createECDH('prime256v1');
  vapid.generateKeys();
  system = await TestSystem.start({
    notifier: (sandboxUrl) => ({
      SLACK_API_BASE: sandboxUrl,
      VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url'),
      VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
    }),
  });
  buyer = await (await Fixture.create(system)).createBuyer();
  browsers.set('agent', buyer.browser).set('signed-in', buyer.browser);
  browsers.set('admin', await system.createAdmin());
  browsers.set('public', system.openBrowser());
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
async function callOperation(id: string, parameters: Record<string, string>, body?: Fields, secret?: string) {
  const { status, data } = await api.client[id]!(parameters, body, {
    headers: {
      ...(secret === undefined ? {} : identify(id, secret)),
      // With an empty body, Axios would name the content type of a form.
      ...(body === undefined ? { 'Content-Type': false } : {}),
    },
  });
  return { status, body: data as Fields };
}

describe('a client that is generated from the API document', () => {
  it('sells a lead', async () => {
    const lead = bodyOf('postLead', createLead({ zip_code: '10001' }));
    const posted = await callOperation('postLead', { 'Idempotency-Key': 'first' }, lead, FUNNEL_KEY);
    expect(posted).toMatchObject({ status: 201, body: { status: 'accepted' } });
    const leadId = String(posted.body['lead_id']);
    const again = await callOperation('postLead', { 'Idempotency-Key': 'first' }, lead, FUNNEL_KEY);
    expect(again).toMatchObject({ status: 200, body: { lead_id: leadId, replayed: true } });
    await eventually(
      async () =>
        (await callOperation('getPostedLead', { leadId }, undefined, FUNNEL_KEY)).body['status'] === 'sold',
    );

    const [session = ''] = buyer.browser.cookies.values();
    await eventually(async () => {
      const { status, body } = await callOperation('getLead', { leadId }, undefined, session);
      return status === 200 && typeof body['deliveredAt'] === 'string';
    });
    expect(await callOperation('postLead', {}, lead)).toMatchObject({ status: 401 });
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
      const saved = await callOperation('saveSignUpStep', {}, bodyOf('saveSignUpStep', values));
      expect(saved).toMatchObject({ status: 200, body: { sessionId: expect.any(String) } });
      ({ sessionId } = saved.body);
    }
  });

  it('calls each operation that needs no body without one', async () => {
    const { browser } = await system.registerAgent();
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
      const { status } = await callOperation(operationId, ids, undefined, session);
      answers.push({ operationId, status });
    }
    // Where texting is not set up, its webhooks answer 503.
    expect(answers.filter(({ status }) => status === 415 || status === 500)).toEqual([]);
    expect(answers).toContainEqual({ operationId: 'signOut', status: 200 });
  });
});

/** Values of these fields, whatever their pattern. A `token` is Slack's, or our own of 43 characters. */
const samples: Readonly<Record<string, string>> = {
  token: 'xoxb-000000000000-aaaaaaaaaaaa',
  slackChannelId: 'C0123456789',
  email: 'ada@example.com',
  allowedOrigins: 'https://example.com',
};
/** Sample texts. The first that matches a pattern is used. */
const candidates = (): string[] => [
  ...[
    randomUUID(),
    'A'.repeat(43),
    '0'.repeat(64),
    '0'.repeat(16),
    '0'.repeat(12),
    '123456',
    '2026-03',
    '10',
    '78701',
  ],
  ...[new Date(0).toISOString(), `${new Date(0).toISOString()},${randomUUID()}`, '(212) 555-0100'],
];

function textOf({ pattern, maxLength = Infinity }: JsonSchema, name: string): string {
  if (samples[name] !== undefined && !(name === 'token' && pattern?.includes('43'))) return samples[name];
  if (pattern === undefined) return /ids?$/i.test(name) ? randomUUID() : 'Asked us by phone.';
  const regex = new RegExp(pattern);
  return candidates().find((text) => text.length <= maxLength && regex.test(text)) ?? 'Sample';
}

function sampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, key)]),
      );
    case 'array':
      return [sampleOf(schema.items ?? {}, name)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return textOf(schema, name);
  }
}

const hasIdField = (schema: JsonSchema): boolean =>
  (schema.oneOf ?? []).some(hasIdField) ||
  Object.entries(schema.properties ?? {}).some(
    ([name, value]) => /ids?$/i.test(name) || hasIdField(value) || hasIdField(value.items ?? {}),
  );
const schemaOf = (route: Route, part: 'query' | 'body'): JsonSchema => {
  const schema = part === 'body' ? (route.body ?? route.documentedBody) : route.query;
  return schema ? toJsonSchema(schema) : {};
};
/** Routes that name something by its id: in the path, the query or the body. */
const cases = Object.entries(routes)
  .filter(
    ([, route]: [string, Route]) =>
      route.access !== 'funnel' &&
      (route.path.includes(':') ||
        hasIdField(schemaOf(route, 'query')) ||
        hasIdField(schemaOf(route, 'body'))),
  )
  .map(([name, route]: [string, Route]) => [name, route] as const);

/** Valid bodies of routes that check more than their schema. */
const bodies: Readonly<Record<string, object>> = {
  tryFunnel: createLead(),
  resolveIntegrationRequest: { status: 'completed' },
  saveConnection: { tool: 'linkedin', secret: 'secret' },
  saveMapping: { mapping: { rules: [] }, version: 0 },
  previewMapping: { mapping: { rules: [] }, sample: '{}' },
};

async function call(
  name: string,
  route: Route,
  withOptionalFields: boolean,
): Promise<{ status: number; body: unknown }> {
  const browser = browsers.get(route.access) ?? system.openBrowser();
  const path = route.path.replaceAll(/:\w+/g, () => randomUUID());
  const sample = (part: 'query' | 'body'): object => {
    const { properties = {}, required = [], ...schema } = schemaOf(route, part);
    const names = Object.keys(properties).filter((name) => withOptionalFields || required.includes(name));
    const fields = names.map((name) => [name, properties[name] ?? {}]);
    return sampleOf({ ...schema, type: 'object', properties: Object.fromEntries(fields) }) as object;
  };
  const query = Object.entries(sample('query')).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = route.method === 'GET' ? undefined : JSON.stringify(bodies[name] ?? sample('body'));
  return browser.send(route.method, `${path}?${new URLSearchParams(query).toString()}`, body, {});
}

describe('an unknown id is never a server error', () => {
  it.each(cases)('%s', async (name, route) => {
    const answers = [await call(name, route, true), await call(name, route, false)];
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    // With 422, the route would not have looked for the id in its path.
    if (route.path.includes(':')) expect(answers.map(({ status }) => status)).not.toEqual([422, 422]);
  });

  it('answers 404 for an unknown agent, and posts no greeting', async () => {
    const admin = browsers.get('admin') ?? system.openBrowser();
    const body = { token: samples['token'], slackChannelId: samples['slackChannelId'] };
    expect(await admin.post(`/api/admin/users/${randomUUID()}/slack`, body)).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
  });
});
