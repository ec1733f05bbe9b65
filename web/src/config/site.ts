/** Support contacts, set per deployment at build time. */
export const support = {
  email: import.meta.env.VITE_SUPPORT_EMAIL ?? 'support@annuity-desk.example',
  phone: import.meta.env.VITE_SUPPORT_PHONE ?? '(800) 555-0142',
  hours: 'Mon-Fri 9am-6pm EST',
} as const;

export const COPYRIGHT_YEAR = 2025;
export const TAGLINE = 'Real-time annuity lead forms for licensed agents and financial advisors nationwide.';

export const leadTypeNames = ['Fixed Annuity Leads', 'Indexed Annuity Leads', 'MYGA Leads'] as const;
