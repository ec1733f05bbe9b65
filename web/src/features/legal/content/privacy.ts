import { brand } from '@desk/contracts/brand';
import { support } from '@/config/site';
import type { LegalSection } from '../components/legal-page';

export const privacy: readonly LegalSection[] = [
  {
    id: 'scope',
    title: 'Who this is for',
    body: [
      `This policy explains how ${brand} ("we", "us") handles personal data: that of the agents and companies who use this website and buy leads, and that of the people whose inquiries become leads.`,
    ],
  },
  {
    id: 'what',
    title: 'What we collect',
    body: [
      'From agents and companies:',
      [
        'your name, company, email address and phone number, and a hash of your password',
        'how you want leads delivered, your daily limit and whether your service is active',
        'the leads you bought, when they were delivered, and what was charged',
        'the IP address and browser you signed in from, for your security and ours',
      ],
      'Card details go straight from your browser to our card processor, Stripe. We never see or store a card number; we keep a reference that lets us charge the card.',
      'From people who inquire about an annuity: what they entered in the form (name, phone, email, state, ZIP code, age range, estimated assets, timeline, type of annuity), and the record of their consent.',
    ],
  },
  {
    id: 'use',
    title: 'What we use it for',
    body: [
      [
        'to match each lead with one buyer, deliver it and charge for it',
        'to run accounts: sign-in, password resets, receipts and notices about your service',
        'to prevent fraud and abuse, and to keep records the law requires',
        'to answer you when you write or call',
      ],
      'We use the details of people in leads only to connect them with the one agent who buys the lead.',
    ],
  },
  {
    id: 'share',
    title: 'Who receives it',
    body: [
      'A lead goes to one buyer and to nobody else. We also share data with companies that work for us and may use it only for that work: our card processor, and our email, messaging and hosting providers. We disclose data where the law requires it. We do not sell agents’ data.',
    ],
  },
  {
    id: 'tcpa',
    title: 'Consent and TCPA',
    body: [
      'The people in leads gave written consent to be contacted by phone, text message or email before their inquiry reached us. We keep a record of it, with the wording they saw, the time and the page, for at least five years.',
      'People who no longer wish to be contacted can tell the agent or us. We pass the request on and delete or block the data we hold, except what we must keep as proof.',
      'We send text messages only to agents who chose them. Reply STOP to end them.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: [
      'We set one cookie that keeps you signed in, and small ones that remember choices in this browser, such as whether the menu is open. We use no advertising and no cross-site tracking. On the page where you enter a card, Stripe sets its own cookies to prevent fraud.',
    ],
  },
  {
    id: 'retention',
    title: 'How long we keep it, and how',
    body: [
      'We keep account data for as long as you have an account, and records of charges and consent for as long as the law requires. Unfinished sign-ups are deleted. Data is encrypted in transit, passwords are stored as hashes, and only staff who need the data for their work can see it.',
    ],
  },
  {
    id: 'rights',
    title: 'Your choices',
    body: [
      'You can see and correct your profile in your settings. Wherever you live, you can ask us for a copy of the data we hold about you, and ask us to correct or delete it; residents of some states have these rights by law. We answer within 45 days and never treat you differently for asking.',
      `Write to ${support.email} or call ${support.phone} (${support.hours}).`,
    ],
  },
  {
    id: 'minors',
    title: 'Minors and changes',
    body: [
      'The service is for people aged 18 and over. We do not knowingly collect data from children.',
      'When this policy changes, the date at the top changes with it. If a change is significant, we tell account holders by email before it takes effect.',
    ],
  },
];
