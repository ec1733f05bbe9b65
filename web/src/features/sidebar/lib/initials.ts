const firstLetter = (name: string): string => /^./u.exec(name.trim())?.[0]?.toLocaleUpperCase('en-US') ?? '';

/** Returns the first letters of first and last name, or 'U' if both are empty. */
export const getInitials = (user: { firstName: string; lastName: string }): string =>
  firstLetter(user.firstName) + firstLetter(user.lastName) || 'U';
