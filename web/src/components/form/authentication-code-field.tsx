import { NumberField } from './field';

/** The field `code` for what an authenticator app shows: six digits, often typed as two groups. */
export const AuthenticationCodeField = (props: { autoFocus?: boolean; hint?: string }) => (
  <NumberField
    name="code"
    label="Authentication code"
    autoComplete="one-time-code"
    maxLength={7}
    {...props}
  />
);
