/** A record as the database returns it: the named instants are dates. */
export type WithDates<T, Names extends keyof T> = Omit<T, Names> & {
  readonly [Name in Names]: Exclude<T[Name], string> | Date;
};

type WithInstants<T> = {
  [Name in keyof T]: [T[Name]] extends [Date]
    ? string
    : [Date | null] extends [T[Name]]
      ? Exclude<T[Name], Date> | string
      : T[Name];
};

/** Returns the record with its dates as ISO 8601 texts. */
export const toInstants = <T extends object>(row: T): WithInstants<T> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as WithInstants<T>;
