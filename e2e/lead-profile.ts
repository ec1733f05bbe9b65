/** The fields of a posted lead other than the person's. */
export const leadProfile = {
  state: 'TX',
  zip: '78701',
  age: 67,
  estimated_assets: '$250K-$500K',
  purchase_timeline: '0-3 months',
  lead_type: 'Fixed',
};
