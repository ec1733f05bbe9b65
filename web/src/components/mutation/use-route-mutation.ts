import type { RouteName } from '@desk/contracts/routes';
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import type { ToastMessage } from '@/components/toast/toast-store';
import {
  callRoute,
  type RouteAnswer,
  type RouteArgs,
  type RouteBody,
  type RouteCall,
} from '@/lib/api-client';

interface Options<Name extends RouteName, Sent> extends Pick<
  UseMutationOptions<RouteAnswer<Name>, Error, Sent>,
  'scope' | 'onSuccess' | 'onError' | 'onSettled'
> {
  /** Notice after a success. */
  readonly success?: ToastMessage | ((answer: RouteAnswer<Name>, sent: Sent) => ToastMessage);
  /** Notice after a failure, unless something else shows it. */
  readonly failure?: string | ((error: unknown) => string | ToastMessage | null);
}

/** A mutation that calls a route, with its notices. Its variables are the body, unless `options` has one. */
export function useRouteMutation<Name extends RouteName>(
  name: Name,
  options: RouteCall<Name> & Options<Name, void>,
): UseMutationResult<RouteAnswer<Name>, Error, void>;
export function useRouteMutation<Name extends RouteName>(
  name: Name,
  options: Omit<RouteCall<Name>, 'body'> & Options<Name, RouteBody<Name>>,
): UseMutationResult<RouteAnswer<Name>, Error, RouteBody<Name>>;
export function useRouteMutation<Name extends RouteName>(name: Name, options: object): unknown {
  const { success, failure, scope, onSuccess, onError, onSettled, ...call } = options as Options<
    Name,
    RouteBody<Name>
  >;
  return useMutation({
    mutationFn: (body: RouteBody<Name>) =>
      callRoute(name, ...([body === undefined ? call : { ...call, body }] as unknown as RouteArgs<Name>)),
    ...(scope && { scope }),
    ...(onSuccess && { onSuccess }),
    ...(onError && { onError }),
    ...(onSettled && { onSettled }),
    meta: { ...(success && { success }), ...(failure && { failure }) },
  });
}
