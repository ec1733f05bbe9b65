import { canReceivePersonalData } from '@desk/contracts';

/**
 * What was known about the recipient when the delivery was claimed, as JSON. Empty if an email goes to an address that
 * its channel no longer has.
 */
export interface StoredContact {
  /** When the rest was read. */
  readonly at?: string;
  /** Identifies the channel's destination, because every set-up sets it. */
  readonly verifiedAt?: string | null;
  readonly confirmedAt?: string | null;
  readonly confirmBy?: string;
  readonly bouncedAt?: string | null;
}

const toDate = (instant: string | null | undefined): Date | null => (instant ? new Date(instant) : null);

/** Decides by the database's clock, like all times of a delivery. False if nothing is known about the address. */
export function mayContainPersonalData({ at, confirmedAt, confirmBy, bouncedAt }: StoredContact): boolean {
  if (at === undefined || confirmBy === undefined) return false;
  return canReceivePersonalData(
    { confirmedAt: toDate(confirmedAt), confirmBy: new Date(confirmBy), bouncedAt: toDate(bouncedAt) },
    new Date(at),
  );
}
