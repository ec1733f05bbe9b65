import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { formatPhone } from '@desk/contracts/format/phone';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { USER_KEY } from '@/lib/current-user';
import { callRoute, getWaitMessage } from '@/lib/api-client';

export const toProfile = (user: CurrentUser) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: formatPhone(user.phone),
  companyName: user.companyName ?? '',
  /** Empty unless the email changes. */
  currentPassword: '',
});
export type Profile = ReturnType<typeof toProfile>;

/** Returns the updated user. A new email address is only pending until it is confirmed. */
const updateProfile = ({ currentPassword, ...profile }: Profile) =>
  callRoute('updateProfile', {
    body: { ...profile, ...(currentPassword === '' ? {} : { currentPassword }) },
  });

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateProfile,
    onSuccess: (user) => queryClient.setQueryData(USER_KEY, user),
    meta: {
      success: { title: 'Profile updated', description: 'Your profile information has been saved.' },
      failure: (error) => getWaitMessage(error, 'Failed to update profile'),
    },
  });
}
