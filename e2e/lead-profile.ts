/** Of a lead as a funnel posts it: all but the person. */
export const leadProfile = {
  state: 'TX',
  zip: '78701',
  age: 67,
  estimated_assets: '$250K-$500K',
  purchase_timeline: '0-3 months',
  lead_type: 'Fixed',
};
