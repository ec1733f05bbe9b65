import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { formatPhone } from '@desk/contracts/format/phone';
import { useQueryClient } from '@tanstack/react-query';
import { useFormikContext } from 'formik';
import { Field, PasswordField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { SubmitButton } from '@/components/ui/mutation-button';
import { Notice } from '@/components/ui/notice';
import { getWaitMessage } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';
import { FormProblem } from './form-problem';

const toProfile = (user: CurrentUser) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: formatPhone(user.phone),
  companyName: user.companyName ?? '',
  /** Empty unless the email changes. */
  currentPassword: '',
});
type Profile = ReturnType<typeof toProfile>;

const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).profileSchema;

const EMAIL_HINT = 'A new address takes effect once you confirm it using the link we email you.';

/** Shown while the email differs from the saved one: a stolen session must not be enough to take the account over. */
function CurrentPasswordField({ savedEmail }: { savedEmail: string }) {
  const { values } = useFormikContext<Profile>();
  if (values.email.trim().toLowerCase() === savedEmail) return null;
  return (
    <PasswordField
      name="currentPassword"
      label="Current Password"
      autoComplete="current-password"
      hint="Needed to change your email."
    />
  );
}

export function ProfileForm({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const update = useRouteMutation('updateProfile', {
    onSuccess: (saved) => queryClient.setQueryData(USER_KEY, saved),
    success: { title: 'Profile updated', description: 'Your profile information has been saved.' },
    failure: (error) => getWaitMessage(error, 'Failed to update profile'),
  });
  const { pendingEmail } = user;
  return (
    <Form
      initialValues={toProfile(user)}
      schema={schema}
      onSubmit={async ({ currentPassword, ...profile }, { resetForm }) => {
        const password = currentPassword === '' ? {} : { currentPassword };
        const saved = await update.mutateAsync({ ...profile, ...password });
        resetForm({ values: toProfile(saved) });
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="firstName" label="First Name" autoComplete="given-name" />
        <Field name="lastName" label="Last Name" autoComplete="family-name" />
      </div>
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={EMAIL_HINT}
      />
      <CurrentPasswordField savedEmail={user.email} />
      {pendingEmail === undefined ? null : (
        <Notice tone="money" title="Waiting for confirmation">
          Open the link in the email we sent to <strong className="break-all">{pendingEmail}</strong>. Until
          then, you sign in and receive leads with <span className="break-all">{user.email}</span>.
        </Notice>
      )}
      <Field name="phone" label="Phone" type="tel" autoComplete="tel" inputMode="tel" className="tabular" />
      <Field name="companyName" label="Company Name" note="(Optional)" autoComplete="organization" />
      <FormProblem error={update.error} />
      <SubmitButton className="justify-self-start max-sm:w-full" mutation={update} pendingLabel="Saving...">
        Save Changes
      </SubmitButton>
    </Form>
  );
}
