import { type CommonEnv, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { CredentialEnv } from './credential-settings.js';

export interface Account {
  readonly isAdmin: boolean;
  readonly hasSecondFactor: boolean;
}

/** Decides which accounts must have a second factor. */
@Injectable()
export class SecondFactorPolicy {
  private readonly isRequiredOfAdmins: boolean;

  constructor(@InjectEnv() env: CommonEnv & CredentialEnv) {
    this.isRequiredOfAdmins = env.REQUIRE_ADMIN_SECOND_FACTOR ?? env.NODE_ENV === 'production';
  }

  isRequired({ isAdmin }: Pick<Account, 'isAdmin'>): boolean {
    return isAdmin && this.isRequiredOfAdmins;
  }

  /** Whether this user may do nothing but set up a second factor. */
  isMissing(user: Account): boolean {
    return this.isRequired(user) && !user.hasSecondFactor;
  }
}
