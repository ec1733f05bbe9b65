import type { Lead } from '@desk/contracts';
import { type SearchableText, toSearchableText } from '@desk/service-kit';

/** Formats a lead for search: ` ann lee ann@example.com 12125550123 ny `. */
export const toLeadText = ({
  fullName,
  email,
  phone,
  state,
}: Pick<Lead, 'fullName' | 'email' | 'phone' | 'state'>): SearchableText =>
  // Phone numbers are searched without the plus sign.
  toSearchableText(fullName, [email, phone.slice(1), state]);
