import { recordRecentProof } from '@desk/bullmq-transport';
import { DomainError, PAGE_USER_HEADER, type Route, UNATTENDED_HEADER, uuid } from '@desk/contracts';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AccessRecorder } from '../audit/access-recorder.js';
import { toAccessRecord } from '../audit/to-access-record.js';
import type { IdentifiedRequest, SignedIn } from '../http/identity.js';
import { doNotExtendSession } from './session.strategy.js';

const userId = uuid();

/**
 * Throws if a page shows another user than the one who is signed in. Clients other than pages name no user.
 * @throws OTHER_USER_SIGNED_IN, INVALID_REQUEST
 */
export function assertPageUser(named: string | undefined, signedInId: string): void {
  if (named === undefined || named === signedInId) return;
  // `uuid()` checks the length before the pattern.
  if (userId.isValidSync(named, { strict: true })) throw new DomainError('OTHER_USER_SIGNED_IN');
  const fields = [{ field: PAGE_USER_HEADER, message: 'Not a valid id' }];
  throw new DomainError('INVALID_REQUEST', { fields });
}

/** Returns why this session may not call the route. */
function findRefusal(
  route: Route,
  { user, ownership, recentlyAuthenticated }: SignedIn,
): 'FORBIDDEN' | 'SECOND_FACTOR_REQUIRED' | 'EMAIL_NOT_CONFIRMED' | 'REAUTHENTICATION_REQUIRED' | null {
  const { isAdmin } = user;
  if (route.access !== 'signed-in' && isAdmin !== (route.access === 'admin')) return 'FORBIDDEN';
  if (user.secondFactorRequired && !route.allowedBeforeSecondFactor) return 'SECOND_FACTOR_REQUIRED';
  // Admins need no confirmed address, because an operator entered it.
  if (route.confirmedEmail && !isAdmin && !ownership.isEmailConfirmed) return 'EMAIL_NOT_CONFIRMED';
  if (route.proof === 'recent' && !recentlyAuthenticated) return 'REAUTHENTICATION_REQUIRED';
  return null;
}

/** Identifies the user by the session, and enforces what the route asks of a session. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  constructor(private readonly recorder: AccessRecorder) {
    super({ session: false, property: 'signedIn' });
  }

  async enter(route: Route, context: ExecutionContext): Promise<void> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (!route.extendsSession || request.get(UNATTENDED_HEADER) !== undefined) doNotExtendSession(request);
    await super.canActivate(context);
    const { signedIn } = request;
    if (!signedIn) throw new DomainError('UNAUTHENTICATED');
    assertPageUser(request.get(PAGE_USER_HEADER), signedIn.user.id);
    const refusal = findRefusal(route, signedIn);
    if (refusal === null) {
      if (signedIn.recentlyAuthenticated) recordRecentProof();
      return;
    }
    // The audit log does not record this one: the browser asks for the proof and repeats the request.
    if (refusal !== 'REAUTHENTICATION_REQUIRED')
      this.recorder.add(toAccessRecord('access-refused', route, request));
    throw new DomainError(refusal);
  }

  /** Answers every defect of a cookie alike. Throws errors again: a failed look-up is not a missing sign-in. */
  override handleRequest<User>(error: Error | null, user: User | false): User {
    if (error) throw error;
    if (!user) throw new DomainError('UNAUTHENTICATED');
    return user;
  }
}
