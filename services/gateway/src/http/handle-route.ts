import {
  type AnswerOf,
  type Route,
  type RouteDefinition,
  type RouteName,
  type Routes,
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
import { type InputOf, readRouteInput } from './route-input.js';

export type RouteInput<Name extends RouteName> = InputOf<Routes[Name]>;
export type RouteAnswer<Name extends RouteName> = AnswerOf<Routes[Name]>;

const DeclaredRoute = Reflector.createDecorator<Route>();
const Input = createParamDecorator((route: Route, context: ExecutionContext) =>
  readRouteInput(route, context),
);

/** The route of the handler about to run; undefined for a handler without `@HandleRoute`. */
export const routeOf = (reflector: Reflector, context: ExecutionContext): Route | undefined =>
  reflector.get(DeclaredRoute, context.getHandler());

type Handler<R extends RouteDefinition> = (input: InputOf<R>) => AnswerOf<R> | Promise<AnswerOf<R>>;

/**
 * Binds a declared route to a controller method: method, path, access, content types, validation and status.
 * The method receives the validated input and returns the declared answer.
 */
export function HandleRoute<R extends Route>(route: R) {
  return <H extends Handler<R>>(
    controller: object,
    name: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    RequestMapping({ method: RequestMethod[route.method], path: route.path })(controller, name, descriptor);
    HttpCode(route.status)(controller, name, descriptor);
    DeclaredRoute(route)(controller, name, descriptor);
    Input(route)(controller, name, 0);
    // With the response injected, Nest leaves sending to the handler.
    if (route.text) Res()(controller, name, 1);
  };
}
