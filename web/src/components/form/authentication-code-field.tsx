import { NumberField } from './field';

interface AuthenticationCodeFieldProps {
  autoFocus?: boolean;
  hint?: string;
}

/** The field `code` for what an authenticator app shows: six digits, often typed as two groups. */
export const AuthenticationCodeField = (props: AuthenticationCodeFieldProps) => (
  <NumberField
    name="code"
    label="Authentication code"
    autoComplete="one-time-code"
    maxLength={7}
    {...props}
  />
);
