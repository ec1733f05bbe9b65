import { routes, savedSteps } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { describeApi } from './document.js';
import type { JsonSchema } from './json-schema.js';

const { paths, components } = describeApi(routes, 'desk');

it('documents the funnel key and the idempotency key', () => {
  const post = paths['/api/ingest/leads']?.post;
  expect(post?.security).toEqual([{ funnelKey: [] }, { funnelBearer: [] }, { funnelBasic: [] }]);
  expect(components?.securitySchemes).toMatchObject({
    funnelKey: { type: 'apiKey', in: 'header', name: 'X-Funnel-Key' },
    funnelBearer: { type: 'http', scheme: 'bearer' },
    funnelBasic: { type: 'http', scheme: 'basic', description: 'The password is the key.' },
  });
  const named = expect.arrayContaining([expect.objectContaining({ name: 'Idempotency-Key', in: 'header' })]);
  expect(post?.parameters).toEqual(named);
  expect(paths['/api/ingest/leads/batch']?.post?.parameters).toEqual(named);
  expect(paths['/api/ingest/ping']?.post?.parameters).toEqual([]);
});

it('documents the Retry-After header', () => {
  for (const path of Object.values(paths))
    for (const { responses } of Object.values(path) as { responses: Record<string, object> }[])
      for (const status of ['429', '503'])
        expect(responses[status]).toMatchObject({ headers: { 'Retry-After': expect.anything() } });
});

it('documents the length limits of texts and lists, and that list items are unique', () => {
  const filters = paths['/api/user/filters']?.patch?.requestBody;
  expect(filters).toMatchObject({
    content: {
      'application/json': {
        schema: {
          properties: { states: { type: 'array', uniqueItems: true, maxItems: expect.any(Number) } },
        },
      },
    },
  });
  const app = paths['/api/user/second-factors/app']?.post?.requestBody;
  expect(app).toMatchObject({
    content: { 'application/json': { schema: { properties: { name: { minLength: 1 } } } } },
  });
});

it('describes each sign-up step with its own schema, selected by its name', () => {
  const body = paths['/api/get-started/save']?.post?.requestBody as {
    content: Record<string, { schema: JsonSchema }>;
  };
  const kinds = body.content['application/json']?.schema.oneOf ?? [];
  expect(kinds.map(({ properties }) => properties?.['currentStep']?.enum)).toEqual(
    savedSteps.map((step) => [step]),
  );
  expect(kinds.map(({ properties = {} }) => Object.keys(properties).toSorted())).toEqual([
    ['acceptedTerms', 'currentStep', 'sessionId'],
    ['currentStep', 'deliveryEmail', 'deliveryOther', 'deliverySlack', 'deliveryText', 'sessionId'],
    ['companyName', 'currentStep', 'firstName', 'lastName', 'sessionId'],
    ['currentStep', 'email', 'phone', 'sessionId'],
    ['currentStep', 'password', 'sessionId'],
  ]);
  for (const kind of kinds) expect(kind).toMatchObject({ type: 'object', additionalProperties: false });
});
