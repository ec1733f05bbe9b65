import { Injectable, RequestMethod } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Schema } from 'yup';
import { ACCESS, type AccessLevel } from '../auth/access.js';
import { type Documentation, DOCUMENTED } from '../openapi/documented.js';
import { CONTENT_TYPES } from './body.guard.js';
import { SchemaPipe } from './valid.js';

export interface Route {
  /** `Controller.method`, for messages. */
  readonly name: string;
  readonly method: string;
  /** As express writes it: `/api/x/:id`. */
  readonly path: string;
  readonly access: AccessLevel | undefined;
  readonly documentation: Documentation | undefined;
  readonly contentTypes: readonly string[];
  readonly status: number;
  readonly body: Schema | undefined;
  readonly query: Schema | undefined;
}

interface RouteArgument {
  readonly pipes?: readonly unknown[];
}

const join = (...parts: string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;

/** Every route of the gateway, as its decorators say. */
@Injectable()
export class Routes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  all(): Route[] {
    return this.discovery.getControllers().flatMap(({ metatype, instance }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const method = prototype[name];
        return method && Reflect.hasMetadata(PATH_METADATA, method) ? this.read(metatype, name, method) : [];
      });
    });
  }

  private read(
    controller: NonNullable<unknown> & { name: string },
    name: string,
    method: () => unknown,
  ): Route[] {
    const target = controller as unknown as () => unknown;
    const of = <T>(key: string): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [method, target]);
    const paths = [Reflect.getMetadata(PATH_METADATA, method) as string | string[]].flat();
    const prefix = Reflect.getMetadata(PATH_METADATA, controller) as string;
    const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod];
    const status = Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined;
    const schemas = argumentSchemas(controller, name);
    return paths.map((path) => ({
      name: `${controller.name}.${name}`,
      method: verb,
      path: join(prefix, path),
      access: of<AccessLevel>(ACCESS),
      documentation: of<Documentation>(DOCUMENTED),
      contentTypes: of<readonly string[]>(CONTENT_TYPES) ?? ['application/json'],
      status: status ?? (verb === 'POST' ? 201 : 200),
      ...schemas,
    }));
  }
}

/** Nest keys a parameter by its kind and place: 3 is the body, 4 the query. */
function argumentSchemas(controller: object, method: string): Pick<Route, 'body' | 'query'> {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    RouteArgument
  >;
  const schemaOf = (kind: string): Schema | undefined =>
    Object.entries(args)
      .filter(([key]) => key.startsWith(`${kind}:`))
      .flatMap(([, { pipes = [] }]) => pipes)
      .find((pipe) => pipe instanceof SchemaPipe)?.schema;
  return { body: schemaOf('3'), query: schemaOf('4') };
}
