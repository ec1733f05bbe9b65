import { brand, type ErrorCode, errorCatalog } from '@desk/contracts';
import type { OpenAPIObject } from '@nestjs/swagger';
import { needsSession } from '../auth/access.js';
import type { Route } from '../http/routes.js';
import { PROBLEM_TYPE } from '../errors/problem.js';
import { type JsonSchema, toJsonSchema } from './json-schema.js';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const problem: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorCatalog) },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** The failures that a route can answer with, by what it is. */
function errorsOf({ access, method, body, query, documentation }: Route): ErrorCode[] {
  const isWrite = WRITES.has(method);
  return [
    ...(needsSession(access) ? (['UNAUTHENTICATED'] as const) : []),
    ...(access === 'funnel' ? (['UNKNOWN_FUNNEL_KEY'] as const) : []),
    ...(access === 'admin' || access === 'agent' ? (['FORBIDDEN'] as const) : []),
    ...(isWrite && access !== 'funnel' ? (['CROSS_SITE'] as const) : []),
    ...(isWrite ? (['MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const) : []),
    ...((body ?? query ?? documentation?.body) ? (['INVALID_REQUEST'] as const) : []),
    ...(documentation?.errors ?? []),
    'INTERNAL',
    'UNAVAILABLE',
  ];
}

function contentOf({ documentation }: Route): object | undefined {
  const { answer, text } = documentation ?? {};
  if (text) return { [text.type]: { schema: { type: 'string', description: text.holds } } };
  return answer && { 'application/json': { schema: toJsonSchema(answer) } };
}

function responsesOf(route: Route): object {
  const byStatus = Map.groupBy(new Set(errorsOf(route)), (code) => errorCatalog[code].status);
  const failures = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const { also = [] } = route.documentation ?? {};
  const content = contentOf(route);
  const success = { description: 'Success', ...(content ? { content } : {}) };
  return Object.fromEntries([
    ...[route.status, ...also].map((status) => [String(status), success]),
    ...failures,
  ]) as object;
}

function parametersOf({ query, path }: Route): object[] {
  const { properties = {}, required = [] } = query ? toJsonSchema(query) : {};
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function operationOf(route: Route): object {
  const body = route.body ?? route.documentation?.body;
  const types = route.contentTypes.includes('any') ? ['application/json'] : route.contentTypes;
  const schema = body && toJsonSchema(body);
  return {
    operationId: route.name,
    summary: route.documentation?.summary ?? route.name,
    tags: [route.path.split('/')[2] ?? 'api'],
    security: needsSession(route.access) ? [{ session: [] }] : [],
    'x-access': route.access,
    parameters: parametersOf(route),
    ...(schema
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(types.map((type) => [type, { schema }])),
          },
        }
      : {}),
    responses: responsesOf(route),
  };
}

/** The API as its routes say, from the schemas that check it. */
export function describeApi(routes: readonly Route[], cookieName: string): OpenAPIObject {
  const byPath = Map.groupBy(routes, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'));
  const paths = [...byPath].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((route) => [route.method.toLowerCase(), operationOf(route)])),
  ]);
  return {
    openapi: '3.0.3',
    info: { title: `${brand} API`, version: '1', description: 'Failures are problem documents (RFC 9457).' },
    paths: Object.fromEntries(paths) as OpenAPIObject['paths'],
    components: {
      schemas: { Problem: problem },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  };
}
