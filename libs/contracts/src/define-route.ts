import type { InferType, Schema } from 'yup';
import type { ErrorCode } from './error-codes.js';
import type { RouteEffect, RouteLimit } from './request-limits.js';

/**
 * Who may call a route: everyone, any signed-in user, an agent, an admin, or a funnel with its key.
 * An admin is not an agent: admins buy no leads.
 */
export type AccessLevel = 'public' | 'signed-in' | 'agent' | 'admin' | 'funnel';

export type HttpMethod = 'GET' | 'POST' | 'PATCH';

export const ANY_TYPE = '*/*';

export interface RouteDefinition {
  readonly method: HttpMethod;
  /** Parameters as Express writes them: `/api/leads/:leadId`. */
  readonly path: string;
  readonly access: AccessLevel;
  /** One line for the API documentation. */
  readonly summary: string;
  /** Every parameter of the path, with the error code for an unknown value. Those named `…Id` are ids. */
  readonly params?: Readonly<Record<string, ErrorCode>>;
  /** Every value of a query string is text. */
  readonly query?: Schema;
  readonly body?: Schema;
  /** Documents a body that the handler validates itself. */
  readonly documentedBody?: Schema;
  readonly answer?: Schema;
  /** Instead of `answer`, for a success that is not JSON. */
  readonly text?: { readonly contentType: string; readonly description: string };
  /** HTTP status of a success; 200 unless stated. */
  readonly status?: number;
  /** Further success statuses with the same answer. */
  readonly otherStatuses?: readonly number[];
  /** Content types of the request body; JSON unless stated. With `ANY_TYPE`, the handler reads the bytes. */
  readonly contentTypes?: readonly string[];
  /** Expected errors beyond those that every route with this access, body and parameters has. */
  readonly errors?: readonly ErrorCode[];
  readonly effects?: readonly RouteEffect[];
  /**
   * Beyond the default limit, which funnels do not have. A limit per network that the gateway counts replaces it.
   */
  readonly limits?: readonly RouteLimit[];
  /** False where a page calls the route on its own, so that an unattended page does not keep its session alive. */
  readonly extendsSession?: boolean;
  /**
   * What the audit log records: that personal data was read (once per minute and caller), or that it was exported (before
   * anything is sent). Required for downloads, and for routes for admins that answer personal data.
   */
  readonly audit?: 'personal-data' | 'export';
  /**
   * What a caller must prove besides having a session: nothing, the secret of an emailed link, or who they are. A recent
   * proof is at most 10 minutes old, and with a second factor if the user has one. By default, whatever a signed-in user
   * changes needs one.
   */
  readonly proof?: 'none' | 'link' | 'recent';
  /**
   * Whether the account's address must be confirmed. Required for routes that give lasting access, because an
   * unconfirmed address may belong to somebody else.
   */
  readonly confirmedEmail?: boolean;
  /**
   * Whether users who must set up a second factor may call the route before that. Only for routes that the set-up
   * needs.
   */
  readonly allowedBeforeSecondFactor?: boolean;
}

type Defaults = Required<
  Pick<
    RouteDefinition,
    | 'params'
    | 'status'
    | 'otherStatuses'
    | 'contentTypes'
    | 'errors'
    | 'effects'
    | 'limits'
    | 'extendsSession'
    | 'proof'
    | 'confirmedEmail'
    | 'allowedBeforeSecondFactor'
  >
>;
/** A declared route. Without a type argument, any route. */
export type Route<D extends RouteDefinition = RouteDefinition> = Readonly<D> & Defaults;

type InferOr<S, Otherwise> = S extends Schema ? InferType<S> : Otherwise;
type Declared<R, K extends string> = R extends Readonly<Record<K, infer Value>> ? Value : undefined;

export type ParamsOf<R extends RouteDefinition> = R['path'] extends `${string}:${string}`
  ? ParamsIn<R['path']>
  : undefined;
type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Readonly<Record<Name, string>> & ParamsIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Readonly<Record<Name, string>>
    : unknown;
export type QueryOf<R extends RouteDefinition> = InferOr<Declared<R, 'query'>, undefined>;
/** The validated body. Undefined for a route that validates its body itself. */
export type BodyOf<R extends RouteDefinition> = InferOr<Declared<R, 'body'>, undefined>;
/** The body a caller sends, validated by the gateway or by the handler. */
export type SentBodyOf<R extends RouteDefinition> = [BodyOf<R>] extends [undefined]
  ? InferOr<Declared<R, 'documentedBody'>, undefined>
  : BodyOf<R>;
/** The answer of a success; `void` for a route without a JSON answer. */
export type AnswerOf<R extends RouteDefinition> = InferOr<Declared<R, 'answer'>, void>;

const EVENT_STREAM = 'text/event-stream';
const PATH = /^\/api(\/:?[a-zA-Z]+(-[a-z]+)*)+$/;

export const paramNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Declares a route. Throws when the path is malformed or its parameters are not those declared. */
export function defineRoute<
  const Method extends HttpMethod,
  const Path extends string,
  const Access extends AccessLevel,
  const D extends Omit<RouteDefinition, 'method' | 'path' | 'access'>,
>(
  method: Method,
  path: Path,
  access: Access,
  definition: D,
): Route<D & { method: Method; path: Path; access: Access }> {
  const { params = {} } = definition;
  const name = `route '${method} ${path}'`;
  if (!PATH.test(path)) throw new Error(`${name} is not of the form '/api/leads/:leadId'`);
  if (paramNames(path).sort().join() !== Object.keys(params).sort().join())
    throw new Error(`${name} must declare exactly the parameters of its path`);
  if (definition.answer && definition.text) throw new Error(`${name} has both an answer and a text`);
  if (definition.body && definition.documentedBody) throw new Error(`${name} has two bodies`);
  const hasSession = access !== 'public' && access !== 'funnel';
  if (definition.proof === 'recent' && !hasSession)
    throw new Error(`${name} has no session to re-authenticate`);
  if (method === 'GET' && (definition.body ?? definition.documentedBody))
    throw new Error(`${name} has a body`);
  const isDownload = definition.text && definition.text.contentType !== EVENT_STREAM && hasSession;
  if (isDownload && definition.audit !== 'export')
    throw new Error(`${name} is a download and must be audited as an export`);
  if (definition.audit && !hasSession) throw new Error(`${name} is audited but has no signed-in user`);
  if (definition.effects?.length && !definition.limits?.length)
    throw new Error(`${name} ${definition.effects.join(', ')} without a limit`);
  const defaults: Defaults = {
    params: {},
    status: 200,
    otherStatuses: [],
    contentTypes: ['application/json'],
    errors: [],
    effects: [],
    limits: [],
    extendsSession: true,
    proof: hasSession && method !== 'GET' ? 'recent' : 'none',
    confirmedEmail: false,
    allowedBeforeSecondFactor: false,
  };
  return { ...defaults, ...definition, method, path, access };
}

/** Throws when two routes share a method and a path. */
export function assertDistinct(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const { method, path } of routes) {
    // Two paths that differ in a parameter's name alone match the same requests.
    const key = `${method} ${path.replaceAll(/:\w+/g, ':')}`;
    if (seen.has(key)) throw new Error(`route '${method} ${path}' is declared twice`);
    seen.add(key);
  }
}
