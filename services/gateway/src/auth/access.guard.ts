import { DomainError } from '@desk/contracts';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { ACCESS, type AccessLevel, PASSIVE } from './access.js';
import { onlyLook, type SignedIn } from './session.strategy.js';

/** Lets each route's own people through. A route that says nothing is closed. */
@Injectable()
export class AccessGuard extends AuthGuard('session') {
  constructor(private readonly reflector: Reflector) {
    super({ session: false, property: 'signedIn' });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const level = this.reflector.getAllAndOverride<AccessLevel | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (level === 'public' || level === 'funnel') return true;
    if (level === undefined) throw new DomainError('FORBIDDEN');
    const request = context.switchToHttp().getRequest<Request & { signedIn: SignedIn }>();
    if (this.reflector.get<boolean | undefined>(PASSIVE, context.getHandler())) onlyLook(request);
    await super.canActivate(context);
    const { signedIn } = request;
    if (level !== 'signed-in' && signedIn.user.isAdmin !== (level === 'admin'))
      throw new DomainError('FORBIDDEN');
    return true;
  }

  /** Whatever is wrong with a cookie, the answer is the same; only a fault of ours is told as one. */
  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof DomainError) throw error;
    if (!user) throw new DomainError('UNAUTHENTICATED');
    return user;
  }
}
