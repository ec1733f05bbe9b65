import { formatPhone } from '@desk/contracts/format/phone';
import { createEvent } from 'ics';

interface Appointment {
  readonly leadId: string;
  readonly fullName: string;
  readonly phone: string;
  readonly at: string;
  /** Version of the lead's disposition, which increases with each change. */
  readonly version: number;
  /** Origin of the lead's page. */
  readonly origin: string;
}

const DURATION_MINUTES = 30;

/** Returns the content of a calendar file. A calendar that has the lead's appointment already moves it. */
export function createAppointmentFile({ leadId, fullName, phone, at, version, origin }: Appointment): string {
  const { value, error } = createEvent({
    productId: 'Annuity Desk',
    uid: `${leadId}@annuity-desk`,
    sequence: version,
    title: `Appointment with ${fullName}`,
    start: Date.parse(at),
    duration: { minutes: DURATION_MINUTES },
    location: formatPhone(phone),
    description: `${origin}/leads/${leadId}`,
  });
  if (value === null) throw error ?? new Error('no calendar file was made');
  return value;
}
