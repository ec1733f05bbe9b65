import { PASSWORD_MIN } from '@desk/contracts/accounts/accounts.values';
import { PasswordField } from './field';

/** The fields `password` and `confirmPassword` of every form that sets a password. */
export const NewPasswordFields = ({ label }: { label: string }) => (
  <>
    <PasswordField
      name="password"
      label={label}
      autoComplete="new-password"
      hint={`At least ${PASSWORD_MIN} characters.`}
    />
    <PasswordField name="confirmPassword" label="Confirm Password" autoComplete="new-password" />
  </>
);
