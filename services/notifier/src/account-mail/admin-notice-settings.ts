import { string } from 'yup';
import { parseMailbox } from '../channels/email/mailbox.js';

export const adminNoticeSettings = {
  ADMIN_NOTICES_TO: string()
    .test(
      'mailbox',
      'the address for admin notices must be one email address',
      (value) => value === undefined || parseMailbox(value)?.name === '',
    )
    .meta({
      description:
        'Where notices for admins go, such as integration requests, refused posts and weekly summaries. Without it, admins see them on their pages only',
    }),
};
