import { createECDH, randomUUID } from 'node:crypto';
import { type AccessLevel, type Route, routes } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JsonSchema, toJsonSchema } from '../src/openapi/json-schema.js';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
const browsers = new Map<AccessLevel, Browser>();

beforeAll(async () => {
  const vapid = createECDH('prime256v1');
  vapid.generateKeys();
  system = await TestSystem.start(undefined, {}, (sandboxUrl) => ({
    SLACK_API_BASE: sandboxUrl,
    VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
  }));
  const fixture = await Fixture.create(system);
  const agent = await fixture.createBuyer();
  browsers.set('agent', agent.browser).set('signed-in', agent.browser);
  browsers.set('admin', await system.createAdmin());
  browsers.set('public', system.openBrowser());
});
afterAll(() => system.stop());

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
