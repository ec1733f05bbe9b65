export interface Place {
  readonly state: string;
  /** The first three digits of the ZIP codes of one city there. */
  readonly zip: string;
  readonly areaCodes: readonly [string, ...string[]];
}

/** One city of each of these states: its ZIP codes and its area codes. */
export const places: readonly [Place, ...Place[]] = [
  { state: 'AZ', zip: '850', areaCodes: ['602', '480', '623'] },
  { state: 'CA', zip: '900', areaCodes: ['213', '310', '323'] },
  { state: 'CA', zip: '941', areaCodes: ['415', '628'] },
  { state: 'CO', zip: '802', areaCodes: ['303', '720'] },
  { state: 'FL', zip: '331', areaCodes: ['305', '786'] },
  { state: 'FL', zip: '328', areaCodes: ['407', '689'] },
  { state: 'FL', zip: '336', areaCodes: ['813', '656'] },
  { state: 'GA', zip: '303', areaCodes: ['404', '470', '678'] },
  { state: 'IL', zip: '606', areaCodes: ['312', '773', '872'] },
  { state: 'IN', zip: '462', areaCodes: ['317', '463'] },
  { state: 'MA', zip: '021', areaCodes: ['617', '857'] },
  { state: 'MI', zip: '482', areaCodes: ['313'] },
  { state: 'MN', zip: '554', areaCodes: ['612'] },
  { state: 'MO', zip: '631', areaCodes: ['314'] },
  { state: 'NV', zip: '891', areaCodes: ['702', '725'] },
  { state: 'NJ', zip: '071', areaCodes: ['973', '862'] },
  { state: 'NY', zip: '100', areaCodes: ['212', '646', '332'] },
  { state: 'NC', zip: '282', areaCodes: ['704', '980'] },
  { state: 'OH', zip: '432', areaCodes: ['614', '380'] },
  { state: 'OR', zip: '972', areaCodes: ['503', '971'] },
  { state: 'PA', zip: '191', areaCodes: ['215', '267', '445'] },
  { state: 'SC', zip: '294', areaCodes: ['843', '854'] },
  { state: 'TN', zip: '372', areaCodes: ['615', '629'] },
  { state: 'TX', zip: '787', areaCodes: ['512', '737'] },
  { state: 'TX', zip: '770', areaCodes: ['713', '832', '281'] },
  { state: 'TX', zip: '752', areaCodes: ['214', '469', '972'] },
  { state: 'UT', zip: '841', areaCodes: ['801', '385'] },
  { state: 'VA', zip: '232', areaCodes: ['804', '686'] },
  { state: 'WA', zip: '981', areaCodes: ['206'] },
  { state: 'WI', zip: '532', areaCodes: ['414'] },
];
