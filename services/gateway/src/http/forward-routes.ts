import { CommandClient } from '@desk/bullmq-transport';
import {
  type Caller,
  type CommandContract,
  type RequestOf,
  type ResponseOf,
  type Route,
  type RouteName,
  routes,
} from '@desk/contracts';
import { Controller, type Type } from '@nestjs/common';
import type { SignedIn } from './identity.js';
import { bindRoute, type RouteAnswer, type RouteInput } from './handle-route.js';

/** A route that passes its input to one service and returns the response. */
export interface Forward {
  readonly route: Route;
  readonly handle: (commands: CommandClient, input: never) => Promise<unknown>;
}

type ToAnswer<Name extends RouteName, C extends CommandContract> = (
  response: ResponseOf<C>,
) => RouteAnswer<Name>;

/** Without `toAnswer`, the response is the answer. Everything in the answer reaches the caller. */
export const forward = <Name extends RouteName, C extends CommandContract>(
  name: Name,
  command: C,
  toRequest: (input: RouteInput<Name>) => RequestOf<C>,
  ...[toAnswer]: ResponseOf<C> extends RouteAnswer<Name> ? [ToAnswer<Name, C>?] : [ToAnswer<Name, C>]
): Forward => ({
  route: routes[name],
  handle: async (commands: CommandClient, input: RouteInput<Name>) => {
    const response = await commands.send(command, toRequest(input));
    return toAnswer ? toAnswer(response) : response;
  },
});

export function forwardRoutes(forwards: readonly Forward[]): Type {
  @Controller()
  class ForwardingController {
    constructor(readonly commands: CommandClient) {}
  }
  forwards.forEach(({ route, handle }, index) => {
    const name = `forward${index}`;
    const value = function (this: ForwardingController, input: never): Promise<unknown> {
      return handle(this.commands, input);
    };
    Object.defineProperty(ForwardingController.prototype, name, { value });
    bindRoute(route, ForwardingController.prototype, name, { value });
  });
  return ForwardingController;
}

type Fields<T> = T extends undefined ? unknown : T;
interface CallerInput<Params, Body> {
  readonly params: Params;
  readonly body: Body;
  readonly caller: Caller;
}
type UserInput<Params, Body> = CallerInput<Params, Body> & SignedIn;

/** Returns a request made of the route's parameters, its body and the caller. */
export const inputWithCaller = <P, B>({ params, body, caller }: CallerInput<P, B>) =>
  ({ ...params, ...body, caller }) as Fields<P> & Fields<B> & { caller: Caller };
/** Adds the id of the signed-in user to `inputWithCaller`. */
export const ofUser = <P, B>(input: UserInput<P, B>) => ({
  ...inputWithCaller(input),
  userId: input.user.id,
});
export const ofSession = <P, B>(input: UserInput<P, B>) => ({ ...ofUser(input), sid: input.sid });
/** Extends `ofUser` for commands that give lasting access. */
export const ofOwner = <P, B>(input: UserInput<P, B>) => ({ ...ofUser(input), ownership: input.ownership });
export const byAdmin = <P, B>(input: UserInput<P, B>) => ({
  ...inputWithCaller(input),
  actorId: input.user.id,
});

/** The answer of routes that return no data. */
export interface Success {
  readonly success: true;
}
export const done = (): Success => ({ success: true });
export const empty = (): Record<string, never> => ({});
