import {
  type AccessLevel,
  type AnswerOf,
  type BodyOf,
  boundedText,
  type Caller,
  DomainError,
  type ParamsOf,
  type QueryOf,
  readInput,
  type Route,
  type RouteDefinition,
  type RouteName,
  type Routes,
  SEARCH_HEADER,
  uuid,
} from '@desk/contracts';
import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  Res,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ObjectSchema, type Schema } from 'yup';
import { callerOf, type IdentifiedFunnel, type IdentifiedRequest, type SignedIn } from './identity.js';

/** What a handler knows about the sender, by the access level of its route. */
interface IdentityByAccess extends Record<AccessLevel, unknown> {
  readonly public: unknown;
  readonly 'signed-in': SignedIn;
  readonly agent: SignedIn;
  readonly admin: SignedIn;
  readonly funnel: { readonly funnel: IdentifiedFunnel };
}

/** The validated input of a route's handler. */
export type InputOf<R extends RouteDefinition> = IdentityByAccess[R['access']] & {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
};

const id = uuid();
const key = boundedText({ max: 100, pattern: /^[\w-]+$/ }).required();

/** Answers a malformed id or key like an unknown one. */
function readParams({ params }: Route, request: Request): Readonly<Record<string, string>> {
  for (const [name, notFound] of Object.entries(params))
    if (!(name.endsWith('Id') ? id : key).isValidSync(request.params[name], { strict: true }))
      throw new DomainError(notFound);
  return request.params as Record<string, string>;
}

/** Pages send the search in a header, because it may name a person and proxies log URLs. */
function readQuery(schema: Schema, request: Request): object {
  const sent = request.get(SEARCH_HEADER);
  if (sent === undefined || !(schema instanceof ObjectSchema) || !('search' in schema.fields))
    return request.query;
  try {
    return { ...request.query, search: decodeURIComponent(sent) };
  } catch {
    throw new DomainError('INVALID_REQUEST', {
      fields: [{ field: 'search', message: `${SEARCH_HEADER} must be percent-encoded UTF-8` }],
    });
  }
}

/** Normalizes texts, then validates strictly: converts no types, rejects unknown fields, names every invalid field. */
export function readRouteInput(route: Route, context: ExecutionContext): object {
  const http = context.switchToHttp();
  const request = http.getRequest<IdentifiedRequest>();
  return {
    ...request.signedIn,
    funnel: request.funnel,
    params: readParams(route, request),
    query: route.query && (readInput(route.query, readQuery(route.query, request)) as unknown),
    body: route.body && (readInput(route.body, (request.body as unknown) ?? {}) as unknown),
    caller: callerOf(request),
    request,
    response: http.getResponse<Response>(),
  };
}

export type RouteInput<Name extends RouteName> = InputOf<Routes[Name]>;
export type RouteAnswer<Name extends RouteName> = AnswerOf<Routes[Name]>;

const DeclaredRoute = Reflector.createDecorator<Route>();
const Input = createParamDecorator((route: Route, context: ExecutionContext) =>
  readRouteInput(route, context),
);

const reflector = new Reflector();

/** The route of the handler about to run; undefined for a handler without `@HandleRoute`. */
export const routeOf = (context: ExecutionContext): Route | undefined =>
  reflector.get(DeclaredRoute, context.getHandler());

type Handler<R extends RouteDefinition> = (input: InputOf<R>) => AnswerOf<R> | Promise<AnswerOf<R>>;

/** Binds a declared route to a method: method, path, access, content types, validation and status. */
export function bindRoute(
  route: Route,
  controller: object,
  name: string,
  descriptor: PropertyDescriptor,
): void {
  RequestMapping({ method: RequestMethod[route.method], path: route.path })(controller, name, descriptor);
  HttpCode(route.status)(controller, name, descriptor);
  DeclaredRoute(route)(controller, name, descriptor);
  Input(route)(controller, name, 0);
  // With the response injected, Nest leaves sending to the handler.
  if (route.text) Res()(controller, name, 1);
}

/** Binds a route to the method below, which receives the validated input and returns the declared answer. */
export const HandleRoute =
  <R extends Route>(route: R) =>
  <H extends Handler<R>>(controller: object, name: string, descriptor: TypedPropertyDescriptor<H>): void =>
    bindRoute(route, controller, name, descriptor);
