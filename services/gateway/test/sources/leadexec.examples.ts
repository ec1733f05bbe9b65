import { form, json, MARGARET, SECRET, type SourceExample, toQuery } from './source-example.js';

/**
 * A delivery in XML has the elements that its owner chose. A test delivery goes to another address and is otherwise the
 * same. A post to LeadExec's specification has `VID`, `LID` and `AID` and, if wanted, a password in the address or the
 * body. Its answer is XML with `isValidPost`, `ResponseType` and `ResponseDetails`.
 */
const DELIVERY =
  'https://leadexechelp.clickpointsoftware.com/en/articles/6160078-client-list-adding-a-new-client-delivery-method-part-vi';
const SPECIFICATION = 'https://leads.leadexec.net/DocumentationV1';

const XML = 'text/xml; charset=utf-8';
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

export const examples: readonly SourceExample[] = [
  {
    name: 'a lead in XML',
    documentedAt: DELIVERY,
    contentType: XML,
    body: [
      DECLARATION,
      '<Lead>',
      '  <FirstName>Margaret</FirstName>',
      '  <LastName>Ellison</LastName>',
      '  <Email>margaret.ellison@example.com</Email>',
      '  <Phone>(512) 555-0142</Phone>',
      '  <Address>100 Congress Ave</Address>',
      '  <City>Austin</City>',
      '  <State>TX</State>',
      '  <PostalCode>78701</PostalCode>',
      '  <Age>64</Age>',
      '  <AnnuityType>Fixed Indexed Annuity</AnnuityType>',
      '  <EstimatedAssets>$250,000 - $500,000</EstimatedAssets>',
      '  <PurchaseTimeline>Within 3 months</PurchaseTimeline>',
      '  <IPAddress>203.0.113.7</IPAddress>',
      '  <ConsentText>A licensed agent may call me about annuities.</ConsentText>',
      '  <Comments>Mornings &amp; evenings</Comments>',
      '  <Company/>',
      '</Lead>',
      '',
    ].join('\r\n'),
    expected: {
      lead: {
        ...MARGARET,
        consent: {
          ipAddress: '203.0.113.7',
          tcpaText: 'A licensed agent may call me about annuities.',
        },
      },
      extras: { Address: '100 Congress Ave', City: 'Austin', Comments: 'Mornings & evenings' },
    },
  },
  {
    name: 'nested elements with attributes, a name space and marked sections',
    contentType: 'application/xml',
    body: [
      DECLARATION,
      '<!-- Annuity leads -->',
      '<LeadData xmlns="http://www.example.com/leads" source="LeadExec">',
      '<Contact>',
      '<FirstName><![CDATA[Margaret]]></FirstName>',
      '<LastName><![CDATA[Ellison]]></LastName>',
      '<Email>margaret.ellison@example.com</Email>',
      '<Phone type="home">5125550142</Phone>',
      '<State>Texas</State>',
      '<Zip>78701</Zip>',
      '<DateOfBirth>6/15/1963</DateOfBirth>',
      '</Contact>',
      '<Annuity>',
      '<Product>FIA</Product>',
      '<Assets>250000</Assets>',
      '<Timeframe>ASAP</Timeframe>',
      '</Annuity>',
      '<Notes><![CDATA[Asked for <rates> & terms]]></Notes>',
      '</LeadData>',
    ].join(''),
    expected: { lead: MARGARET, extras: { Notes: 'Asked for <rates> & terms' } },
  },
  {
    name: 'a post to the specification of LeadExec, with the password in the address',
    documentedAt: SPECIFICATION,
    query: toQuery({ VID: '6160', LID: '4204', AID: '13079', Password: SECRET }),
    ...form({
      FirstName: 'Margaret',
      LastName: 'Ellison',
      Email: 'margaret.ellison@example.com',
      Phone: '512-555-0142',
      State: 'TX',
      PostalCode: '78701',
      Age: '64',
      LeadType: 'Indexed',
      EstimatedAssets: '$250K-$500K',
      Timeline: '0-3 months',
      Company: '',
    }),
    expected: { lead: MARGARET, extras: { VID: '6160', LID: '4204', AID: '13079' } },
  },
  {
    name: 'a list of one lead in JSON',
    ...json({
      leads: [
        {
          options: { reference: '', noSell: false },
          fields: {
            FirstName: 'Margaret',
            LastName: 'Ellison',
            Email: 'margaret.ellison@example.com',
            Phone: '5125550142',
            State: 'TX',
            Zip: '78701',
            Age: '64',
            AnnuityType: 'Fixed Indexed',
            EstimatedAssets: '$250K - $500K',
            Timeframe: 'Within 3 months',
            IPAddress: '203.0.113.7',
            ConsentGiven: 'Yes',
          },
        },
      ],
    }),
    expected: {
      lead: { ...MARGARET, consent: { ipAddress: '203.0.113.7' } },
      extras: { 'options.noSell': 'false', ConsentGiven: 'Yes' },
    },
  },
  {
    name: 'XML with an empty element and a missing one',
    documentedAt: DELIVERY,
    contentType: XML,
    body: [
      DECLARATION,
      '<Lead>',
      '<FirstName>Margaret</FirstName>',
      '<LastName>Ellison</LastName>',
      '<Email>margaret.ellison@example.com</Email>',
      '<Phone></Phone>',
      '<State>TX</State>',
      '<PostalCode>78701</PostalCode>',
      '<Age>64</Age>',
      '<AnnuityType>Fixed Indexed Annuity</AnnuityType>',
      '<PurchaseTimeline>Within 3 months</PurchaseTimeline>',
      '</Lead>',
    ].join(''),
    expected: { refused: ['Phone', 'estimated_assets'] },
  },
];
