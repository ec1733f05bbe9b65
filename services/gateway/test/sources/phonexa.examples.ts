import { CERTIFICATE, form, json, MARGARET, SECRET, type SourceExample } from './source-example.js';

/**
 * A post that follows Phonexa's specification carries `apiId` and `apiPassword` in the body, as JSON or a form.
 * `testMode` marks a test. The owner of a product chooses its fields.
 */
const SPECIFICATION = 'https://support.phonexa.com/publisher-products-api';

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';

const ACCOUNT = { apiId: '7C2E5A904F1B4D0E8A63B1D9F0C4E275', apiPassword: SECRET, productId: 214 };

export const examples: readonly SourceExample[] = [
  {
    name: 'a normal lead',
    documentedAt: SPECIFICATION,
    ...json({
      ...ACCOUNT,
      price: 0,
      testMode: 0,
      subId: 'click-7',
      subId2: '',
      userIp: '203.0.113.7',
      userAgent: BROWSER,
      webSiteUrl: 'https://www.example.com/annuity-quote',
      firstName: 'Margaret',
      lastName: 'Ellison',
      email: 'margaret.ellison@example.com',
      cellPhone: '5125550142',
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      dob: '1963-06-15',
      annuityType: 'Fixed Indexed Annuity',
      estimatedAssets: '$250,000 - $500,000',
      purchaseTimeline: 'Within 3 months',
      trustedForm: CERTIFICATE,
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: { trustedFormCertUrl: CERTIFICATE, ipAddress: '203.0.113.7' },
        reference: 'click-7',
      },
      extras: {
        apiId: '7C2E5A904F1B4D0E8A63B1D9F0C4E275',
        productId: '214',
        price: '0',
        userAgent: BROWSER,
        webSiteUrl: 'https://www.example.com/annuity-quote',
        address: '100 Congress Ave',
        city: 'Austin',
      },
    },
  },
  {
    name: 'a test as a form',
    documentedAt: SPECIFICATION,
    ...form({
      apiId: ACCOUNT.apiId,
      apiPassword: SECRET,
      productId: '214',
      testMode: '1',
      firstName: 'Margaret',
      lastName: 'Ellison',
      email: 'margaret.ellison@example.com',
      homePhone: '5125550142',
      state: 'TX',
      zip: '78701',
      age: '64',
      leadType: 'Indexed',
      estimatedAssets: '$250K-$500K',
      timeline: '0-3 months',
    }),
    expected: {
      lead: MARGARET,
      extras: { apiId: '7C2E5A904F1B4D0E8A63B1D9F0C4E275', productId: '214' },
      isTest: true,
    },
  },
  {
    name: 'numbers where text is usual, and answers that are true or null',
    documentedAt: SPECIFICATION,
    ...json({
      ...ACCOUNT,
      firstName: 'Margaret',
      lastName: 'Ellison',
      email: 'margaret.ellison@example.com',
      cellPhone: 5125550142,
      workPhone: null,
      state: 'TX',
      zip: 78701,
      age: 64,
      product: 'FIA',
      assets: 250000,
      timeframe: 'ASAP',
      ownHome: true,
    }),
    expected: {
      lead: MARGARET,
      extras: {
        apiId: '7C2E5A904F1B4D0E8A63B1D9F0C4E275',
        productId: '214',
        ownHome: 'true',
      },
    },
  },
  {
    name: 'a lead without a phone number and with an unknown state',
    documentedAt: SPECIFICATION,
    ...json({
      ...ACCOUNT,
      firstName: 'Margaret',
      lastName: 'Ellison',
      email: 'margaret.ellison@example.com',
      cellPhone: '',
      state: 'XX',
      zip: '78701',
      age: '64',
      annuityType: 'Fixed Indexed Annuity',
      estimatedAssets: '$250,000 - $500,000',
      purchaseTimeline: 'Within 3 months',
    }),
    expected: { refused: ['cellPhone', 'state'] },
  },
];
