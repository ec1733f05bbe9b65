import type { reminderDue } from '@desk/contracts';
import { formatTimeOfDay } from './format.js';
import type { About } from './mail.js';
import type { Notice } from './notice-mail.js';

type Reminder = About<typeof reminderDue, 'leadId' | 'remindAt' | 'leadType' | 'state'>;

/** Writes the reminder to call a lead back. It names nobody, because the agent's address may be unconfirmed. */
export const writeReminderMail = (
  { firstName, leadId, remindAt, leadType, state }: Reminder,
  timeZone?: string,
): Notice => ({
  subject: `Call back: ${leadType} annuity lead from ${state}`,
  firstName,
  paragraphs: [
    `You asked us to remind you at ${formatTimeOfDay(remindAt, timeZone)} to call this lead back.`,
  ],
  action: { label: 'Open the lead', to: `/leads/${leadId}` },
  details: [
    { label: 'Type', value: leadType },
    { label: 'State', value: state },
  ],
  footnote: "The name and the phone number are on the lead's page. You can set another time there.",
});
