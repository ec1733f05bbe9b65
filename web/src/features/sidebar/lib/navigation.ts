import type { Attention } from '@desk/contracts/admin/attention.routes';
import type { ComponentType } from 'react';

export interface Destination {
  /** A page, or with `#` a section of one. */
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  /** Path prefix of the detail pages that belong to it. */
  readonly within?: string;
  /** The kind of work that waits there for an admin. */
  readonly waiting?: keyof Attention;
}

export type Navigation = readonly {
  /** Groups without a name hold the main entries. */
  readonly name?: string;
  readonly destinations: readonly Destination[];
}[];

/** Whether the path is a detail page of the destination. */
export const isWithin = ({ within }: Destination, pathname: string): boolean =>
  within !== undefined && pathname.startsWith(within);

/** Returns the destination of a location: its section, its page, or the list that it is a detail of. */
export function findDestination(
  navigation: Navigation,
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
): Destination | undefined {
  const all = navigation.flatMap(({ destinations }) => destinations);
  return (
    all.find(({ to }) => to === pathname + hash) ??
    all.find(({ to }) => to === pathname) ??
    all.find((destination) => isWithin(destination, pathname))
  );
}
