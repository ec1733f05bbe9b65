import { expect, it } from '@jest/globals';
import { leadsPath } from './leads-path';

it('returns the list with these filters', () => {
  const funnelId = '0191e1a0-0000-7000-8000-000000000001';
  expect(leadsPath({ from: '2026-11-01', to: '2026-11-30', state: 'WY', status: 'unsold', funnelId })).toBe(
    `/admin/leads?from=2026-11-01&to=2026-11-30&state=WY&status=unsold&funnel=${funnelId}`,
  );
});

it('returns the list of a campaign, or of the leads without one', () => {
  const ofCampaign = leadsPath({ campaign: { source: 'google', name: '50% & more' }, status: 'sold' });
  expect(ofCampaign).toBe('/admin/leads?status=sold&campaign=50%25+%26+more%40google');
  expect(leadsPath({ campaign: { source: '', name: '' } })).toBe('/admin/leads?campaign=%40');
});

it('leaves out what is not filtered by', () => {
  expect(leadsPath({ state: 'WY', leadType: null, status: undefined })).toBe('/admin/leads?state=WY');
});
