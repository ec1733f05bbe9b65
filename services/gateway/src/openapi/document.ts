import {
  type AccessLevel,
  brand,
  type ErrorCode,
  errorCatalog,
  PAGE_USER_HEADER,
  SEARCH_HEADER,
  paramNames,
  type Route,
  uuid,
} from '@desk/contracts';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEM_TYPE } from '../errors/problem.js';
import { allowsNothing } from '../http/body.guard.js';
import { type JsonSchema, toJsonSchema } from './json-schema.js';

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

const needsSession = (access: AccessLevel): boolean => access !== 'public' && access !== 'funnel';

/** Returns the errors a route declares and those its method, access and input imply. */
function errorsOf(route: Route): ErrorCode[] {
  const { access, method, body, documentedBody, query, params, errors } = route;
  const isWrite = method !== 'GET';
  return [
    ...(needsSession(access)
      ? (['UNAUTHENTICATED', 'OTHER_USER_SIGNED_IN', 'INVALID_REQUEST'] as const)
      : []),
    ...(access === 'funnel' ? (['UNKNOWN_FUNNEL_KEY', 'FUNNEL_PAUSED', 'ORIGIN_NOT_ALLOWED'] as const) : []),
    ...(access === 'admin' || access === 'agent' ? (['FORBIDDEN'] as const) : []),
    ...(needsSession(access) && !route.allowedBeforeSecondFactor
      ? (['SECOND_FACTOR_REQUIRED'] as const)
      : []),
    ...(route.proof === 'recent' ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
    ...(route.confirmedEmail ? (['EMAIL_NOT_CONFIRMED'] as const) : []),
    ...(isWrite && access !== 'funnel' ? (['CROSS_SITE'] as const) : []),
    ...(isWrite ? (['MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const) : []),
    ...((body ?? documentedBody ?? query) ? (['INVALID_REQUEST'] as const) : []),
    ...Object.values(params),
    ...errors,
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    'UNAVAILABLE',
  ];
}

function contentOf({ answer, text }: Route): object | undefined {
  if (text) return { [text.contentType]: { schema: { type: 'string', description: text.description } } };
  return answer && { 'application/json': { schema: toJsonSchema(answer) } };
}

/** The header of responses that ask the caller to wait. */
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
};
const WAIT_STATUSES: readonly number[] = [429, 503];

function responsesOf(route: Route): object {
  const codesByStatus = Map.groupBy(new Set(errorsOf(route)), (code) => errorCatalog[code].status);
  const failures = [...codesByStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      ...(WAIT_STATUSES.includes(status) ? { headers: retryAfter } : {}),
      content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const content = contentOf(route);
  const success = { description: 'Success', ...(content ? { content } : {}) };
  return Object.fromEntries([
    ...[route.status, ...route.otherStatuses].map((status) => [String(status), success]),
    ...failures,
  ]) as object;
}

/** Names the user whose page sends the request, so that it is never carried out for another one. */
const pageUser = {
  name: PAGE_USER_HEADER,
  in: 'header',
  required: false,
  description:
    'The id of the user whose page sends the request. If another user is signed in, the request is refused with ' +
    'OTHER_USER_SIGNED_IN before anything happens. Other clients omit it.',
  schema: toJsonSchema(uuid()),
};

/** Lets a repeated post count as the same post. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Up to 255 characters of your choice. Posts with the same key count as one.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
/** Routes that accept leads; a ping accepts nothing. */
const acceptsLeads = ({ access, effects }: Route): boolean => access === 'funnel' && effects.length > 0;

const securityOf = ({ access, path }: Route): object[] => {
  if (access === 'funnel' && paramNames(path).includes('key')) return [];
  if (access === 'funnel') return [{ funnelKey: [] }, { funnelBearer: [] }, { funnelBasic: [] }];
  return needsSession(access) ? [{ session: [] }] : [];
};

function parametersOf(route: Route): object[] {
  const { query, path, access } = route;
  const { properties = {}, required = [] } = query ? toJsonSchema(query) : {};
  const inPath = paramNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    ...(name === 'search'
      ? { name: SEARCH_HEADER, in: 'header', description: 'What to search for, percent-encoded.' }
      : { name, in: 'query' }),
    required: required.includes(name),
    schema,
  }));
  return [
    ...inPath,
    ...inQuery,
    ...(needsSession(access) ? [pageUser] : []),
    ...(acceptsLeads(route) ? [idempotencyKey] : []),
  ];
}

function requestBodyOf({ body, documentedBody, contentTypes }: Route): object {
  const described = body ?? documentedBody;
  if (!described) return {};
  const schema = toJsonSchema(described);
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema }]));
  return { requestBody: { required: !allowsNothing(described), content } };
}

const operationOf = (name: string, route: Route): object => ({
  operationId: name,
  summary: route.summary,
  tags: [route.path.split('/')[2] ?? 'api'],
  security: securityOf(route),
  'x-access': route.access,
  parameters: parametersOf(route),
  ...requestBodyOf(route),
  responses: responsesOf(route),
});

/** Describes the declared routes as an OpenAPI document, from the same schemas that validate them. */
export function describeApi(routes: Readonly<Record<string, Route>>, cookieName: string): OpenAPIObject {
  const byPath = Map.groupBy(Object.entries(routes), ([, { path }]) => path.replaceAll(/:(\w+)/g, '{$1}'));
  const paths = [...byPath].map(([path, routesOfPath]) => [
    path,
    Object.fromEntries(
      routesOfPath.map(([name, route]) => [route.method.toLowerCase(), operationOf(name, route)]),
    ),
  ]);
  return {
    openapi: '3.0.3',
    info: { title: `${brand} API`, version: '1', description: 'Failures are problem documents (RFC 9457).' },
    paths: Object.fromEntries(paths) as OpenAPIObject['paths'],
    components: {
      schemas: { Problem: problem },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        funnelKey: { type: 'apiKey', in: 'header', name: 'X-Funnel-Key' },
        funnelBearer: { type: 'http', scheme: 'bearer' },
        funnelBasic: { type: 'http', scheme: 'basic', description: 'The password is the key.' },
      },
    },
  };
}
