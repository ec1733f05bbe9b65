/** Nobody real: the kind of person a lead describes. The number and the address can belong to nobody. */
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
