const first = (name: string): string => /^./u.exec(name.trim())?.[0]?.toLocaleUpperCase('en-US') ?? '';

/** The first letters of first and last name; 'U' when there is neither. */
export const initialsOf = (user: { firstName: string; lastName: string }): string =>
  first(user.firstName) + first(user.lastName) || 'U';
