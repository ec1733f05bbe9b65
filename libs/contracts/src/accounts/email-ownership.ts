/** What is known about an email address that personal data of leads may go to. */
export interface EmailOwnership {
  /** When its owner, or an admin in the owner's place, last confirmed it. */
  readonly confirmedAt: Date | null;
  /** Until then, an address that is not confirmed may receive personal data. */
  readonly confirmBy: Date;
  /** When a mail server last refused it. */
  readonly bouncedAt: Date | null;
}

/** A bounce cancels an earlier confirmation: the mailbox may be closed, and later be given to somebody else. */
export const isEmailConfirmed = ({ confirmedAt, bouncedAt }: Omit<EmailOwnership, 'confirmBy'>): boolean =>
  confirmedAt !== null && (bouncedAt === null || bouncedAt < confirmedAt);

/** Whether an email to this address may contain personal data of leads at `now`. */
export const canReceivePersonalData = (email: EmailOwnership, now: Date): boolean =>
  isEmailConfirmed(email) || (email.bouncedAt === null && now < email.confirmBy);
