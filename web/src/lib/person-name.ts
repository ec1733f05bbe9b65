interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

/** For people who may not have given their name yet. */
export const formatNameOrEmail = ({ email, ...person }: Person & { readonly email: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || email;

/** Null is an agent whose account no longer exists; without a name, people are shown as '-'. */
export const formatName = (person: Person | null): string =>
  person === null ? 'Unknown agent' : `${person.firstName} ${person.lastName}`.trim() || '-';
