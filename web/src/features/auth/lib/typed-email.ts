let typed = '';

/** The address typed at sign-in, which the form for a forgotten password begins with. Only in memory, until a reload. */
export const readTypedEmail = (): string => typed;
export const writeTypedEmail = (email: string): void => {
  typed = email;
};
