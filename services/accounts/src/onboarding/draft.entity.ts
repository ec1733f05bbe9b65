import type { Filters, SavedStep } from '@desk/contracts';
import { defineEntity } from '@desk/service-kit';

/** The submitted sign-up form, kept until the account is complete. The password is already hashed. */
export interface SignUpSubmission {
  readonly setupIntentId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string | null;
  readonly email: string;
  readonly phone: string;
  readonly passwordHash: string;
  readonly dailyLeadLimit: number;
  /** Where the agent is licensed. Empty means everywhere. */
  readonly states: Filters['states'];
  /** Absent if the browser sent no known time zone. */
  readonly timeZone?: string;
  /** IP address of the caller. */
  readonly address: string;
  /** Set if an earlier submission created the account, and this one names another card or limit (ADR 4). */
  readonly changeNumber?: number;
}

/** A sign-up in progress. */
export interface DraftEntity {
  id: string;
  /** SHA-256 of the session id that the browser holds. */
  sessionHash: string;
  currentStep: SavedStep;
  completedSteps: SavedStep[];
  acceptedTerms: boolean;
  termsAcceptedAt: Date | null;
  termsVersion: string | null;
  termsNetwork: string | null;
  deliveryEmail: boolean;
  deliveryText: boolean;
  deliverySlack: boolean;
  deliveryOther: string | null;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
  email: string | null;
  phone: string | null;
  /**
   * The id that the account will get. The payment customer and the card are created for it before the account exists,
   * so that a repeated step finds them again.
   */
  reservedUserId: string;
  submission: SignUpSubmission | null;
  completedAt: Date | null;
  /** Set once the account exists; its card may still be missing until `completedAt`. */
  userId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const DraftEntity = defineEntity<DraftEntity>('sign_up_drafts', 'id', {
  uuid: ['id', 'reservedUserId', 'userId'],
  text: [
    ...['sessionHash', 'currentStep', 'termsVersion', 'termsNetwork', 'deliveryOther'],
    ...['firstName', 'lastName', 'companyName', 'email', 'phone'],
  ],
  'text[]': ['completedSteps'],
  boolean: ['acceptedTerms', 'deliveryEmail', 'deliveryText', 'deliverySlack'],
  timestamptz: ['termsAcceptedAt', 'completedAt', 'createdAt', 'updatedAt'],
  jsonb: ['submission'],
} as const);
