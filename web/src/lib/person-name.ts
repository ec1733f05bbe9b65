interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

/** Null is an agent whose account no longer exists; without a name, people are shown as '-'. */
export const formatName = (person: Person | null): string =>
  person === null ? 'Unknown agent' : `${person.firstName} ${person.lastName}`.trim() || '-';
