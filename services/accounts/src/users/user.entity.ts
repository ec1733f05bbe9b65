import { defineEntity } from '@desk/service-kit';

export interface UserEntity {
  id: string;
  /** Normalized: see `normalizeEmail`. */
  email: string;
  /** When the user last confirmed `email`. A later bounce cancels it: see `isEmailConfirmed`. */
  emailConfirmedAt: Date | null;
  /** When a mail server last refused `email`. */
  emailBouncedAt: Date | null;
  /** From then on, an address that is not confirmed gets no personal data of leads. */
  emailConfirmBy: Date;
  /** Wrong card digits entered for password resets since the address was last confirmed. */
  cardDigitFailures: number;
  /** argon2id hash in PHC format. */
  password: string;
  firstName: string;
  lastName: string;
  phone: string;
  companyName: string | null;
  stripePaymentMethodId: string | null;
  /** Version of the last card change received from billing. Older changes are ignored. */
  cardVersion: number;
  /** Read copy, like `dailyLeadLimit`: lead-router owns both. */
  serviceEnabled: boolean;
  dailyLeadLimit: number;
  /** lead-router's version of the two; an older one is stale. */
  settingsVersion: number;
  isAdmin: boolean;
  /** Whether an authenticator app or a passkey is set up; kept with them in one transaction. */
  hasSecondFactor: boolean;
  timeZone: string;
  /** Number of changes of the time zone. */
  timeZoneVersion: number;
  /** Number of recoveries: see `recoveries` in `account-protection.ts`. */
  recoveryVersion: number;
  /** When the user accepted the Terms of Service; null if that was not recorded. */
  termsAcceptedAt: Date | null;
  termsVersion: string | null;
  /** The network from which they were accepted. */
  termsNetwork: string | null;
  disabledAt: Date | null;
  /** Erased for good: nothing in the row identifies the agent any more. A trigger keeps it that way. */
  erasedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const UserEntity = defineEntity<UserEntity>('users', 'id', {
  uuid: ['id'],
  text: [
    ...['email', 'password', 'firstName', 'lastName', 'phone', 'companyName'],
    ...['stripePaymentMethodId', 'timeZone', 'termsVersion', 'termsNetwork'],
  ],
  timestamptz: [
    ...['emailConfirmedAt', 'emailBouncedAt', 'emailConfirmBy', 'termsAcceptedAt', 'disabledAt'],
    ...['erasedAt', 'createdAt', 'updatedAt'],
  ],
  integer: [
    ...['cardDigitFailures', 'cardVersion', 'dailyLeadLimit', 'settingsVersion'],
    ...['timeZoneVersion', 'recoveryVersion'],
  ],
  boolean: ['serviceEnabled', 'isAdmin', 'hasSecondFactor'],
} as const);
