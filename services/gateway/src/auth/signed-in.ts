import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { SignedIn } from './session.strategy.js';

/** The session and user of a route that is not public. */
export const Current = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SignedIn =>
    context.switchToHttp().getRequest<Request & { signedIn: SignedIn }>().signedIn,
);

/** From where the request comes, as the services want to know it. */
export const FromCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<Request>();
  return { address: request.ip ?? 'unknown', userAgent: request.get('user-agent')?.slice(0, 300) ?? null };
});

export interface Caller {
  readonly address: string;
  readonly userAgent: string | null;
}
