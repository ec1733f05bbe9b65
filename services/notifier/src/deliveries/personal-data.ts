import { canReceivePersonalData } from '@desk/contracts';
import type { StoredContact } from '../sending/sending.repository.js';

const toDate = (instant: string | null | undefined): Date | null => (instant ? new Date(instant) : null);

/** Decides by the database's clock, like every other time of a delivery. False if nothing is known about the address. */
export function mayContainPersonalData({ at, confirmedAt, confirmBy, bouncedAt }: StoredContact): boolean {
  if (at === undefined || confirmBy === undefined) return false;
  return canReceivePersonalData(
    { confirmedAt: toDate(confirmedAt), confirmBy: new Date(confirmBy), bouncedAt: toDate(bouncedAt) },
    new Date(at),
  );
}
