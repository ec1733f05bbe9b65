/** A fictional lead. The phone number and email address are reserved for examples and can belong to nobody. */
export const sampleLead = {
  fullName: 'Margaret Ellison',
  ageRange: '66-70',
  location: 'Scottsdale, AZ 85251',
  state: 'AZ',
  assets: '$500K-$1M',
  leadType: 'Indexed Annuity',
  timeline: '0-3 months',
  phone: '(480) 555-0136',
  email: 'margaret.ellison@example.com',
} as const;
