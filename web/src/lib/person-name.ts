interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

/** Formats a person who may not have entered a name yet. */
export const formatNameOrEmail = ({ email, ...person }: Person & { readonly email: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || email;

/** Null means an agent whose account no longer exists. A person without a name is shown as '-'. */
export const formatName = (person: Person | null): string =>
  person === null ? 'Unknown agent' : `${person.firstName} ${person.lastName}`.trim() || '-';
