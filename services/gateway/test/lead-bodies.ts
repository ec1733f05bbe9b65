let created = 0;

/** Returns a lead as a funnel posts it, of another person each time. */
export function createLead(overrides: object = {}) {
  created += 1;
  return {
    full_name: `Rosa Valdez ${created}`,
    email: `rosa${created}@example.com`,
    phone: `(212) 555-${String(3_000 + created)}`,
    state: 'NY',
    zip: '10001',
    age: 66,
    estimated_assets: '$250,000',
    purchase_timeline: '0-3 months',
    lead_type: 'Fixed',
    ...overrides,
  };
}
